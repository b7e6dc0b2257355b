import ArgumentParser
import Geo
import GeoHost

/// Refuses options that do not fit together, and output files that hold something else.
extension TestCommand {
  func validate() throws {
    guard (1...256).contains(jobs) else { throw ValidationError("--jobs must be 1 to 256, got \(jobs)") }
    guard world.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--world must be 1 or more: worlds count from 1")
    }
    guard timeout.value > 0, timeout.value <= 86_400 else {
      throw ValidationError("--timeout must be above 0 and at most 86400, got \(timeout.value)")
    }
    guard !tap || !json else {
      throw ValidationError("--tap and --json both say what is printed: choose one")
    }
  }

  /// - Errors: ``GeoError`` `usage` for files that hold something else, such as the script.
  func checkFiles() throws(GeoError) {
    if let junit {
      try ReplacedFile.check(junit, is: "a report of JUnit", replaces: force) {
        String(decoding: $0, as: UTF8.self).contains("<testsuite")
      }
    }
    if let lcov {
      try ReplacedFile.check(lcov, is: "a report of lcov", replaces: force) {
        $0.starts(with: "TN:".utf8) || $0.starts(with: "SF:".utf8)
      }
    }
  }
}
