import GeoCore

/// The services beside regions that wake an app and launch one that was terminated.
///
/// - Source: BG-1, and Apple's reference of `startMonitoringSignificantLocationChanges` and `startMonitoringVisits`.
struct WakingServices: OptionSet, Sendable {
  let rawValue: UInt8

  static let significantChanges = WakingServices(rawValue: 1)
  static let visits = WakingServices(rawValue: 2)
}

extension Device {
  func register(_ service: WakingServices) { waking.services.insert(service) }

  /// Forgets a service that was stopped, unless a manager still runs it.
  func unregister(_ service: WakingServices, unless runs: (ManagerServices) -> Bool) {
    var isRunning = false
    eachManager { if let services = $0.services, runs(services) { isRunning = true } }
    if !isRunning { waking.services.remove(service) }
    updateRadios()
  }

  /// Notifies the managers that monitor significant changes when the radio they need is gone.
  func reportIfChangesEnded() {
    guard !CLLocationManager.significantLocationChangeMonitoringAvailable(on: self) else { return }
    eachManager { if isAwake, $0.services?.significant != nil { $0.significantChangesFailed() } }
  }

  /// Whether a fix is a significant change for an app that is suspended or terminated.
  func wakesForChange(_ fix: Fix) -> Bool {
    guard waking.services.contains(.significantChanges), !isAwake,
      CLLocationManager.significantLocationChangeMonitoringAvailable(on: self)
    else { return false }
    guard life.state == .terminated else {
      var wakes = false
      eachManager { if $0.isSignificant(fix) { wakes = true } }
      return wakes
    }
    guard let last = waking.memory.lastSignificant else { return true }
    return clock.now - last.time >= SignificantChange.interval
      && Geodesic.distance(from: last.coordinate, to: fix.coordinate) >= SignificantChange.distance
  }
}
