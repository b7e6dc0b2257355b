import Geo
import GeoFormats
import Synchronization

/// What servers answered in the recordings that a run plays.
///
/// - Source: GC-43.
final class RecordedAnswers: Sendable {
  private struct Kept {
    var answers: [JSONValue] = []
    var next = 0
  }

  /// By device and question: a device that asks the same again gets the next answer.
  private let kept: Mutex<[String: Kept]>
  /// Whether routers are among the servers.
  let hasRoutes: Bool

  /// - Returns: nil without a recording that has answers.
  /// - Errors: ``GeoError`` of a file that cannot be read.
  init?(_ sources: [String]) throws(GeoError) {
    var kept: [String: Kept] = [:]
    var hasRoutes = false
    for path in sources where RecordedAnswers.areIn(path) {
      try RecordingLines.each(in: path) { line in
        guard let answer = line[ServerAnswer.member].flatMap(ServerAnswer.init) else { return }
        kept[RecordedAnswers.key(answer.device, answer.question), default: Kept()].answers.append(
          answer.answer)
        hasRoutes = hasRoutes || answer.question["mode"] != nil
      }
    }
    guard !kept.isEmpty else { return nil }
    self.hasRoutes = hasRoutes
    self.kept = Mutex(kept)
  }

  /// Whether the first line of a file promises answers.
  private static func areIn(_ path: String) -> Bool {
    guard case .bool(true)? = RecordedRun.head(of: path)?[ServerAnswer.mark] else { return false }
    return true
  }

  private static func key(_ device: String, _ question: JSONValue) -> String { "\(device)\u{0}\(question)" }

  /// The next answer to a device's question; nil if the recording has no further one.
  func next(_ device: String, _ question: JSONValue) -> JSONValue? {
    let key = RecordedAnswers.key(device, question)
    return kept.withLock { kept in
      guard let own = kept[key], own.next < own.answers.count else { return nil }
      kept[key]?.next += 1
      return own.answers[own.next]
    }
  }
}
