package import Geo
import GeoHost
import GeoFormats
import GeoLua

/// A test file and what it declares, the same on every thread.
package struct TestFile: Sendable {
  /// A test as the file declares it.
  package struct Declaration: Sendable {
    package let name: String
    /// The line of `t.test`; 0 if it is not known.
    package let line: Int
    /// The script that it tests; nil if the file names none before it.
    let script: TestedScript?
  }

  /// The path as the user gave it, or as it was found.
  package let path: String
  let source: ScriptFile
  package let tests: [Declaration]
  package let worlds: TestWorlds?
  package let timeZone: TimeZoneRules

  /// Whether the tests need what costs time: recorded calls, and pictures.
  var needsCalls: Bool { source.source.contains("expectCall") }
  var needsPictures: Bool { source.source.contains("expectPicture") }

  /// Whether the lines of a test may judge by Lua's own means, without an expectation of the run.
  func mayJudge(_ test: Int) -> Bool {
    let first = tests[test].line
    let next = tests.map(\.line).filter { $0 > first }.min() ?? Int.max
    guard first > 0 else { return true }
    let lines = source.source.split(separator: "\n", omittingEmptySubsequences: false)
    return lines[(min(first, lines.count) - 1)..<min(next - 1, lines.count)].contains {
      $0.contains("assert") || $0.contains("error")
    }
  }

  /// The folder of the file, in which it may write.
  package var folder: String { source.folder }
}

/// The script of a test, with what the test file says about its run.
struct TestedScript: Sendable {
  /// A path that can be opened.
  let path: String
  var fences: [String] = []
  var arguments: [String] = []
  var profile = DeviceProfile.default
  /// Whether waypoints of OwnTracks phones become regions.
  var takesWaypoints = false
  /// Whether one instance of it stands for several devices.
  var hasGroups = false
  /// How devices form groups, the file with their settings, and after how long one is silent.
  var groupBy: String?
  var settings: String?
  var staleAfter: TimeInterval?
}

/// The noisy worlds in which each test of a file runs.
package struct TestWorlds: Sendable {
  package let count: Int
  /// How many must hold.
  package let atLeast: Int
  let distortion: Distortion

  /// The most worlds of a test.
  static let most = 10_000
}

/// One test in one world, which is what a thread runs.
package struct TestCase: Sendable, Hashable {
  /// The numbers of the file and of the test in it, from 0.
  package let file: Int
  package let test: Int
  /// The number of the world from 1; 0 for a test without worlds.
  package let world: Int
}

/// Why a test does not hold.
package struct TestFailure: Sendable, Error {
  /// What was expected, in one sentence.
  package var message: String
  package var expected = ""
  package var got = ""
  /// The line of the test file; 0 if it is not known.
  package var line = 0
  /// Whether the test itself is wrong, or was stopped, rather than what it tests.
  package var isError = false
  package var traceback = ""
  /// The last events before it, with their explanations.
  package var events: [String] = []
}

/// How one case went.
package struct CaseResult: Sendable {
  package let testCase: TestCase
  package var seconds: Double
  package var failure: TestFailure?
  /// How many expectations held before it failed.
  package var held: Int
}
