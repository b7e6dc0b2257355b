import Geo
import GeoFeeds

/// The pages that a device waits for.
///
/// Answers are delivered in the order of the questions, so that a server's speed does not change what a
/// script sees. Callers wait with ``wait(until:)``, and call ``cancel()`` when that has taken too long.
package final class FetchQueue<Request: FetchRequest> {
  package typealias Answer = Result<Request.Content, FetchFault>

  private let fetcher: Fetcher<Request>
  /// Created with the first question.
  private var inbox: FetchInbox<Request>?
  /// In the order of their numbers, from `first`.
  // Each event reads it, on its worker's thread; nothing holds it while it calls out.
  @exclusivity(unchecked) private var pendingRequests: [PendingRequest] = []
  private var first = 0

  private struct PendingRequest {
    /// Whether the answer is only for the running script instance.
    let isScripts: Bool
    let result: (Answer) -> Void
    var answer: Answer?
  }

  package init(_ fetcher: Fetcher<Request>) { self.fetcher = fetcher }

  deinit { forget() }

  /// Whether an answer is still missing.
  package var isBusy: Bool { !pendingRequests.isEmpty }

  /// Asks a server for a page.
  ///
  /// - Parameter isScripts: whether the answer is only for the running script instance.
  package func ask(_ request: Request, isScripts: Bool, _ result: @escaping (Answer) -> Void) {
    let inbox = inbox ?? FetchInbox()
    self.inbox = inbox
    pendingRequests.append(PendingRequest(isScripts: isScripts, result: result))
    fetcher.load(request, first + pendingRequests.count - 1, inbox)
  }

  /// Delivers the answers that have come.
  package func deliver() {
    for (number, answer) in inbox?.drain() ?? [] where pendingRequests.indices.contains(number - first) {
      pendingRequests[number - first].answer = answer
    }
    // A delivered answer may lead to further questions.
    while let pending = pendingRequests.first, let answer = pending.answer {
      pendingRequests.removeFirst()
      first += 1
      pending.result(answer)
    }
  }

  /// Delivers answers until nothing is missing, or until a time on the monotonic clock.
  ///
  /// - Returns: whether nothing is missing.
  package func wait(until time: Double) -> Bool {
    deliver()
    while isBusy, Signals.stop == 0 {
      let now = monotonicSeconds()
      guard now < time else { return false }
      // A stop by signal does not wake this wait.
      inbox?.wait(until: min(time, now + 0.1))
      deliver()
    }
    return !isBusy
  }

  /// Stops waiting: every missing answer becomes a failure.
  package func cancel() {
    forget()
    deliver()
    fail(dequeueRequests())
  }

  private func dequeueRequests() -> [PendingRequest] {
    defer {
      first += pendingRequests.count
      pendingRequests = []
    }
    return pendingRequests
  }

  private func fail(_ open: [PendingRequest]) {
    for pending in open {
      pending.result(pending.answer ?? .failure(FetchFault(reason: "no answer came in time")))
    }
  }

  /// Drops the questions of the script instance, whose functions must not be called any more.
  package func close() {
    guard isBusy else { return }
    forget()
    _ = inbox?.drain()
    fail(dequeueRequests().filter { !$0.isScripts })
  }

  private func forget() { if let inbox { fetcher.forget(inbox) } }
}
