import ArgumentParser

/// `geoscript why`.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Say why an alert was raised, or why nothing fired.",
    usage: """
      geoscript why <alert> <script> --from <file> [<options of run>]
      geoscript why <script> --not <region> --at <time> --from <file> …
      """,
    discussion: """
      Plays the recording of a run (geoscript run --record FILE), or the files that a
      run read, once more, and explains what happened. Give the options of that run,
      such as --seed and --fences; nothing is sent or written.

      <alert> is the id of an alert, the beginning of one, or its title. The answer
      has the fixes with their decisions, the lines of the script that ran, and the
      sinks. Without an alert, --at says when something should have fired: the
      answer lists what held it back and what was missing, the nearest first.
      The exit code is 65 if the run raises no such alert, or if the script or an
      option is not that of the recording; --anyway allows the latter.
      More: geoscript docs why.

      Examples:
        geoscript why 3f9c2ab1 home.lua --from today.ndjson
        geoscript why 'left garden' home.lua --from walk.gpx --at 10:02
        geoscript why home.lua --not garden --at 10:02 --from walk.gpx
        geoscript why home.lua --at 10:02 --device rex --from today.ndjson
        geoscript why 3f9c2ab1 home.lua --from today.ndjson --bundle left.zip
      """)

  @Option(help: ArgumentHelp("Ask why this region had no event.", valueName: "region"))
  var not: String?

  @Option(
    help: ArgumentHelp(
      "The moment to ask about: 10:02, 10:02:30, or a date of ISO 8601.", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("The device to ask about. (default: all)", valueName: "name"))
  var device: String?

  @Option(
    help: ArgumentHelp("How far from the moment an event may be. (default: 10min)", valueName: "duration"))
  var within: String?

  @Option(
    help: ArgumentHelp(
      "Pack script, fences, options and the events that lead there into a zip file for others.",
      valueName: "file"), completion: .file(extensions: ["zip"]))
  var bundle: String?

  @Flag(help: "Answer though the script, its files or options are not those of the recording.")
  var anyway = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Argument(
    parsing: .allUnrecognized,
    help: "An alert, the script, and the options of geoscript run.", completion: .file(extensions: ["lua"]))
  var words: [String] = []

  func validate() throws {
    guard within == nil || at != nil else {
      throw ValidationError("--within needs --at: it says how far from that moment an event may be")
    }
  }
}
