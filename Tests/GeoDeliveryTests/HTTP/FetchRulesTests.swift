import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoDelivery
@testable import GeoHost

/// How long a page is valid, and which requests are retried.
@Suite struct FetchRulesTests {
  private func expiry(_ change: (inout HTTPResponse) -> Void) -> Double? {
    var page = HTTPResponse()
    change(&page)
    return TileRequest.rules.expiry(page, 1000).map { $0 - 1000 }
  }

  /// RFC 9111, sections 4.2 and 5.2; without a word, the week of OpenStreetMap's policy.
  @Test func aPageHoldsAsLongAsItsServerSays() {
    #expect(expiry { _ in } == 604_800)
    #expect(expiry { $0.cacheControl = "public, max-age=60" } == 60)
    #expect(expiry { ($0.cacheControl, $0.age) = ("max-age=60", 20) } == 40)
    #expect(expiry { ($0.cacheControl, $0.age) = ("max-age=60", 90) } == 0)
    #expect(expiry { ($0.date, $0.expires) = (5000, 5300) } == 300)
    #expect(expiry { ($0.date, $0.expires) = (5000, 0) } == 0)
    #expect(expiry { ($0.cacheControl, $0.expires) = ("max-age=7", 99_999) } == 7)
    #expect(expiry { $0.cacheControl = "no-cache, max-age=60" } == 0)
    #expect(expiry { $0.cacheControl = "private, No-Store" } == nil)
    #expect(expiry { $0.cacheControl = "max-age=99999999999" } == 31_622_400.0)
  }

  private typealias Queue = FetchScheduler<TileRequest>

  private let inbox = FetchInbox<TileRequest>()

  /// Puts a page of a server on the list: `a/1`.
  private func add(_ page: String, to queue: inout Queue, _ inbox: FetchInbox<TileRequest>? = nil) throws {
    let request = TileRequest(address: try HTTPAddress("http://\(page)"))
    queue.add(request, .init(number: 0, inbox: inbox ?? self.inbox))
  }

  private func next(_ queue: inout Queue, at now: Double) -> String? {
    guard case .fetch(let job) = queue.step(now: now) else { return nil }
    return String(job.request.address.url.dropFirst("http://".count))
  }

  @Test func aServerThatAsksToWaitGetsNoRequests() throws {
    var queue = Queue()
    for page in ["a/1", "a/2", "b/1"] { try add(page, to: &queue) }
    guard case .fetch(let job) = queue.step(now: 0) else {
      Issue.record("nothing is fetched")
      return
    }
    #expect(queue.failed(job, "answered 429", after: 5, isSilent: false, now: 0) == nil)
    #expect(next(&queue, at: 1) == "b/1" && next(&queue, at: 4.9) == nil && next(&queue, at: 5) == "a/2")
    #expect(next(&queue, at: 6) == "a/1")
  }

  @Test func aServerThatIsSilentIsLeftAloneLongerEachTime() throws {
    var queue = Queue()
    func fail(at now: Double) throws {
      try add("a/\(now)", to: &queue)
      guard case .fetch(let job) = queue.step(now: now) else { return }
      _ = queue.failed(job, "timeout", after: nil, isSilent: true, now: now)
      _ = queue.ended(job, wasAnswered: false)
      _ = queue.removeAll()
    }
    func isGivenUp(_ host: String, at now: Double) -> Bool {
      queue.refusal(by: "http://\(host)", now: now) == "does not answer"
    }
    for time in 0..<4 { try fail(at: Double(time)) }
    #expect(isGivenUp("a", at: 4) && isGivenUp("a", at: 32) && !isGivenUp("a", at: 34))
    try fail(at: 40)
    #expect(isGivenUp("a", at: 159) && !isGivenUp("a", at: 161) && !isGivenUp("b", at: 50))
  }

  @Test func aServerThatAsksForAnHourIsGivenUpForAnHour() {
    var server = FetchServer()
    let sentence = "answered 429 and asks to wait 3600 s"
    #expect(server.failed("answered 429", after: 3600, isSilent: false, now: 0) == sentence)
    #expect(server.refusal(now: 3599) == sentence && server.refusal(now: 3600) == nil)
    // Another thread asked it meanwhile and got an answer.
    server.answered()
    #expect(server.refusal(now: 1) == nil)
  }

