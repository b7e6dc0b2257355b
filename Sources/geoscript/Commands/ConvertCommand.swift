public import ArgumentParser
import Geo
public import GeoFeeds
import GeoHost
import Glibc

/// `geoscript convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write tracks and logs in another form.",
    usage: "geoscript convert <files> ... <output> [<options>]",
    discussion: """
      Reads whatever `geoscript run --from` reads and writes GPX, KML, GeoJSON, CSV,
      the event log, NMEA or OwnTracks .rec, as the name of the last file says, also
      with .gz. Several files become one, merged by time. What a form has no room for
      is left out and said. `geoscript docs inputs` tells of each form.

      Examples:
        geoscript convert walk.nmea walk.gpx
        geoscript convert monday.ndjson.gz tuesday.ndjson.gz week.kml
        geoscript convert vans.csv '{device}.nmea'
        geoscript convert dog.ndjson - --to csv | head
      """)

  @Argument(help: "Files to read, - for standard input; the last one is written.", completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("What is read, where names do not say it.", valueName: "form"))
  var fromForm: TrackForm?

  @Option(help: ArgumentHelp("What is written, where the name does not say it.", valueName: "form"))
  var to: TrackForm?

  @Option(help: ArgumentHelp("Leave out events before this time.", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("Leave out events after this time.", valueName: "time"))
  var end: String?

  @Option(help: ArgumentHelp("Seconds between points that have no time.", valueName: "s"))
  var interval: Double?

  @Option(help: "What is a device in a GPX.")
  var deviceBy: FeedOptions.DeviceBy = .file

  @Flag(help: "No summary.")
  var quiet = false

  func run() throws {
    guard files.count > 1, let output = files.last else {
      throw GeoError(.usage, "convert takes what is to be read and, last, what is to be written")
    }
    guard let form = to ?? TrackForm(path: output) else {
      let forms = TrackForm.allCases.map(\.rawValue).joined(separator: ", ")
      throw GeoError(
        .usage, "the name does not say its form (expected one that ends so, or --to: \(forms))", at: output)
    }
    let inputs = Array(files.dropLast())
    if output != "-", inputs.contains(where: { ConvertCommand.areSame($0, output) }) {
      throw GeoError(.usage, "is read and cannot be written at once", at: output)
    }
    var conversion = TrackConversion(inputs, to: output, as: form)
    conversion.inputForm = fromForm
    conversion.options.start = try start.map { try FeedOptions.time($0) }
    conversion.options.end = try end.map { try FeedOptions.time($0) }
    conversion.options.interval = interval
    conversion.options.deviceBy = deviceBy
    let report = try conversion.run()
    if !quiet { for line in lines(report, output) { Geoscript.complain(line) } }
    if report.events == 0 {
      throw GeoError(.data, "no event came from it", at: inputs.joined(separator: ", "))
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

  private static func areSame(_ a: String, _ b: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(a, &one) == 0, stat(b, &other) == 0, one.st_mode & S_IFMT == S_IFREG else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}

extension TrackForm: ExpressibleByArgument {}
