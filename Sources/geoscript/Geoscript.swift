import ArgumentParser
import Geo
import GeoHost
import Glibc

/// The command.
@main
struct Geoscript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geoscript",
    abstract: "Run location scripts in Lua on tracks, logs and what happens now.",
    discussion: """
      A script is written like an app for Core Location and Map Kit: it makes a
      location manager, registers regions, puts pins on a map and has functions
      that are called. The command plays the phone: it brings fixes and touches
      from a track, a log, a receiver or phones, and carries out the alerts.

      Examples:
        geoscript run examples/hello.lua
        geoscript run examples/geofence.lua \\
          --from examples/tracks/zbevnica-hike.gpx
        geoscript draw track.gpx fences.geojson -o look.png
        geoscript geocode 1 Infinite Loop, Cupertino
        geoscript replay-info track.gpx
        geoscript convert track.gpx track.kml
        geoscript check my.lua
        geoscript docs CLLocationManager
        geoscript gazetteer info
        geoscript doctor gpsd://localhost

      Exit codes:
        0    done
        1    a callback failed, under --strict; geocode: nothing is known
        64   wrong words on the command line
        65   a bad script or bad data; every copy of the script was stopped
        66   a file that is not there or cannot be read
        69   the phone of the profile lacks what the script cannot do without;
             geocode: no source answered; doctor: something failed
        70   a fault of geoscript, or a call that does not come back
        73   an output that cannot be made
        74   an output that cannot be written, or alerts that did not arrive
        77   something that needs leave: --allow-net, --allow-read or --allow-write
        130  stopped by Ctrl-C, 143 by a request to end, after a clean stop

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

  /// What the words on the command line ask for.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    // To find `run` among its commands, the parser would make a list of all its options twice, a good part of the
    // time to start. What it cannot take is told by the whole.
    if words.first == RunCommand.configuration.commandName,
      let run = try? RunCommand.parse(Array(words.dropFirst()))
    {
      return run
    }
    return try parseAsRoot(GeocodeCommand.handedOver(words))
  }

  /// Opens `/dev/null` for each of the three that came closed: the next file opened would take its place, and get
  /// what is meant for a reader.
  private static func fillStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// A script without `run`, and a track beside the script where `--from` was meant, get a line more.
  private static func explain(_ error: any Error) {
    if let word = CommandLine.arguments.dropFirst().first, word.hasSuffix(".lua") {
      return complain("A script is run with: geoscript run \(word)")
    }
    let message = message(for: error)
    guard message.hasPrefix("Unexpected argument '"),
      let word = message.split(separator: "'").dropFirst().first,
      access(String(word), F_OK) == 0
    else { return }
    complain("A source of events is given with --from \(word), words for the script after --.")
  }

  static func complain(_ text: String) {
    let line = PlainText.lines(text) + "\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
}
