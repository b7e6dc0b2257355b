import Geo
import Testing

@testable import GeoHost

/// How long a tile holds, and what is asked again.
@Suite struct TileServerRulesTests {
  private func expiry(_ change: (inout TilePage) -> Void) -> Double? {
    var page = TilePage()
    change(&page)
    return TileServerRules.expiry(page, 1000).map { $0 - 1000 }
  }

  /// RFC 9111, sections 4.2 and 5.2; without a word, the week of OpenStreetMap's policy.
  @Test func aTileHoldsAsLongAsItsServerSays() {
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

  @Test func onlyOpenStreetMapIsNamedUnasked() {
    #expect(TileServerRules.attribution(of: "tile.openstreetmap.org") == "© OpenStreetMap contributors")
    #expect(TileServerRules.attribution(of: "a.tile.openstreetmap.org") != nil)
    #expect(TileServerRules.attribution(of: "notopenstreetmap.org") == nil)
  }

  private let inbox = TileInbox()

  private func next(_ queue: inout TileQueue, at now: Double) -> String? {
    if case .fetch(let job) = queue.step(now: now) { return job.url }
    return nil
  }

  @Test func aServerThatAsksToWaitIsLeftAloneSoLong() throws {
    var queue = TileQueue()
    for url in ["a1", "a2"] { queue.add(url, "a", .init(number: 0, inbox: inbox)) }
    queue.add("b1", "b", .init(number: 0, inbox: inbox))
    guard case .fetch(let job) = queue.step(now: 0) else {
      Issue.record("nothing is fetched")
      return
    }
    #expect(queue.failed(job, "answered 429", after: 5, isSilent: false, now: 0) == nil)
    #expect(next(&queue, at: 1) == "b1" && next(&queue, at: 4.9) == nil && next(&queue, at: 5) == "a2")
    #expect(next(&queue, at: 6) == "a1")
  }

  @Test func tilesNobodyWaitsForAreNotFetched() {
    var queue = TileQueue()
    let other = TileInbox()
    queue.add("a1", "a", .init(number: 0, inbox: inbox))
    queue.add("a1", "a", .init(number: 0, inbox: other))
    queue.add("a2", "a", .init(number: 1, inbox: inbox))
    queue.forget(inbox)
    #expect(next(&queue, at: 0) == "a1" && next(&queue, at: 0) == nil)
  }

  @Test func addressesAreFilesArchivesOrServers() throws {
    func file(_ text: String) throws -> String? {
      switch try TileAddress(text) {
      case .file(let path): path
      case .archive(let path): "archive \(path)"
      case .server(let server): server.url
      }
    }
    #expect(try file("tiles/1/2/3.png") == "tiles/1/2/3.png")
    #expect(try file("file:///a%20b/3.png") == "/a b/3.png" && file("FILE:x.png") == "x.png")
    #expect(try file("file://localhost/x.PMTILES") == "archive /x.PMTILES")
    #expect(try file("https://H/{z}") == "https://h/{z}")
    #expect(try file("c:d.png") == "c:d.png")
    for wrong in ["ftp://x/y", "http://", "https://user@x/y", "file://other/x"] {
      #expect(throws: GeoError.self) { try TileAddress(wrong) }
    }
  }
}
