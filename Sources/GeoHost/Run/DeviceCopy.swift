import Geo
import GeoLua
import LuaBridge

/// A device with the copy of the script that runs on it, while one does, and what its worker notes of both.
final class DeviceCopy {
  let device: Device
  /// Nil before the first launch and while the app has ended.
  var script: RunningScript?
  /// A copy that failed for good is not launched again.
  var isStopped = false
  /// What earlier copies of the script on this device did.
  private(set) var past = Past()

  struct Past {
    var alerts = 0
    var suppressedAlerts = 0
    var sequence = 0
  }

  init(_ device: Device) { self.device = device }

  var alerts: Int { past.alerts + (script?.alertCount ?? 0) }
  var suppressedAlerts: Int { past.suppressedAlerts + (script?.suppressedAlerts ?? 0) }

  /// Ends the copy of the script; its numbers stay.
  func unload() {
    guard let ended = script else { return }
    past.alerts += ended.alertCount
    past.suppressedAlerts += ended.suppressedAlerts
    past.sequence = ended.sequence
    script = nil
    ended.copy.finish()
  }
}
