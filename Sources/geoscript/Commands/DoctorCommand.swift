import ArgumentParser
import Geo
import GeoHost
import Glibc

/// `geoscript doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look whether what runs need is there, and say what to do.",
    discussion: """
      Looks at the libraries, fonts, clock, folders and gazetteer of this machine,
      at receivers that are plugged in, and at gpsd and an MQTT broker on it.
      Changes nothing and asks nobody on the network who is not named.

      A source, as after --from, is tried: it is opened until a location comes, and
      what came is said. Of mqtt:// only the server is looked for, of http:// only
      the port.

      Each line begins with ok, warn or fail. Exit code 69 when something failed.

      Examples:
        geoscript doctor
        geoscript doctor gpsd://localhost
        geoscript doctor nmea:///dev/ttyUSB0 --wait 60
        geoscript doctor http://127.0.0.1:8080 --state state --json
      """)

  @Argument(help: "Sources to try.", completion: .file())
  var sources: [String] = []

  @Option(
    help: ArgumentHelp("The directory that a run would keep its state in.", valueName: "dir"),
    completion: .directory)
  var state: String?

  @Option(help: ArgumentHelp("Seconds that a source may take to bring a location.", valueName: "s"))
  var wait = 5.0

  @Flag(help: "One JSON object a line.")
  var json = false

  func validate() throws {
    guard wait > 0, wait <= 86_400 else {
      throw ValidationError("--wait must be above 0, a day at most, got \(wait)")
    }
  }

  func run() throws {
    var doctor = Doctor()
    doctor.sources = sources
    doctor.state = state
    doctor.patience = wait
    var hasFailed = false
    try doctor.look { finding in
      print(json ? finding.json.description : finding.text)
      // A source may take its time: what is known is shown at once.
      fflush(nil)
      if finding.grade == .fail { hasFailed = true }
    }
    if hasFailed { throw ExitCode(69) }
  }
}
