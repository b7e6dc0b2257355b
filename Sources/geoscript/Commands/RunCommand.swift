public import ArgumentParser
import Geo
public import GeoFeeds
import GeoHost

/// `geoscript run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a script, one copy for each device of the sources.",
    discussion: """
      A source is a file (GPX, KML, GeoJSON, CSV, event log, NMEA, .rec, each also
      .gz), - for NDJSON on standard input, a simulation (sim:…), or live: gpsd://,
      mqtt://, http://, nmea:///, tcp://, udp://; `geoscript docs sources` has them
      all. A file is one device, called by its name, unless it names devices itself.
      Files are merged by time and replay as fast as they can; live sources are
      heard side by side until Ctrl-C. Without a source one copy of the script
      runs for the device 'default' on the wall clock, until no timer is pending.

      Regions come from the script, or from --fences: GeoJSON, KML, WKT or OwnTracks
      files, longitude first; `geoscript docs fences` shows each.

      Examples:
        geoscript run walk.lua --from track.gpx
        geoscript run walk.lua --from track.gpx --speed 60
        geoscript run fleet.lua --from monday.ndjson.gz --from tuesday.csv --jobs 2
        geoscript run fleet.lua --from vans.csv --fences depots.geojson
        geoscript run walk.lua --from 'sim:route.gpx?speed=50km/h' --dropout 5%
        geoscript run car.lua --from 'sim:still?at=52.5,13.4&duration=8h' --seed 7
        geoscript run dog.lua --from - --alerts text --alerts ndjson:alerts.ndjson
        geoscript run dog.lua --from walk.gpx \\
          --alerts exec:examples/alerts/desktop-notification
        geoscript run dog.lua --from walk.gpx \\
          --alerts https://example.org/hook --alert-header @token.txt
        geoscript run walk.lua --from track.gpx --json | grep didEnterRegion
        geoscript run walk.lua --from track.gpx --explain depot
        geoscript run walk.lua --from track.gpx --profile ipod
        geoscript run walk.lua --from track.gpx --map walk.png --map-scale 2
        geoscript run fleet.lua --from vans.csv --map 'frames/{n}.png' --map-every 60
        geoscript run dog.lua --from gpsd://localhost --from nmea:///dev/ttyUSB0
        geoscript run family.lua --from http://127.0.0.1:8080 --state family.state
        geoscript run family.lua --from 'mqtt://broker/owntracks/#' \\
          --record family.ndjson.gz --record-rotate day
      """)

  @Argument(help: "The Lua script.", completion: .file(extensions: ["lua"]))
  var script: String

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "Where events come from: a file, -, sim:… or an address such as gpsd://localhost; may be given again.",
      valueName: "source"),
    completion: .file())
  var sources: [String] = []

  @Option(
    help: ArgumentHelp("How fast a replay is: 1 is real time, 60 a minute a second.", valueName: "n|max"))
  var speed = "max"

  @Option(
    help: ArgumentHelp(
      "Leave out events before this time: ISO 8601 or seconds since 1970.", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("Leave out events after this time.", valueName: "time"))
  var end: String?

  @Option(help: ArgumentHelp("Seconds between points that have no time.", valueName: "s"))
  var interval: Double?

  @Option(help: ArgumentHelp("Speed in m/s along points that have no time.", valueName: "m/s"))
  var pace: Double?

  @Option(help: "What is a device in a GPX, KML or GeoJSON.")
  var deviceBy: FeedOptions.DeviceBy = .file

  @Option(
    help: ArgumentHelp("The column of a CSV that names devices, where it is not found.", valueName: "name"))
  var deviceColumn: String?

  @Option(
    help: ArgumentHelp(
      "Seconds within which events are put in order. (default: 3 for files, 0 for - and live)", valueName: "s"
    ))
  var reorderWindow: Double?

  @Option(
    help: ArgumentHelp(
      "Live: seconds of silence after which a device fails with kCLErrorLocationUnknown, once.",
      valueName: "s"))
  var staleAfter: Double?

  @Option(
    help: ArgumentHelp(
      "Regions that every device watches from its start: GeoJSON, KML, WKT or .otrw; may be given again.",
      valueName: "file"),
    completion: .file(extensions: ["geojson", "json", "kml", "wkt", "csv", "otrw", "gz"]))
  var fences: [String] = []

  @Option(help: ArgumentHelp("Metres past the edge of --fences that count as a crossing.", valueName: "m"))
  var fenceAccuracy = 0.0

  @Option(
    help: ArgumentHelp(
      "Keys of encrypted OwnTracks messages: one for all, or lines of user/device and key.", valueName: "file"
    ),
    completion: .file())
  var owntracksKey: String?

  @Flag(help: "The waypoints of OwnTracks phones become regions of their devices.")
  var owntracksWaypoints = false

  @Option(
    help: ArgumentHelp(
      """
      Where alerts go: text, ndjson, ndjson:FILE, exec:COMMAND, https://… or none; may be given again. \
      (default: text)
      """,
      valueName: "sink"))
  var alerts: [String] = []

  @Option(
    help: ArgumentHelp(
      "A directory that keeps regions, their states, timers and geoscript.store for the next run.",
      valueName: "dir"), completion: .directory)
  var state: String?

  @Option(help: ArgumentHelp("Seconds of work between checkpoints of --state, at least.", valueName: "s"))
  var checkpoint = 1.0

  @Option(
    help: ArgumentHelp(
      "A header field for alerts to https://…, or @FILE with one a line; may be given again.",
      valueName: "field"))
  var alertHeader: [String] = []

  @Option(
    help: ArgumentHelp(
      "At the end, how long https://… may take no alert before the rest is given up.", valueName: "s"))
  var alertTimeout = 30.0

  @Option(
    help: ArgumentHelp(
      "Write all that happens to this file (.ndjson or .ndjson.gz), which replays to the same with --from.",
      valueName: "file"), completion: .file(extensions: ["ndjson", "gz"]))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Go on with --record in a new file, by size or time: 100M, 1h, day …", valueName: "size|time"))
  var recordRotate: String?

  @Flag(help: "Print every delegate call, alert and printed line as a JSON object a line.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Say of each fix why it made an event of this region or none; all: of every region, of more than 100 those near.",
      valueName: "region|all"))
  var explain: String?

  @Option(help: ArgumentHelp("Threads to spread devices over.", valueName: "n"))
  var jobs = 1

  @Option(help: ArgumentHelp("What random numbers start from.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "The phone that is played: \(DeviceProfile.presets.map(\.name).joined(separator: ", ")), or a JSON file; "
        + "see: geoscript docs profiles.", valueName: "name|file"), completion: .file(extensions: ["json"]))
  var profile = "default"

  @OptionGroup(title: "Bad data on purpose") var distortion: RunDistortion

  @OptionGroup(title: "Who may send to http://…") var http: RunHTTP

  @OptionGroup var pictures: RunPictures

  @Option(
    help: ArgumentHelp(
      "How large a map is that is made without a frame, in points; the profile's screen otherwise.",
      valueName: "WxH"), transform: MapSize.init)
  var mapSize: MapSize?

  @Option(
    help: ArgumentHelp(
      "Who answers CLGeocoder: \(GeocoderOption.expected); see: geoscript docs geocoders. (default: gazetteer)",
      valueName: "source"))
  var geocoder: String?

  @Flag(
    help: ArgumentHelp(
      "Run the script in the background: launched once, then only woken by events it is registered for."))
  var background = false

  @Flag(help: "End at the first callback that fails, with exit code 1.")
  var strict = false

  @Flag(help: "No progress, notes or summary.")
  var quiet = false

  @Option(help: ArgumentHelp("Most memory for all copies of the script.", valueName: "MiB"))
  var maxMemory = 1024

  @Option(help: ArgumentHelp("Most memory for one copy of the script.", valueName: "MiB"))
  var maxMemoryDevice = 8

  @Option(help: ArgumentHelp("Most instructions that one callback may run.", valueName: "n"))
  var maxInstructions: Int64 = 50_000_000

  @Option(
    help: ArgumentHelp("A folder that the script may read, beside its own.", valueName: "dir"),
    completion: .directory)
  var allowRead: [String] = []

  @Option(
    help: ArgumentHelp("A folder that the script may write to.", valueName: "dir"), completion: .directory)
  var allowWrite: [String] = []

  @Flag(
    help: """
      Let the script load map tiles from servers, as MKTileOverlay("https://…/{z}/{x}/{y}.png") does, and have servers \
      of --geocoder asked.
      """)
  var allowNet = false

  @Argument(parsing: .postTerminator, help: "Words for geoscript.args.")
  var arguments: [String] = []

  func run() throws {
    let code = try Run(options()).run()
    if code != 0 { throw ExitCode(code) }
  }
}

extension FeedOptions.DeviceBy: ExpressibleByArgument {}
