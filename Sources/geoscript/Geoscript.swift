import ArgumentParser
import Geo
import GeoHost
import Glibc

/// The command.
@main
struct Geoscript: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "geoscript",
    abstract: "Location scripts in Lua, on live or replayed tracks.",
    discussion: """
      A script is written like an app for Core Location; the command plays the phone.

        geoscript run examples/geofence.lua --from examples/tracks/zbevnica-hike.gpx
        geoscript check my.lua
        geoscript docs CLLocationManager

      Exit codes: 0 done, 64 wrong usage, 65 bad script or data, 66 no input, 69 a service is not there,
      70 internal, 73 and 74 cannot write, 77 not allowed, 1 a callback failed under --strict,
      130 and 143 stopped by a signal after a clean stop.
      """,
    version: version,
    subcommands: [RunCommand.self, CheckCommand.self, StubsCommand.self, DocsCommand.self])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as GeoError {
      complain("geoscript: \(error)")
      Glibc.exit(error.code.exitCode)
    } catch let code as ExitCode {
      Glibc.exit(code.rawValue)
    } catch {
      exit(withError: error)
    }
  }

  static func complain(_ text: String) {
    let line = text + "\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
}
