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
        geoscript draw track.gpx fences.geojson -o look.png
        geoscript geocode 1 Infinite Loop, Cupertino
        geoscript replay-info track.gpx
        geoscript convert track.gpx track.kml
        geoscript check my.lua
        geoscript docs quickstart
        geoscript gazetteer info
        geoscript doctor gpsd://localhost

      Exit codes:
        0    success
        1    run --strict: a callback failed; geocode: nothing found
        64   command-line usage error
        65   bad script or bad data; every instance of the script was stopped
        66   an input file is missing or unreadable
        69   the device profile lacks a capability the script requires; geocode: no
             source answered; doctor: a check failed
        70   internal error, or a call that never returned
        73   an output file cannot be created
        74   an output cannot be written, or alerts were not delivered
        77   permission denied: add --allow-net, --allow-read or --allow-write
        130  stopped by Ctrl-C, 143 by SIGTERM, both cleanly

      Completion for a shell (bash, zsh or fish):
        geoscript --generate-completion-script bash > geoscript.bash
        source geoscript.bash
      """,
    version: Product.version,
    subcommands: [
      RunCommand.self, DrawCommand.self, GeocodeCommand.self, CheckCommand.self, StubsCommand.self,
      DocsCommand.self, StateCommand.self, ReplayInfoCommand.self, ConvertCommand.self, GazetteerCommand.self,
      DoctorCommand.self, HTTPUserCommand.self,
    ])

  static func main() {
    fillStandardDescriptors()
    do {
      var command = try parsed(Array(CommandLine.arguments.dropFirst()))
      try command.run()
    } catch let error as GeoError {
      complain("geoscript: \(error)")
      Glibc.exit(error.code.exitCode)
    } catch let code as ExitCode {
      Glibc.exit(code.rawValue)
    } catch {
      explain(error)
      exit(withError: error)
    }
  }

  /// Parses the words of the command line.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    // To find `run` among the commands, the parser would list all options twice, which takes a good part of
    // the start. Errors come from the full parser.
    if words.first == RunCommand.configuration.commandName,
      let run = try? RunCommand.parse(Array(words.dropFirst()))
    {
      return run
    }
    return try parseAsRoot(GeocodeCommand.handedOver(words))
  }

  /// Opens `/dev/null` for each standard descriptor that is closed: otherwise the next file would take its
  /// place and get the output meant for a reader.
  private static func fillStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Prints a hint for a script without `run`, and for a track without `--from`.
  private static func explain(_ error: any Error) {
    if let word = CommandLine.arguments.dropFirst().first, word.hasSuffix(".lua") {
      return complain("Run a script with: geoscript run \(word)")
    }
    let message = message(for: error)
    guard message.hasPrefix("Unexpected argument '"),
      let word = message.split(separator: "'").dropFirst().first,
      access(String(word), F_OK) == 0
    else { return }
    complain("Give a source of events with --from \(word), and values for the script after --.")
  }

  static func complain(_ text: String) {
    let line = PlainText.lines(text) + "\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
}
