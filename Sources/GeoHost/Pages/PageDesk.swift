import Geo
public import GeoFeeds

/// The pages that a device waits for.
///
/// Answers are handed over in the order of the questions, so that what a script hears does not depend on a server's
/// haste. Who waits does so by ``wait(until:)``, and calls ``cancel()`` when that has taken long enough.
final class PageDesk<Request: PageRequest> {
  typealias Answer = Result<Request.Content, PageFault>

  private let hub: PageHub<Request>
  /// Made with the first question.
  private var inbox: PageInbox<Request>?
  /// In the order of their numbers, from `first`.
  private var questions: [Question] = []
  private var first = 0

  private struct Question {
    /// Whether only the running copy of the script wants to know.
    let isScripts: Bool
    let result: (Answer) -> Void
    var answer: Answer?
  }

  init(_ hub: PageHub<Request>) { self.hub = hub }

  deinit { forget() }

  /// Whether a page is still to come.
  var isBusy: Bool { !questions.isEmpty }

  /// Asks a server for a page.
  ///
  /// - Parameter isScripts: whether only the running copy of the script wants to know.
  func ask(_ request: Request, isScripts: Bool, _ result: @escaping (Answer) -> Void) {
    let inbox = inbox ?? PageInbox()
    self.inbox = inbox
    questions.append(Question(isScripts: isScripts, result: result))
    hub.load(request, first + questions.count - 1, inbox)
  }

  /// Hands over what has come.
  func deliver() {
    for (number, answer) in inbox?.take() ?? [] where questions.indices.contains(number - first) {
      questions[number - first].answer = answer
    }
    // What is handed over may ask for more.
    while let question = questions.first, let answer = question.answer {
      questions.removeFirst()
      first += 1
      question.result(answer)
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
      // A stop by signal rings no bell.
      inbox?.wait(until: min(time, now + 0.1))
      deliver()
    }
    return !isBusy
  }

  /// Waits no longer: what is missing has failed.
  func cancel() {
    forget()
    deliver()
    fail(takeQuestions())
  }

  private func takeQuestions() -> [Question] {
    defer {
      first += questions.count
      questions = []
    }
    return questions
  }

  private func fail(_ open: [Question]) {
    for question in open {
      question.result(question.answer ?? .failure(PageFault(reason: "no answer came in time")))
    }
  }

  /// The copy of the script ends, and nothing of it may be called any more.
  func close() {
    guard isBusy else { return }
    forget()
    _ = inbox?.take()
    fail(takeQuestions().filter { !$0.isScripts })
  }

  private func forget() { if let inbox { hub.forget(inbox) } }
}
