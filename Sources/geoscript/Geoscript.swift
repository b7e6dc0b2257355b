import ArgumentParser
import Geo
import GeoHost
import Glibc

/// The command.
@main
struct Geoscript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geoscript",
    abstract: "Run Lua scripts on location tracks, logs and live positions.",
    discussion: """
      You write a script like an app for Core Location and Map Kit: it makes a
      location manager, registers regions and gives it functions to call.
      geoscript plays the phone: it takes fixes and touches from a track, a log, a
      receiver or real phones, and delivers the alerts.

      Examples:
        geoscript run examples/hello.lua
        geoscript run examples/geofence.lua \\
          --from examples/tracks/zbevnica-hike.gpx
        geoscript page walk.lua --from track.gpx -o day.html
        geoscript draw track.gpx fences.geojson -o look.png
        geoscript geocode 1 Infinite Loop, Cupertino
        geoscript replay-info track.gpx
        geoscript convert track.gpx track.kml
        geoscript report trips --from van.csv -o day.html
        geoscript check my.lua
        geoscript test
        geoscript repl my.lua --from track.gpx --at 10:02
        geoscript docs quickstart
        geoscript config dog.lua --from track.gpx
        geoscript gazetteer info
        geoscript basemap add helsinki.osm.pbf
        geoscript doctor gpsd://localhost

      Exit codes:
        0    success
        1    a callback of the script failed; geocode: nothing found
        64   command-line usage error
        65   bad script or bad data; every instance of the script was stopped
        66   an input file is missing or unreadable
        69   the device profile lacks a capability the script requires; a source or
             a server did not answer; doctor: a check failed
        70   internal error, or a call that never returned
        73   an output file cannot be created
        74   an output cannot be written, or alerts were not delivered
        77   permission denied: add --allow-net, --allow-read or --allow-write
        129  stopped by SIGHUP; 130 by Ctrl-C; 143 by SIGTERM (each ends cleanly)
        141  run: ended early, because nobody reads its only output
      With run --keep-going, the code is 0 even if callbacks, files or sources fail.

      Completion for a shell (bash, zsh or fish):
        geoscript --generate-completion-script bash > geoscript.bash
        source geoscript.bash
      """,
    version: Product.version,
    subcommands: [
      RunCommand.self, PageCommand.self, DrawCommand.self, GeocodeCommand.self, CheckCommand.self,
      NewCommand.self, TestCommand.self, WhyCommand.self, ReplCommand.self, AttachCommand.self,
      DebugCommand.self, StubsCommand.self, DocsCommand.self, StateCommand.self,
      AlertsCommand.self, ReplayInfoCommand.self, ConvertCommand.self, ReportCommand.self,
      GazetteerCommand.self, BasemapCommand.self, DoctorCommand.self, ConfigCommand.self, ServiceCommand.self,
      HTTPUserCommand.self, GatewayCommand.self, PublishCommand.self,
      NATSConfigCommand.self,
    ])

  static func main() {
    fillStandardDescriptors()
    var configuration = Configuration(words: [])
    do {
      var command = try parsed(Array(CommandLine.arguments.dropFirst()), &configuration)
      try command.run()
      StandardOutput.exit(0)
    } catch let error as GeoError {
      let error = configuration.placed(error)
      complain("geoscript: \(error)")
      Glibc.exit(error.code.exitCode)
    } catch let code as ExitCode {
      StandardOutput.exit(code.rawValue)
    } catch {
      if let hint = configuration.hint(for: message(for: error)) { complain(hint) }
      explain(error)
      if exitCode(for: error).isSuccess, let help = PublishCommand.help(fullMessage(for: error)) {
        return print(help)
      }
      if let text = corrected(error) {
        complain(text)
        Glibc.exit(exitCode(for: error).rawValue)
      }
      exit(withError: error)
    }
  }
}
