import Geo
import GeoStore
import Glibc
import Synchronization

/// The threads that fetch tiles for all devices of a run: two at most, started when the first tile is asked for.
///
/// Sendable by its invariant: `queue` and `threads` are touched only with the lock of the mutex held.
final class TileHub: Sendable {
  /// How many requests go out at once.
  ///
  /// - Source: the tile policy of OpenStreetMap.
  static let threadCount = 2

  private struct State {
    var queue = TileQueue()
    var threads: [WorkerThread<Bool>] = []
    var isCacheWarned = false
  }

  private let state = Mutex(State())
  private let bells = (0..<TileHub.threadCount).map { _ in Bell() }
  private let isClosing = Flag()
  private let cacheFolder: String?
  private let agent: String
  let warn: @Sendable (String) -> Void

  /// - Parameters:
  ///   - cacheFolder: nil keeps nothing.
  ///   - agent: the `User-Agent` that servers see.
  init(
    cacheFolder: String? = TileHub.standardFolder, agent: String, warn: @escaping @Sendable (String) -> Void
  ) {
    (self.cacheFolder, self.agent, self.warn) = (cacheFolder, agent, warn)
  }

  /// Where tiles are kept; nil where the user has no home.
  static var standardFolder: String? { BaseDirectory.cache.map { $0 + "/tiles" } }

  func load(_ address: HTTPAddress, _ number: Int, _ inbox: TileInbox) {
    let now = monotonicSeconds()
    let isGivenUp = state.withLock { state in
      if state.queue.isGivenUp(address.origin, now: now) { return true }
      state.queue.add(address.url, address.origin, .init(number: number, inbox: inbox))
      if state.threads.count < TileHub.threadCount {
        let bell = bells[state.threads.count]
        state.threads.append(WorkerThread { [self] in work(bell) })
      }
      return false
    }
    if isGivenUp { return inbox.put(number, .failed("does not answer", .serverFailure)) }
    for bell in bells { bell.ring() }
  }

  /// Nobody waits for what an inbox was to get.
  func forget(_ inbox: TileInbox) { state.withLock { $0.queue.forget(inbox) } }

  /// Ends the threads; one that waits for a server does within about a second.
  func close() {
    isClosing.set()
    for bell in bells { bell.ring() }
    let threads = state.withLock { $0.threads }
    for thread in threads { _ = thread.join() }
  }

  private func work(_ bell: Bell) -> Bool {
    let fetch = TileFetch(cache: openCache(), agent: agent)
    while !isClosing.isSet {
      switch state.withLock({ $0.queue.step(now: monotonicSeconds()) }) {
      case .fetch(let job): run(job, fetch)
      case .wait(let time): bell.wait(until: time)
      }
    }
    return true
  }

  private func run(_ job: TileQueue.Job, _ fetch: TileFetch) {
    let now = wallSeconds()
    if job.tries == 0, let bytes = fetch.kept(job.url, now: now) {
      return end(job, .bytes(bytes), wasAnswered: false)
    }
    let outcome = fetch.fetch(job.url, now: now) { isClosing.isSet || Signals.stop != 0 }
    switch outcome {
    case .answer(let result): end(job, result, wasAnswered: true)
    case .later(let reason, let delay):
      let last = state.withLock {
        $0.queue.failed(
          job, reason, after: delay, isSilent: !reason.hasPrefix("answered"), now: monotonicSeconds())
      }
      guard let last else {
        for bell in bells { bell.ring() }
        return
      }
      let code: MKErrorCode = reason.hasPrefix("answered 429") ? .loadingThrottled : .serverFailure
      end(job, .failed(last, code), wasAnswered: false)
    }
  }

  private func end(_ job: TileQueue.Job, _ result: TileFetch.Result, wasAnswered: Bool) {
    let tickets = state.withLock { $0.queue.ended(job, wasAnswered: wasAnswered) }
    for ticket in tickets { ticket.inbox.put(ticket.number, result) }
  }

  private func openCache() -> TileCache? {
    guard let cacheFolder else { return nil }
    do throws(GeoError) { return try TileCache(folder: cacheFolder) } catch {
      let isFirst = state.withLock { state in
        defer { state.isCacheWarned = true }
        return !state.isCacheWarned
      }
      if isFirst { warn("tiles are not kept on disk: \(error)") }
      return nil
    }
  }
}

/// What has come for one device, on its way from the threads that fetch.
///
/// Sendable by its invariant: the results are touched only with the lock of the mutex held.
final class TileInbox: Sendable {
  private let results = Mutex<[(number: Int, result: TileFetch.Result)]>([])
  private let bell = Bell()

  func put(_ number: Int, _ result: TileFetch.Result) {
    results.withLock { $0.append((number, result)) }
    bell.ring()
  }

  func take() -> [(number: Int, result: TileFetch.Result)] {
    results.withLock { results in
      defer { results = [] }
      return results
    }
  }

  func wait(until time: Double) { bell.wait(until: time) }
}
