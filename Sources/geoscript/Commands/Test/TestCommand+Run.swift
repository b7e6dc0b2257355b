import ArgumentParser
import Geo
import GeoHost
import GeoWorkshop
import Glibc

/// Runs the tests and prints their results.
extension TestCommand {
  func run() throws {
    var options = TestOptions()
    options.filter = filter
    options.world = world
    options.jobs = jobs
    options.seed = seed
    options.timeLimit = timeout.value
    options.updates = update
    options.records = record
    options.countsLines = coverage || lcov != nil
    try checkFiles()
    guard watch else {
      let report = try TestRunner(files, options).run()
      try show(report)
      guard report.exitCode == 0 else { throw ExitCode(report.exitCode) }
      return
    }
    var watcher = TestWatch(files)
    var paths: [String]? = files
    while true {
      if let paths {
        do { try show(try TestRunner(paths, options).run()) } catch let error as GeoError {
          // The next change may mend it.
          Geoscript.complain("geoscript: \(error)")
        }
        fflush(nil)
      }
      usleep(UInt32(FileWatch.interval * 1e6))
      let changed = watcher.changed()
      paths = changed.isEmpty ? nil : changed
    }
  }

  private func show(_ report: TestReport) throws {
    if let junit { try write(report.junit, to: junit) }
    if let lcov { try write(report.coverage.lcov, to: lcov) }
    print(tap ? report.tap : json ? report.json : report.text, terminator: "")
    if coverage {
      if tap || json {
        Geoscript.complain(report.coverage.text)
      } else {
        print(report.coverage.text, terminator: "")
      }
    }
    if report.outcomes.isEmpty, report.broken.isEmpty { Geoscript.complain("geoscript: \(emptiness)") }
  }

  /// Why no test ran.
  private var emptiness: String {
    if let filter { return "no test was found: none has \"\(filter)\" in its name (--filter)" }
    if let world { return "no test was found: none runs in a world \(world) (--world)" }
    return "no test was found: the files declare none; write t.test(\"what holds\", function(run) … end)"
  }

  private func write(_ text: String, to path: String) throws {
    try AtomicFile.write(Array(text.utf8), to: path)
  }
}
