import ArgumentParser

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
}
