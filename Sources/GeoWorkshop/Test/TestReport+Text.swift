import Geo
import GeoHost

extension TestReport {
  /// The report for a person, in lines.
  package var text: String {
    var lines: [String] = []
    var file = -1
    for outcome in outcomes {
      if outcome.file != file {
        file = outcome.file
        lines.append(path(of: outcome))
      }
      lines.append(
        "  \(outcome.isPassed ? "ok  " : "FAIL")  \(outcome.name)\(TestReport.worlds(outcome))  (\(TestReport.milliseconds(outcome.seconds)))"
      )
      if let warning = warning(of: outcome) { lines.append("        \(warning)") }
      guard outcome.failure != nil else { continue }
      // A test that holds in enough worlds only names the worst.
      if outcome.isPassed {
        if let recording = outcome.recording { lines.append("        the worst world: \(recording)") }
        continue
      }
      lines += failureLines(of: outcome).map { "        " + PlainText.line($0) }
    }
    for path in empty { lines.append("\(path): no test: the file calls t.test nowhere") }
    for file in broken { lines.append("broken: \(file)") }
    lines.append(summary)
    return lines.joined(separator: "\n") + "\n"
  }

  /// One line about all tests.
  package var summary: String {
    let passed = outcomes.count - failedCount
    var line = "\(counted(outcomes.count, "test")): \(grouped(passed)) passed, \(grouped(failedCount)) failed"
    if !broken.isEmpty { line += ", \(counted(broken.count, "file")) broken" }
    return line + " (\(TestReport.milliseconds(seconds)))"
  }

  static func worlds(_ outcome: TestOutcome) -> String {
    guard outcome.hasWorlds else { return "" }
    let least = outcome.atLeast < outcome.worlds ? ", \(outcome.atLeast) needed" : ""
    return "  [held in \(outcome.held) of \(counted(outcome.worlds, "world"))\(least)]"
  }

  static func milliseconds(_ seconds: Double) -> String {
    seconds < 1 ? "\(Int((seconds * 1000).rounded())) ms" : "\(fixed(seconds, 2)) s"
  }

  // MARK: TAP

  /// The report in the Test Anything Protocol.
  ///
  /// - Source: testanything.org/tap-version-14-specification.html.
  package var tap: String {
    var lines = ["TAP version 14", "1..\(outcomes.count)"]
    for (number, outcome) in outcomes.enumerated() {
      let name = TestReport.tapText("\(path(of: outcome)): \(outcome.name)")
      lines.append("\(outcome.isPassed ? "ok" : "not ok") \(number + 1) - \(name)")
      if let warning = warning(of: outcome) { lines.append("# \(warning)") }
      guard !outcome.isPassed, let failure = outcome.failure else { continue }
      lines.append("  ---")
      lines.append("  message: \(JSONValue.string(failure.message))")
      lines.append("  severity: \(failure.isError ? "error" : "fail")")
      lines.append("  at: \(JSONValue.string("\(path(of: outcome)):\(failure.line)"))")
      if !failure.expected.isEmpty { lines.append("  wanted: \(JSONValue.string(failure.expected))") }
      if !failure.got.isEmpty { lines.append("  found: \(JSONValue.string(failure.got))") }
      lines.append("  command: \(JSONValue.string(command(of: outcome)))")
      lines.append("  ...")
    }
    for file in broken { lines.append("Bail out! \(PlainText.line("\(file)"))") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A description: a number sign would begin a directive.
  private static func tapText(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  // MARK: JSON

  /// One line for each test, then one for all.
  package var json: String {
    var lines = outcomes.map { "\(record(of: $0))" }
    for file in broken {
      lines.append(
        "\(JSONValue.object([("type", .string("broken")), ("file", .string(file.path)), ("message", .string("\(file)"))]))"
      )
    }
    func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
    let summary = JSONValue.object([
      ("type", .string("summary")), ("tests", number(outcomes.count)),
      ("passed", number(outcomes.count - failedCount)), ("failed", number(failedCount)),
      ("broken", number(broken.count)), ("seconds", TestReport.number(seconds)),
      ("code", .integer(Int64(exitCode))),
    ])
    return (lines + ["\(summary)"]).joined(separator: "\n") + "\n"
  }

  /// Seconds to the microsecond.
  private static func number(_ seconds: Double) -> JSONValue { .number((seconds * 1e6).rounded() / 1e6) }

  private func record(of outcome: TestOutcome) -> JSONValue {
    func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
    var members: [(name: String, value: JSONValue)] = [
      ("type", .string("test")), ("file", .string(path(of: outcome))), ("line", number(outcome.line)),
      ("name", .string(outcome.name)), ("outcome", .string(outcome.isPassed ? "passed" : "failed")),
      ("seconds", TestReport.number(outcome.seconds)),
    ]
    if outcome.hasWorlds {
      members.append(
        (
          "worlds",
          .object([
            ("count", number(outcome.worlds)), ("held", number(outcome.held)),
            ("atLeast", number(outcome.atLeast)),
          ])
        ))
    }
    if let warning = warning(of: outcome) {
      members.append(("warning", .string(String(warning.dropFirst("warning: ".count)))))
    }
    if let recording = outcome.recording { members.append(("recording", .string(recording))) }
    if let failure = outcome.failure {
      members.append(
        (
          "failure",
          .object([
            ("line", number(failure.line)), ("kind", .string(failure.isError ? "error" : "expectation")),
            ("message", .string(failure.message)), ("expected", .string(failure.expected)),
            ("got", .string(failure.got)), ("events", .array(failure.events.map { .string($0) })),
            ("command", .string(command(of: outcome))),
          ])
        ))
    }
    return .object(members)
  }
}
