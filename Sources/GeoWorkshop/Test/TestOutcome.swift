package import Geo
import GeoHost

/// How one test went, in all its worlds.
package struct TestOutcome: Sendable {
  /// The number of the file.
  package let file: Int
  package let name: String
  /// The line of `t.test`.
  package let line: Int
  package var seconds: Double
  /// How many worlds ran, and in how many it held; 1 for a test without worlds.
  package var worlds: Int
  package var held: Int
  /// How many must hold.
  package var atLeast: Int
  /// Whether it ran in worlds.
  package var hasWorlds: Bool
  /// The case that failed first of all; nil if it held everywhere.
  package var worst: CaseResult?
  package var failure: TestFailure?
  /// Whether it passed without an expectation: whatever the script does, it passes.
  package var isVacuous = false
  /// The recording of the worst world, or of the test.
  package var recording: String?

  package var isPassed: Bool { held >= atLeast }

  /// The outcomes in the order of files and tests.
  static func all(of results: [CaseResult], in files: [TestFile]) -> [TestOutcome] {
    struct Key: Hashable {
      let file: Int
      let test: Int
    }
    let groups = Dictionary(grouping: results) { Key(file: $0.testCase.file, test: $0.testCase.test) }
    let keys = groups.keys.sorted { ($0.file, $0.test) < ($1.file, $1.test) }
    return keys.map { key in
      let results = groups[key, default: []].sorted { $0.testCase.world < $1.testCase.world }
      let (file, test) = (files[key.file], files[key.file].tests[key.test])
      let failed = results.filter { $0.failure != nil }
      // The worst is that in which the fewest expectations held.
      let worst = failed.min { ($0.held, $0.testCase.world) < ($1.held, $1.testCase.world) }
      let isWhole = file.worlds.map { $0.count == results.count } ?? true
      return TestOutcome(
        file: key.file, name: test.name, line: test.line, seconds: results.reduce(0) { $0 + $1.seconds },
        worlds: results.count, held: results.count - failed.count,
        atLeast: isWhole ? file.worlds?.atLeast ?? 1 : results.count, hasWorlds: file.worlds != nil,
        worst: worst,
        failure: worst?.failure,
        isVacuous: failed.isEmpty && results.allSatisfy { $0.held == 0 } && !file.mayJudge(key.test))
    }
  }
}

/// A test file that could not be run.
package struct BrokenFile: Sendable, CustomStringConvertible {
  package let path: String
  package let fault: GeoError

  package var description: String { "\(fault)" }
}

/// How all tests went.
package struct TestReport: Sendable {
  package let files: [TestFile]
  let options: TestOptions
  /// The files that could not be run, and those without a test.
  package let broken: [BrokenFile]
  package let empty: [String]
  package let outcomes: [TestOutcome]
  package let coverage: Coverage
  /// On the wall clock.
  package let seconds: Double

  package var failedCount: Int { outcomes.reduce(0) { $0 + ($1.isPassed ? 0 : 1) } }

  /// 65 if a file is broken, 66 if no test ran, 1 if one failed.
  package var exitCode: Int32 {
    if !broken.isEmpty { return 65 }
    if outcomes.isEmpty { return 66 }
    return failedCount > 0 ? 1 : 0
  }

  func path(of outcome: TestOutcome) -> String { files[outcome.file].path }

  /// The command that runs just the failed case of a test.
  func command(of outcome: TestOutcome) -> String {
    var words = [
      "geoscript", "test", PlainText.shellWord(path(of: outcome)), "--filter",
      PlainText.shellWord("^\(outcome.name)$"),
    ]
    if let world = outcome.worst?.testCase.world, world > 0 { words += ["--world", String(world)] }
    if options.seed != 0 { words += ["--seed", String(options.seed)] }
    return words.joined(separator: " ")
  }

  /// What is said of a test that passes without an expectation; nil for others.
  func warning(of outcome: TestOutcome) -> String? {
    guard outcome.isVacuous else { return nil }
    return
      "warning: this test made no expectation, so it passes whatever the script does (write run:expectAlert{ … })"
  }

  /// The report of a failure in lines, the place first.
  func failureLines(of outcome: TestOutcome) -> [String] {
    guard let failure = outcome.failure else { return [] }
    let name = files[outcome.file].source.name
    let hasPlace = failure.message.hasPrefix("\(name):")
    var lines = [(hasPlace ? "" : "\(name):\(failure.line): ") + failure.message]
    if !failure.expected.isEmpty { lines += TestReport.block("expected: ", failure.expected) }
    if !failure.got.isEmpty { lines += TestReport.block("got:      ", failure.got) }
    if !failure.traceback.isEmpty { lines += failure.traceback.split(separator: "\n").map(String.init) }
    if !failure.events.isEmpty {
      lines.append("last events:")
      lines += failure.events.map { "  " + $0 }
    }
    if let recording = outcome.recording {
      lines.append("\(outcome.hasWorlds ? "the worst world" : "recording"): \(recording)")
    }
    lines.append("run just it: " + command(of: outcome))
    return lines
  }

  private static func block(_ label: String, _ text: String) -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
    let blank = String(repeating: " ", count: label.count)
    return lines.enumerated().map { ($0 == 0 ? label : blank) + $1 }
  }
}
