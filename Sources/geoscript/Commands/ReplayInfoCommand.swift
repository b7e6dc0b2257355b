import ArgumentParser
import Geo
import GeoFeeds
import GeoHost

/// `geoscript replay-info`.
struct ReplayInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay-info",
    abstract: "Say what is in files of events: devices, times, ways, gaps, faults.",
    usage: "geoscript replay-info <files> ... [<options>]",
    discussion: """
      Reads whatever `geoscript run --from` reads of files, recordings of --record
      among them.

      Examples:
        geoscript replay-info track.gpx
        geoscript replay-info monday.ndjson.gz tuesday.ndjson.gz --devices 5
        geoscript replay-info dog.ndjson --json | jq .devices
      """)

  @Argument(help: "Files of events, or -.", completion: .file())
  var files: [String]

  @Flag(help: "Print a JSON object for each file.")
  var json = false

  @Option(help: ArgumentHelp("How many devices are listed at most.", valueName: "n"))
  var devices = 20

  @Option(help: ArgumentHelp("Seconds between points that have no time.", valueName: "s"))
  var interval: Double?

  func run() throws {
    var options = FeedOptions()
    options.interval = interval
    for (index, path) in files.enumerated() {
      let summary = try LogSummary(path, options: options)
      if json {
        print(summary.json(devices: devices))
      } else {
        if index > 0 { print("") }
        for line in summary.lines(devices: devices) { print(PlainText.line(line)) }
      }
    }
  }
}
