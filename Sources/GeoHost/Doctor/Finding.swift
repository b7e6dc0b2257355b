public import Geo

/// One result of `geoscript doctor`.
public struct Finding: Sendable, Hashable {
  public enum Grade: String, Sendable {
    /// Nothing to do.
    case ok
    /// Something that some runs need is missing, or may go wrong.
    case warn
    /// Something that was asked for, or that every run needs, does not work.
    case fail
  }

  public var grade: Grade
  /// What was checked: a word, or the source as it was named.
  public var subject: String
  public var message: String
  /// What to do about it; nil if nothing needs to be done.
  public var advice: String?

  init(_ grade: Grade, _ subject: String, _ message: String, advice: String? = nil) {
    self.grade = grade
    self.subject = subject
    self.message = message
    self.advice = advice
  }

  /// For people: one line, and a second one with the advice.
  public var text: String {
    let line = PlainText.line("\(grade.rawValue.padded(5)) \(subject.padded(12)) \(message)")
    return advice.map { "\(line)\n" + String(repeating: " ", count: 19) + "→ \($0)" } ?? line
  }

  /// For programs: one JSON object.
  public var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("status", .string(grade.rawValue)), ("check", .string(subject)), ("message", .string(message)),
    ]
    if let advice { members.append(("advice", .string(advice))) }
    return .object(members)
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    count < width ? self + String(repeating: " ", count: width - count) : self
  }
}
