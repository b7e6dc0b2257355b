import ArgumentParser
import Geo
import GeoFeeds
public import GeoFormats
import GeoHost

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

  func run() throws {
    let named = output.map { files + [$0] } ?? files
    guard named.count > 1, let output = named.last else {
      throw GeoError(.usage, "convert needs the files to read and, last, the file to write")
    }
    guard let form = to ?? TrackForm(path: output) else {
      let forms = TrackForm.allCases.map(\.rawValue).joined(separator: ", ")
      throw GeoError(
        .usage, "the name does not show its format: give it one of these endings, or use --to (\(forms))",
        at: output)
    }
    let inputs = try SourcePaths.expanded(Array(named.dropLast()))
    try SourceWord.checkFiles(inputs)
    if output != "-", inputs.contains(where: { areSameFile($0, output) }) {
      throw GeoError(.usage, "cannot be read and written at the same time: name another output", at: output)
    }
    if fromForm == nil { try SourceFit.check(inputs, deviceBy: deviceBy, table) }
    var conversion = TrackConversion(inputs, to: output, as: form)
    conversion.inputForm = fromForm
    conversion.replaces = force
    table.apply(to: &conversion.options)
    if let zone = table.timeZone, zone.rules == nil {
      throw GeoError(.usage, "--time-zone auto is for what people read: name the zone of the table's times")
    }
    let zone = conversion.options.timeZone
    conversion.options.start = try start.map { try FeedOptions.time($0, in: zone, for: "--start") }
    conversion.options.end = try end.map { try FeedOptions.time($0, in: zone, for: "--end") }
    conversion.options.interval = interval
    conversion.options.pace = pace
    conversion.options.deviceBy = deviceBy
    let report = try conversion.run()
    if !quiet { for line in lines(report, output) { Geoscript.complain(line) } }
    if report.events > 0, let warning = SourceFit.warning(of: conversion.options) {
      Geoscript.complain(warning)
    }
    if report.events == 0 {
      throw GeoError(.data, "contains no events", at: inputs.joined(separator: ", "))
    }
  }

  private func lines(_ report: TrackConversion.Report, _ output: String) -> [String] {
    var lines = report.notes
    for (kind, entry) in report.skips.kinds {
      lines.append("skipped: \(grouped(entry.count)) × \(kind), first: \(entry.first)")
    }
    if !report.losses.isEmpty {
      let words = report.losses.map { "\(grouped($0.count)) × \($0.what)" }.joined(separator: ", ")
      lines.append("no room for: \(words)")
    }
    let name = output == "-" ? "standard output" : output
    return lines + [
      "\(name): \(counted(report.written, "fix", "fixes")) of \(counted(report.devices, "device"))"
    ]
  }
}

extension TrackForm: WordChoice {}
