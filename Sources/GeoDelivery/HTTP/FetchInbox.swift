import Geo
import Synchronization

/// Answers for one device, on their way from the fetching threads.
///
/// Sendable by its invariant: the answers are touched only with the lock of the mutex held.
final class FetchInbox<Request: FetchRequest>: Sendable {
  typealias Answer = Result<Request.Content, FetchFault>

  private let answers = Mutex<[(number: Int, answer: Answer)]>([])
  private let wakeSignal = WakeSignal()

  func post(_ number: Int, _ answer: Answer) {
    answers.withLock { $0.append((number, answer)) }
    wakeSignal.signal()
  }

  func drain() -> [(number: Int, answer: Answer)] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }

  func wait(until time: Double) { wakeSignal.wait(until: time) }
}