  @Test func unwantedPagesAreNotFetched() throws {
    var queue = Queue()
    let other = FetchInbox<TileRequest>()
    try add("a/1", to: &queue)
    try add("a/1", to: &queue, other)
    try add("a/2", to: &queue)
    queue.forget(inbox)
    #expect(next(&queue, at: 0) == "a/1" && next(&queue, at: 0) == nil)
  }

  @Test func memoryDropsTheOldestAndExpiredPages() {
    var memory = MemoryCache<Int>(limit: 3)
    for number in 0..<20 { memory.store(number, of: "\(number)", until: 100) }
    #expect((0..<20).filter { memory.content(of: "\($0)", now: 0) != nil } == [17, 18, 19])
    #expect(memory.content(of: "19", now: 100) == nil)
    memory.store(7, of: "19", until: 200)
    #expect(memory.content(of: "19", now: 100) == 7 && memory.content(of: "17", now: 0) == 17)
    var none = MemoryCache<Int>(limit: 0)
    none.store(1, of: "1", until: 100)
    #expect(none.content(of: "1", now: 0) == nil)
  }

  @Test func turnsAreSharedByAllWhoMeetInAFolder() throws {
    let command = try Command()
    let folder = command.path("a/turns")
    let (one, other, alone) = (
      ServerRateLimiter(folder: folder), ServerRateLimiter(folder: folder), ServerRateLimiter(folder: nil)
    )
    #expect(one.reserve("http://a", spacing: 1, now: 100) == 100)
    #expect(other.reserve("http://a", spacing: 1, now: 100) == 101)
    #expect(one.reserve("http://a", spacing: 1, now: 100.5) == 102)
    #expect(other.reserve("http://b", spacing: 1, now: 100.5) == 100.5)
    #expect(
      alone.reserve("http://a", spacing: 1, now: 100) == 100
        && alone.reserve("http://a", spacing: 1, now: 100) == 101)
    // A later request need not wait.
    #expect(other.reserve("http://a", spacing: 1, now: 200) == 200)
    // After a boot the monotonic clock restarts; another machine with the same home has another clock.
    #expect(one.reserve("http://c", spacing: 1, now: 5000) == 5000)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let kept = command.read("a/turns/\(name)").split(separator: " ")[0]
      try "\(kept) another\n".write(to: command.url("a/turns/\(name)"), atomically: false, encoding: .utf8)
    }
    #expect(ServerRateLimiter(folder: folder).reserve("http://c", spacing: 1, now: 10) == 10)
  }

  @Test(arguments: ["1e18", "inf", "nan", "-inf", "x"])
  func anImpossiblyLateTurnIsIgnored(said: String) throws {
    let command = try Command()
    let folder = command.path("turns")
    #expect(ServerRateLimiter(folder: folder).reserve("http://a", spacing: 1, now: 100) == 100)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    let clock = command.read("turns/\(name)").split(separator: " ")[1]
    try "\(said) \(clock)".write(to: command.url("turns/\(name)"), atomically: false, encoding: .utf8)
    #expect(ServerRateLimiter(folder: folder).reserve("http://a", spacing: 1, now: 100) == 100)
    #expect(ServerRateLimiter(folder: folder).reserve("http://a", spacing: 1, now: 100) == 101)
  }

  @Test func turnsAreTakenAloneWhereTheFileCannotBeUsed() throws {
    let command = try Command(["file": ""])
    let turns = ServerRateLimiter(folder: command.path("file/turns"))
    #expect(turns.reserve("a", spacing: 2, now: 5) == 5 && turns.reserve("a", spacing: 2, now: 5) == 7)
  }

  /// A number that no `Int` holds.
  @Test func aServerMayAskToWaitForEver() {
    var server = FetchServer()
    let words = server.failed("answered 429", after: 0x1p63, isSilent: false, now: 0)
    #expect(words == "answered 429 and asks to wait 86400 s")
    #expect(server.refusal(now: 86_399) != nil && server.refusal(now: 86_401) == nil)
  }
}
