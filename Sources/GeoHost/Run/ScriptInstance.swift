import Geo
import GeoLua
import LuaBridge

/// A device with the copy of the script that runs on it, while one does, and what its worker notes of both.
final class ScriptInstance {
  let device: Device
  /// The tiles that its maps wait for.
  let tiles: TileFetchQueue
  /// Nil before the first launch and while the app has ended.
  var script: RunningScript?
  /// A copy that failed for good is not launched again.
  var isStopped = false
  /// What earlier copies of the script on this device did.
  var past = Past()
  /// Why a later run must not start it.
  var quarantine: String?
  /// Whether it has changed since the last checkpoint.
  var isDirty = false
  /// Live: when the last of its events came, and whether it has been silent for too long since, or was never heard.
  var lastArrival = -TimeInterval.infinity
  var isSilent = true
  /// How often it has been.
  var silences = 0
  var twins = DuplicateSenderDetector()
  /// Whether what its window lets go is being handled: what another device sets off must not overtake it.
  var isDraining = false
  /// Whether it was loaded for something that waits, without an event.
  var wasWoken = false
  /// How it goes on from an earlier run, until its script has started.
  var resumption: Resumption?
  /// The hash of its store as it was last kept, 0 before.
  var storeHash: UInt64 = 0
  /// The text of the store of a script that has ended, until it is kept.
  var endedStore: String?
  /// Whether its store could not be kept, and that has been said.
  var storeFailed = false

  /// What an earlier run left of a script that ran when it ended.
  struct Resumption {
    /// Where the device's clock stood.
    var clock: TimeInterval
    var sequence: Int
    var timers: [DeviceTimer.Snapshot]
    var lostTimers: Int
  }

  struct Past {
    var alerts = 0
    var suppressedAlerts = 0
    var sequence = 0
    /// `geoscript.store`, nil where it was never used.
    var store: JSONValue?
  }

  init(_ device: Device, _ tiles: TileFetchQueue) { (self.device, self.tiles) = (device, tiles) }

  var isRunning: Bool { script != nil && !isStopped }

  var alerts: Int { past.alerts + (script?.alertCount ?? 0) }
  var suppressedAlerts: Int { past.suppressedAlerts + (script?.suppressedAlerts ?? 0) }

  /// Gives a script that is about to start what was left by the last.
  func attach(over script: RunningScript) {
    script.savedStore = past.store
    if let resumption { script.resume(sequence: resumption.sequence, timers: resumption.timers) }
    resumption = nil
  }

  /// Ends the copy of the script; its numbers stay.
  func unload() {
    guard let ended = script else { return }
    past.alerts += ended.alertCount
    past.suppressedAlerts += ended.suppressedAlerts
    past.sequence = ended.sequence
    script = nil
    device.closeScreen()
    device.closeGeocoding()
    tiles.close()
    ended.environment.finish()
  }
}
