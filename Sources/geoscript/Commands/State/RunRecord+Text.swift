import Geo
import GeoLua
import GeoStore

extension RunRecord {
  /// A sentence about the last run.
  var sentence: String {
    let end =
      switch status {
      case .running: "runs, or was interrupted"
      case .stopped: "was stopped"
      case .finished: "reached the end of its input"
      }
    return
      "The last run, of \(script), \(end)\(clock.isFinite ? " at \(ISO8601.format(clock, in: ZoneInfo.system))" : "")."
  }
}
