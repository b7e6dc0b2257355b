import ArgumentParser
import Geo
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua

/// `geoscript replay-info`.
struct ReplayInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay-info",
    abstract: "Show what is in files of events.",
    usage: "geoscript replay-info <files> ... [<options>]",
    discussion: """
      Shows devices, times, distances, gaps and faults of every file that
      `geoscript run --from` reads, including recordings.

      Examples:
        geoscript replay-info track.gpx
        geoscript replay-info monday.ndjson.gz tuesday.ndjson.gz --devices 5
        geoscript replay-info dog.ndjson --json | jq .devices
      """)

  @Argument(help: "Files of events, or - for standard input.", completion: .file())
  var files: [String]

  @Flag(help: "Print one JSON object per file.")
  var json = false

  @Option(help: ArgumentHelp("Most devices to list.", valueName: "n"))
  var devices = 20

  @Option(
    help: ArgumentHelp("Seconds between points that have no time.", valueName: "s"), transform: Seconds.value)
  var interval: Double?

  @OptionGroup var table: TableColumns

  func run() throws {
    var options = FeedOptions()
    table.apply(to: &options)
    options.interval = interval
    var unusable: [String] = []
    var events = 0
    let paths = try SourcePaths.expanded(files)
    try SourceFit.check(paths, deviceBy: .file, table)
    for (index, path) in paths.enumerated() {
      try SourceWord.checkFiles([path])
      let summary = try LogSummary(path, options: options)
      if json {
        print(summary.json(devices: devices))
      } else {
        if index > 0 { print("") }
        let zone = try table.timeZone?.zone(of: [path], options) ?? ZoneInfo.system
        for line in summary.lines(devices: devices, in: zone) {
          print(PlainText.line(line))
        }
      }
      events += summary.events
      if summary.events == 0, summary.skips.total > 0 { unusable.append(path) }
    }
    if events > 0, let warning = SourceFit.warning(of: options) { Geoscript.complain(warning) }
    guard unusable.isEmpty else {
      throw GeoError(
        .data, "contains nothing usable: geoscript skipped all of it", at: unusable.joined(separator: ", "))
    }
  }
}
