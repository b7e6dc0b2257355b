import ArgumentParser
import Geo
import GeoHost
import GeoLua
import GeoWorkshop

/// `geoscript repl`.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Open a console: try Lua, or step through a run.",
    usage: """
      geoscript repl
      geoscript repl <script> --from <file> [--at <time>] [<options of run>]
      """,
    discussion: """
      Each line is an expression, whose value is printed as Lua reads it, or
      statements; an unfinished line asks for more. Lines that begin with a colon
      are commands, and :help lists them.

      With a script and --from, the run stands at its first event, or with --at at
      that time: :step plays the next event, and :next alert plays up to the next
      alert. Nothing is sent or written. Without them the console has one device
      and the wall clock's time.
      From a file or a pipe there is no prompt; if a line fails, the exit code is 1.
      More: geoscript docs console.

      Examples:
        geoscript repl
        geoscript repl home.lua --from today.ndjson
        geoscript repl home.lua --from walk.gpx --at 10:02
        echo 'geoscript.distance({ latitude = 52, longitude = 13 },
          { latitude = 53, longitude = 13 })' | geoscript repl
      """)

  @Option(
    help: ArgumentHelp(
      "Play the events up to this time first: 10:02, 10:02:30, or a date of ISO 8601.", valueName: "time"))
  var at: String?

  @Argument(
    parsing: .allUnrecognized,
    help: "The script, and the options of geoscript run.", completion: .file(extensions: ["lua"]))
  var words: [String] = []

  func run() throws {
    let known = RunConfiguration.options()
    let words = ScriptWords(self.words, options: known, isFile: { _ in true })
    // A console without a script is not the run that a configuration describes.
    let hasScript = words.script != nil
    let all =
      hasScript
      ? try Configuration(words: words.expanded, options: known).words : [Self.unnamed] + words.expanded
    var options = try RunCommand.options(of: all)
    if !hasScript { options.scriptText = "" }
    // What a configuration says of outputs is not for this.
    (options.record, options.recordExact) = (nil, nil)
    for note in RecordedState.notes(options.sources) { Geoscript.complain("geoscript: \(note)") }
    let run = try ReplRun(options, at: at)
    let input = StandardConsoleInput(ConsoleCompletion(GeoLibrary.catalog, commands: run.commands))
    let code = try ConsoleSession(run, input).run()
    if code != 0 { throw ExitCode(code) }
  }

  /// What stands where `run` has its script.
  private static let unnamed = "console"
}
