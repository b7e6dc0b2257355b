import Geo
import GeoFeeds
import GeoStore
import Synchronization

/// The threads that fetch pages of one kind for all devices of a run, started with the first request.
///
/// Sendable by its invariant: the contents of `state` are accessed only while its mutex is locked.
package final class Fetcher<Request: FetchRequest>: Sendable {
  private struct State {
    var queue = FetchScheduler<Request>()
    var memory = MemoryCache<Request.Content>(limit: Request.rules.remembered)
    var threads: [WorkerThread<Bool>] = []
    var isCacheWarned = false
  }

  private let state = Mutex(State())
  private let wakeSignals = (0..<Request.rules.threadCount).map { _ in WakeSignal() }
  private let isClosing = AtomicFlag()
  private let cachePath: String?
  private let turns: ServerRateLimiter
  private let agent: String
  let warn: @Sendable (String) -> Void

  /// - Parameters:
  ///   - cachePath: the file that caches pages for later runs; nil for none.
  ///   - turns: the times at which rate-limited servers may be asked.
  ///   - agent: the `User-Agent` that servers see.
  package init(
    cachePath: String?, turns: ServerRateLimiter = ServerRateLimiter(folder: nil),
    agent: String = Product.userAgent,
    warn: @escaping @Sendable (String) -> Void
  ) {
    (self.cachePath, self.turns, self.agent, self.warn) = (cachePath, turns, agent, warn)
  }

  func load(_ request: Request, _ number: Int, _ inbox: FetchInbox<Request>) {
    let known: Request.Content? = state.withLock { state in
      if let known = state.memory.content(of: request.key, now: wallSeconds()) { return known }
      state.queue.add(request, .init(number: number, inbox: inbox))
      if state.threads.count < wakeSignals.count {
        let wakeSignal = wakeSignals[state.threads.count]
        state.threads.append(WorkerThread { [self] in work(wakeSignal) })
      }
      return nil
    }
    if let known { return inbox.post(number, .success(known)) }
    for wakeSignal in wakeSignals { wakeSignal.signal() }
  }

  /// Drops the requests of an inbox.
  func forget(_ inbox: FetchInbox<Request>) { state.withLock { $0.queue.forget(inbox) } }

  /// Ends the threads; a thread that waits for a server ends within about a second.
  package func close() {
    isClosing.set()
    for wakeSignal in wakeSignals { wakeSignal.signal() }
    let threads = state.withLock { $0.threads }
    for thread in threads { _ = thread.join() }
  }

  private var isOver: Bool { isClosing.isSet || Signals.stop != 0 }

  private func work(_ wakeSignal: WakeSignal) -> Bool {
    let fetch = FetchWorker<Request>(cache: openCache(), agent: agent)
    while !isClosing.isSet {
      switch state.withLock({ $0.queue.step(now: monotonicSeconds()) }) {
      case .fetch(let job): run(job, fetch, wakeSignal)
      case .wait(let time): wakeSignal.wait(until: time ?? .infinity)
      }
    }
    return true
  }

  private func run(
    _ job: FetchScheduler<Request>.Job, _ fetch: FetchWorker<Request>, _ wakeSignal: WakeSignal
  ) {
    let request = job.request
    if job.tries == 0, let kept = fetch.kept(request, now: wallSeconds()) {
      return end(job, .success(kept), wasAnswered: false)
    }
    if let refusal = state.withLock({ $0.queue.refusal(by: job.origin, now: monotonicSeconds()) }) {
      return end(job, .failure(FetchFault(reason: refusal)), wasAnswered: false)
    }
    if request.spacing > 0, !waitForTurn(request, wakeSignal) {
      return end(
        job, .failure(FetchFault(reason: "no answer came in time", kind: .other)), wasAnswered: false)
    }
    switch fetch.fetch(request, now: wallSeconds(), isOver: { isOver }) {
    case .answer(let result): end(job, result, wasAnswered: true)
    case .later(let reason, let delay):
      let last = state.withLock {
        $0.queue.failed(
          job, reason, after: delay, isSilent: !reason.hasPrefix("answered"), now: monotonicSeconds())
      }
      guard let last else {
        for wakeSignal in wakeSignals { wakeSignal.signal() }
        return
      }
      let isThrottled = reason.hasPrefix("answered 429")
      end(
        job, .failure(FetchFault(reason: last, kind: isThrottled ? .throttled : .server)), wasAnswered: false)
    }
  }

  /// Waits until the server may be asked; false if the run ends before.
  private func waitForTurn(_ request: Request, _ wakeSignal: WakeSignal) -> Bool {
    let due = turns.reserve(request.address.origin, spacing: request.spacing, now: monotonicSeconds())
    while !isOver, monotonicSeconds() < due { wakeSignal.wait(until: min(due, monotonicSeconds() + 0.1)) }
    return !isOver
  }

  private func end(
    _ job: FetchScheduler<Request>.Job, _ result: Result<FetchWorker<Request>.Reading, FetchFault>,
    wasAnswered: Bool
  ) {
    let tickets = state.withLock { state in
      if case .success(let reading) = result, let expires = reading.expires {
        state.memory.store(reading.content, of: job.request.key, until: expires)
      }
      return state.queue.ended(job, wasAnswered: wasAnswered)
    }
    for ticket in tickets { ticket.inbox.post(ticket.number, result.map(\.content)) }
  }

  private func openCache() -> ResponseCache? {
    guard let cachePath else { return nil }
    do throws(GeoError) { return try ResponseCache(path: cachePath) } catch {
      let isFirst = state.withLock { state in
        defer { state.isCacheWarned = true }
        return !state.isCacheWarned
      }
      if isFirst { warn("\(Request.rules.subject) are not kept on disk: \(error)") }
      return nil
    }
  }
}
