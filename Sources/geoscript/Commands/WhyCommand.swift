import ArgumentParser
import Geo
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua
import GeoWorkshop
import Glibc

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

  func run() throws {
    let known = RunConfiguration.options()
    var question = WhyQuestion()
    (question.region, question.time, question.device) = (not, at, device)
    if let within { question.margin = try Quantity.seconds(within, "--within") }
    // With --not there is an alert beside the script only by mistake.
    let takesAlert = not == nil || self.words.contains { $0.hasSuffix(".lua") }
    let words = ScriptWords(self.words, takesName: takesAlert, options: known) { access($0, F_OK) == 0 }
    question.alert = words.name
    if not != nil, let alert = words.name {
      throw GeoError(
        .usage, "--not asks why nothing fired, and '\(alert)' names an alert: leave one of them out")
    }
    if let bundle { try WhyBundle.check(bundle) }
    let configuration = try Configuration(words: words.expanded, options: known)
    guard configuration.script != nil else { throw GeoError(.usage, WhyCommand.advice(words.name)) }
    var options = try RunCommand.options(of: configuration.words)
    // What a configuration says of outputs is not for this.
    (options.record, options.recordExact) = (nil, nil)
    let restored = try RestoredSources(options)
    // Its folder lasts as long as it does.
    defer { withExtendedLifetime(restored) {} }
    options = restored.options
    if !restored.names.isEmpty {
      Geoscript.complain(
        "geoscript: as the run had them, from --state: \(restored.names.joined(separator: ", "))")
    }
    question.isChanged = try isChanged(options)
    let notes =
      RecordedState.notes(options.sources) + RecordedRun.masks(options.sources)
      + RecordedRun.reloads(options.sources, in: options.timeZone)
    for note in notes {
      Geoscript.complain("geoscript: \(note)")
    }
    var alert: Alert?
    if question.alert != nil {
      let answer = try WhyAlert(question, options)
      print(json ? "\(answer.json)\n" : answer.text(in: options.timeZone), terminator: "")
      alert = answer.alert
    } else {
      let answer = try WhyNot(question, options)
      print(json ? "\(answer.json)\n" : answer.text(in: options.timeZone), terminator: "")
      question.time = ISO8601.format(answer.time)
    }
    guard let bundle else { return }
    fflush(nil)
    Geoscript.complain(try WhyBundle(bundle, question, options, configuration.settings, alert: alert).write())
  }

  /// Whether the run differs from the one that was recorded; says so.
  ///
  /// - Errors: ``GeoError`` `data` if it does, without `--anyway`.
  private func isChanged(_ options: RunOptions) throws(GeoError) -> Bool {
    let differences = try RecordedRun.differences(options).joined(separator: "; ")
    guard !differences.isEmpty else { return false }
    guard anyway else {
      throw GeoError(
        .data,
        "the run was recorded otherwise: \(differences) (--state DIR has what ran, if the run had it; --anyway asks all the same)",
        at: options.sources.joined(separator: ", "))
    }
    Geoscript.complain("geoscript: the run was recorded otherwise: \(differences)")
    return true
  }

  /// What to write if no word names the script.
  private static func advice(_ alert: String?) -> String {
    guard let alert else {
      return
        "name an alert and a script: geoscript why ALERT home.lua --from FILE; or the script with --at TIME"
    }
    return "name the script as well: geoscript why '\(PlainText.line(alert))' home.lua --from FILE"
  }
}
