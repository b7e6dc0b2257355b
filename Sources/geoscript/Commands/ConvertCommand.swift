import ArgumentParser
public import GeoFormats

/// `geoscript convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write tracks and logs in another format.",
    usage: "geoscript convert <files> ... <output> [<options>]",
    discussion: """
      Reads every file that `geoscript run --from` reads. The name of the last file
      chooses what to write: GPX, KML, GeoJSON, CSV, the event log, NMEA or
      OwnTracks .rec, also with .gz. Several files become one, merged by time.
      convert reports what the new format cannot hold. It replaces no file without
      -f.
      More: geoscript docs inputs.

      Examples:
        geoscript convert walk.nmea walk.gpx
        geoscript convert monday.ndjson.gz tuesday.ndjson.gz week.kml
        geoscript convert vans.csv '{device}.nmea'
        geoscript convert dog.ndjson - --to csv | head
      """)

  @Argument(help: "Files to read (- for standard input), and last the file to write.", completion: .file())
  var files: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write, if it is not the last of the names.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Format to read, if the names do not tell.", valueName: "form"))
  var fromForm: TrackForm?

  @Option(help: ArgumentHelp("Format to write, if the name does not tell.", valueName: "form"))
  var to: TrackForm?

  @Option(help: ArgumentHelp("Skip events before this time.", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("Skip events after this time.", valueName: "time"))
  var end: String?

  @Option(
    help: ArgumentHelp("Seconds between points that have no time.", valueName: "s"), transform: Seconds.value)
  var interval: Double?

  @Option(
    help: ArgumentHelp("Meters a second between points that have no time.", valueName: "m/s"),
    transform: MetersPerSecond.value)
  var pace: Double?

  @Option(help: "What counts as a device in a GPX: each file, or each track in it.")
  var deviceBy: FeedOptions.DeviceBy = .file

  @OptionGroup var table: TableColumns

  @Flag(name: [.short, .long], help: "Replace the file to write if it exists.")
  var force = false

  @Flag(help: "Print no summary.")
  var quiet = false

  func validate() throws { try RunSources.checkTimes(interval: interval, pace: pace) }
}

extension TrackForm: WordChoice {}
