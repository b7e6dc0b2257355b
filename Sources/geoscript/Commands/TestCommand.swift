import ArgumentParser
import Geo
import GeoHost
import GeoWorkshop
import Glibc

/// `geoscript test`.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Play events to scripts, and compare what they do with your tests.",
    usage: "geoscript test [<files> ...] [<options>]",
    discussion: """
      A test file is Lua, and its name ends in _test.lua. It names a script, and says
      what happens and what the script should do:

        local t = geoscript.test
        t.script "home.lua"
        t.test("alerts when Rex leaves", function(run)
          run:track "walk.gpx"
          run:wait "4min"
          run:expectAlert{ title = "Rex left the garden", at = "10:02" }
        end)

      Time passes only when a test says so. Nothing leaves the process: alerts,
      messages and servers are played. If a test fails, the exit code is 1; 65 if a
      test file is broken; 66 if no test was found.
      More: geoscript docs test.

      Examples:
        geoscript test
        geoscript test home_test.lua --filter gate
        geoscript test --jobs 2 --junit report.xml --coverage
      """)

  @Argument(
    help: "Test files, or folders with files whose names end in _test.lua. (default: this folder)",
    completion: .file(extensions: ["lua"]))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run only tests whose name has this text; ^ stands for its beginning and $ for its end.",
      valueName: "text"))
  var filter: String?

  @Option(help: ArgumentHelp("Run only this world of each test, from 1.", valueName: "n"))
  var world: Int?

  @Option(help: ArgumentHelp("Threads to spread tests over.", valueName: "n"))
  var jobs = 1

  @Option(help: ArgumentHelp("Seed of all random numbers.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(help: ArgumentHelp("Stop a test that computes longer than this.", valueName: "s"))
  var timeout: Seconds = 30.0

  @Flag(help: "Run the tests again that a change of a file touches, until Ctrl-C.")
  var watch = false

  @Flag(help: "Write the pictures that tests expect instead of comparing them.")
  var update = false

  @Flag(help: "Keep the events of each failed test in .geoscript, for why and debug.")
  var record = false

  @Option(
    help: ArgumentHelp("Write the results as JUnit XML to this file.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @Flag(help: "Print the results in the Test Anything Protocol.")
  var tap = false

  @Flag(help: "Print the results as one JSON object per line.")
  var json = false

  @Flag(help: "Print which lines of the scripts no test has run.")
  var coverage = false

  @Option(
    help: ArgumentHelp("Write the lines that ran to this file, in the form of lcov.", valueName: "file"),
    completion: .file())
  var lcov: String?

  @Flag(name: [.short, .long], help: "Let --junit and --lcov replace files that are something else.")
  var force = false

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

  /// - Errors: ``GeoError`` `usage` for files that hold something else, such as the script.
  private func checkFiles() throws(GeoError) {
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
