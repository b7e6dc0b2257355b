import Geo

/// The tiles that a device waits for.
///
/// Answers are handed over in the order of the questions, so that what a script hears does not depend on a server's
/// haste. A picture waits by ``wait(until:)``, and calls ``cancel()`` when that has taken long enough.
final class TileDesk {
  private let hub: TileHub
  /// Made with the first question.
  private var inbox: TileInbox?
  /// In the order of their numbers, from `first`.
  private var questions: [Question] = []
  private var first = 0

  private struct Question {
    let place: String
    /// Whether only the running copy of the script wants to know.
    let isScripts: Bool
    let result: (TileAnswer) -> Void
    var answer: TileAnswer?
  }

  init(_ hub: TileHub) { self.hub = hub }

  deinit { forget() }

  /// Whether a tile is still to come.
  var isBusy: Bool { !questions.isEmpty }

  /// Asks a server for a tile.
  ///
  /// - Parameters:
  ///   - place: what messages call it.
  ///   - isScripts: whether only the running copy of the script wants to know.
  func ask(
    _ address: HTTPAddress, _ place: String, isScripts: Bool, _ result: @escaping (TileAnswer) -> Void
  ) {
    let inbox = inbox ?? TileInbox()
    self.inbox = inbox
    questions.append(Question(place: place, isScripts: isScripts, result: result))
    hub.load(address, first + questions.count - 1, inbox)
  }

  /// Hands over what has come.
  func deliver() {
    for (number, result) in inbox?.take() ?? [] where questions.indices.contains(number - first) {
      let place = questions[number - first].place
      questions[number - first].answer =
        switch result {
        case .bytes(let bytes): .bytes(bytes)
        case .empty: .empty
        case .failed(let reason, let code): .failed(.tile("\(place): \(reason)", code))
        }
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
      let late = NSError.tile("\(question.place): no answer came in time", .serverFailure)
      question.result(question.answer ?? .failed(late))
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
