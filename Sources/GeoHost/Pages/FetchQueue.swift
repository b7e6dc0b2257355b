import Geo
import GeoFeeds

/// The pages that a device waits for.
///
/// Answers are handed over in the order of the questions, so that what a script hears does not depend on a server's
/// haste. Who waits does so by ``wait(until:)``, and calls ``cancel()`` when that has taken long enough.
final class FetchQueue<Request: FetchRequest> {
  typealias Answer = Result<Request.Content, FetchFault>

  private let fetcher: Fetcher<Request>
  /// Made with the first question.
  private var inbox: FetchInbox<Request>?
  /// In the order of their numbers, from `first`.
  private var pendingRequests: [PendingRequest] = []
  private var first = 0

  private struct PendingRequest {
    /// Whether only the running script instance wants to know.
    let isScripts: Bool
    let result: (Answer) -> Void
    var answer: Answer?
  }

  init(_ fetcher: Fetcher<Request>) { self.fetcher = fetcher }

  deinit { forget() }

  /// Whether a page is still to come.
  var isBusy: Bool { !pendingRequests.isEmpty }

  /// Asks a server for a page.
  ///
  /// - Parameter isScripts: whether only the running script instance wants to know.
  func ask(_ request: Request, isScripts: Bool, _ result: @escaping (Answer) -> Void) {
    let inbox = inbox ?? FetchInbox()
    self.inbox = inbox
    pendingRequests.append(PendingRequest(isScripts: isScripts, result: result))
    fetcher.load(request, first + pendingRequests.count - 1, inbox)
  }

  /// Hands over what has come.
  func deliver() {
    for (number, answer) in inbox?.drain() ?? [] where pendingRequests.indices.contains(number - first) {
      pendingRequests[number - first].answer = answer
    }
    // What is handed over may ask for more.
    while let pending = pendingRequests.first, let answer = pending.answer {
      pendingRequests.removeFirst()
      first += 1
      pending.result(answer)
    }
  }

  /// Hands over what comes until nothing is missing, or until a time on the clock that never goes back.
  ///
  /// - Returns: whether nothing is missing.
  func wait(until time: Double) -> Bool {
    deliver()
    while isBusy, Signals.stop == 0 {
      let now = monotonicSeconds()
      guard now < time else { return false }
      // A stop by signal signals nothing.
      inbox?.wait(until: min(time, now + 0.1))
      deliver()
    }
    return !isBusy
  }

  /// Waits no longer: what is missing has failed.
  func cancel() {
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

  /// The script instance ends, and nothing of it may be called any more.
  func close() {
    guard isBusy else { return }
    forget()
    _ = inbox?.drain()
    fail(dequeueRequests().filter { !$0.isScripts })
  }

  private func forget() { if let inbox { fetcher.forget(inbox) } }
}
