import ArgumentParser
import Geo
import GeoHost

/// `geoscript run`.
struct RunCommand: ParsableCommand, OptionTable {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a script, one instance for each device of the sources.",
    discussion: """
      A source is a file (GPX, KML, TCX, FIT, GeoJSON, CSV, event log, NMEA, .rec,
      each also .gz), - for standard input, a simulation (sim:…),
      or live: gpsd://, mqtt://, http://, nmea:///, tcp://, udp://, nats://.
      A file is one device, named after the file, unless it names devices itself.
      Files are merged by time and replayed as fast as possible; live sources run
      until Ctrl-C.
      Without a source, one instance runs for the device 'default' on the wall
      clock, until no timer is pending.

      Regions come from the script, or from --fences.

      More: geoscript docs run, sources, regions, fences, alerts, state, exit-codes.

      Examples:
        geoscript run walk.lua --from track.gpx
        geoscript run walk.lua --from track.gpx --speed 60
        geoscript run fleet.lua --from monday.ndjson.gz --from tuesday.csv --jobs 2
        geoscript run fleet.lua --from *.gpx --fences depots.geojson
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
        geoscript run family.lua --from http://127.0.0.1:8080 --page 127.0.0.1:8090
        geoscript run family.lua --from 'mqtt://broker/owntracks/#' \\
          --record family.ndjson.gz --record-rotate day
      """)

  var script = ""
  var config: String?
  var input = RunSources()
  var distortion = RunDistortion()
  var http = RunHTTP()
  var regions = RunRegions()
  var output = RunOutput()
  var keeping = RunKeeping()
  var reload = RunReload()
  var pictures = RunPictures()
  var page = RunPage()
  var phone = RunPhone()
  var limits = RunLimits()
  var arguments: [String] = []

  static func declare(_ o: inout OptionRows<Self>) {
    o.argument("script", \.script, "The Lua script.", completion: .file(extensions: ["lua"]))
    o.option(
      "config", \.config,
      "Read options from this TOML file. (default: geoscript.toml here, or else beside the script)",
      value: "file", completion: .file(extensions: ["toml"]))
    o.group("input", \.input, title: "Sources")
    o.group("distortion", \.distortion, title: "Bad data on purpose")
    o.group("http", \.http, title: "Who may send to http://…")
    o.group("regions", \.regions, title: "Regions")
    o.group("output", \.output, title: "Alerts and output")
    o.group("keeping", \.keeping, title: "State and recording")
    o.group("reload", \.reload, title: "Reload")
    o.group("pictures", \.pictures, title: "Pictures")
    o.group("page", \.page, title: "Page")
    o.group("phone", \.phone, title: "The phone")
    o.group("limits", \.limits, title: "Limits and permissions")
    o.rest("arguments", \.arguments, "Values for geoscript.args.")
  }

  func run() throws {
    let options = try self.options()
    if !options.changes.isEmpty { return try answerWhatIf(options) }
    do {
      var repeated = try RepeatedRun(options, modules: .all)
      let code = try repeated?.run() ?? Run(options, modules: .all).run()
      if code != 0 { throw ExitCode(code) }
    } catch let fault as GeoError where options.logFormat == .json {
      Console(options).say(.error, fault.description)
      throw ExitCode(fault.code.exitCode)
    }
  }
}
