public import ArgumentParser
import GeoFormats
public import GeoHost

/// `geoscript report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report trips, stops, visits, distances or stays in fences.",
    discussion: """
      Reads every file that `geoscript run --from` reads, and writes one table: CSV,
      JSON or a page of HTML, as the name of the output tells. Days are those of
      --time-zone.
        trips     from where to where, how far, how fast; as Traccar divides them
        stops     the rests between trips
        visits    stays at a place, as CLVisit has them
        distance  the way of each day
        fences    stays in the regions of --fences
      More: geoscript docs reports.

      Examples:
        geoscript report trips --from van.csv -o day.html
        geoscript report fences --from dog.gpx --fences home.geojson -o dog.json
      """)

  @Argument(help: "What to report.")
  var kind: Report.Kind

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("Files of events, folders of them, or -. Repeatable.", valueName: "source"),
    completion: .file())
  var sources: [String] = []

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The table: a .csv, .json or .html file, or - for CSV.", valueName: "file"),
    completion: .file(extensions: ["csv", "json", "html"]))
  var output = "-"

  @Option(
    help: ArgumentHelp("Files of regions, for fences. Repeatable.", valueName: "file"),
    completion: .file(extensions: ["geojson", "json", "kml", "kmz", "wkt", "otrw"]))
  var fences: [String] = []

  @Option(
    help: ArgumentHelp(
      "Areas whose names replace positions, read as --fences reads them. Repeatable.",
      valueName: "file"),
    completion: .file(extensions: ["geojson", "json", "kml", "kmz", "wkt", "otrw"]))
  var privacyZone: [String] = []

  @Option(help: ArgumentHelp("Skip events before this time.", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("Skip events after this time.", valueName: "time"))
  var end: String?

  @Option(
    help: ArgumentHelp("Seconds between points that have no time.", valueName: "s"), transform: Seconds.value)
  var interval: Double?

  @Option(help: "What counts as a device: each file, or each track in it.")
  var deviceBy: FeedOptions.DeviceBy = .file

  @OptionGroup var rule: ReportRule

  @OptionGroup var table: TableColumns

  @Flag(name: [.short, .long], help: "Replace the file to write if it exists.")
  var force = false

  @Flag(help: "Print no summary.")
  var quiet = false

  func validate() throws {
    guard !sources.isEmpty else { throw ValidationError("name the files to report on with --from FILE") }
    guard (kind == .fences) == !fences.isEmpty else {
      throw ValidationError("report fences needs --fences FILE, and no other report takes it")
    }
    if let option = rule.given(besidesSpeed: kind == .distance), kind != .trips, kind != .stops {
      throw ValidationError(
        "--\(option) is for report trips and report stops: report \(kind.rawValue) has no trips")
    }
  }
}

extension Report.Kind: ExpressibleByArgument {}
