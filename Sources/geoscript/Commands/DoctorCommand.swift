import ArgumentParser
import Geo
import GeoHost
import Glibc

/// `geoscript doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check this machine and sources, and say what to do.",
    discussion: """
      Checks libraries, fonts, clock, folders and gazetteer of this machine,
      receivers that are plugged in, and gpsd and an MQTT broker on it. doctor
      changes nothing, and contacts only servers that you name.

      A source, as after --from, is opened until a location comes; doctor prints
      what came. For mqtt:// and nats:// it checks only the server, for http:// only
      the port.

      Each line begins with ok, warn or fail. If a check fails, the exit code is 69.

      Examples:
        geoscript doctor
        geoscript doctor gpsd://localhost
        geoscript doctor nmea:///dev/ttyUSB0 --wait 60
        geoscript doctor http://127.0.0.1:8080 --state state --json
      """)

  @Argument(help: "Sources to try.", completion: .file())
  var sources: [String] = []

  @Option(
    help: ArgumentHelp("The state directory that a run would use.", valueName: "dir"),
    completion: .directory)
  var state: String?

  @Option(help: ArgumentHelp("Seconds to wait for a location from a source.", valueName: "s"))
  var wait: Seconds = 5.0

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func validate() throws {
    guard wait.value == 5 || !sources.isEmpty else {
      throw ValidationError("--wait needs a source: it says how long a location of it may take")
    }
    guard wait.value > 0, wait.value <= 86_400 else {
      throw ValidationError("--wait must be above 0, a day at most, got \(wait.value)")
    }
  }

  func run() throws {
    var doctor = Doctor()
    doctor.sources = sources
    doctor.state = state
    doctor.patience = wait.value
    var hasFailed = false
    try doctor.run { finding in
      print(json ? finding.json.description : finding.text)
      // Shows each finding at once, because a source may take long.
      fflush(nil)
      if finding.grade == .fail { hasFailed = true }
    }
    if hasFailed { throw ExitCode(69) }
  }
}
