public import ArgumentParser
import Geo
import GeoFeeds
import GeoFormats
public import GeoHost
import GeoLua

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

  func run() throws {
    let form = try ReportForm(path: output)
    let files = try SourcePaths.expanded(sources)
    try ReportForm.check(output, replaces: force, inputs: files + fences + privacyZone)
    try SourceFit.check(files, deviceBy: deviceBy, table)
    var report = Report(kind, of: files, in: table.timeZone?.rules ?? ZoneInfo.system)
    report.fences = fences
    report.privacyZones = privacyZone
    report.rule = rule.rule
    table.apply(to: &report.options)
    let zone = report.options.timeZone
    report.options.start = try start.map { try FeedOptions.time($0, in: zone, for: "--start") }
    report.options.end = try end.map { try FeedOptions.time($0, in: zone, for: "--end") }
    report.options.interval = interval
    report.options.deviceBy = deviceBy
    let outcome = try report.run()
    try form.write(outcome.table, to: output)
    if !quiet { for line in lines(outcome) { Geoscript.complain(line) } }
    if outcome.fixes > 0, let warning = SourceFit.warning(of: report.options) { Geoscript.complain(warning) }
  }

  private func lines(_ outcome: Report.Outcome) -> [String] {
    var lines = outcome.notes
    for (kind, entry) in outcome.skips.kinds {
      lines.append("skipped: \(grouped(entry.count)) × \(kind), first: \(entry.first)")
    }
    let name = output == "-" ? "standard output" : output
    return lines + [
      "\(name): \(counted(outcome.table.rows.count, "row")) of \(counted(outcome.fixes, "fix", "fixes"))"
    ]
  }
}

extension Report.Kind: ExpressibleByArgument {}
