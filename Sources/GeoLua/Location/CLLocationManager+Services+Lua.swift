import Geo
import LuaBridge

extension CLLocationManager {
  /// Significant changes, visits and deferred updates.
  static func bindServices(_ c: LuaBinder<CLLocationManager>) {
    c.method(
      "startMonitoringSignificantLocationChanges",
      "Starts updates at changes of 500 m, at least five minutes apart; the last known location comes first."
    ) {
      try requireRoom($0)
      $0.startMonitoringSignificantLocationChanges()
    }
    c.method(
      "stopMonitoringSignificantLocationChanges",
      "Stops significant-change updates; standard updates continue."
    ) {
      $0.stopMonitoringSignificantLocationChanges()
    }
    c.method("startMonitoringVisits", "Starts watching for places where the device stays; calls `didVisit`.")
    {
      try requireRoom($0)
      $0.startMonitoringVisits()
    }
    c.method("stopMonitoringVisits", "Stops telling of visits.") { $0.stopMonitoringVisits() }
    c.property(
      "isStationary", .none, "Whether the device stays at a place; false while nobody monitors visits. Ours."
    ) {
      $0.isStationary
    }
    c.property("isPaused", .none, "Whether standard updates rest because the device does. Ours.") {
      $0.isPaused
    }
    c.method(
      "allowDeferredLocationUpdatesUntilTraveled", ["distance", "timeout"],
      "Collects updates until the device is that many metres from here or that many seconds have passed."
    ) { (me: CLLocationManager, distance: Number, timeout: Number) in
      try requireRoom(me)
      me.allowDeferredLocationUpdates(untilTraveled: distance.value, timeout: timeout.value)
    }
    c.alias(
      "allowDeferredLocationUpdatesUntilTraveled_timeout", of: "allowDeferredLocationUpdatesUntilTraveled")
    c.method("disallowDeferredLocationUpdates", "Delivers what was collected; updates come one by one again.")
    {
      $0.disallowDeferredLocationUpdates()
    }
    let device: () throws -> Device = { [unowned machine = c.machine] in
      try RunningScript.current(machine).device
    }
    c.classMethod(
      "significantLocationChangeMonitoringAvailable", .none,
      "Returns whether the device has the cellular radio that significant changes need."
    ) { significantLocationChangeMonitoringAvailable(on: try device()) }
    c.classMethod(
      "deferredLocationUpdatesAvailable", .none, "Returns whether the device has the GPS to defer updates."
    ) { deferredLocationUpdatesAvailable(on: try device()) }
  }

  /// What a delegate may hear from these services.
  static let serviceFunctions = [
    function(
      "didVisit", [("visit", "CLVisit")], "The device arrived at a place or left it.",
      "locationManager:didVisit:"),
    function(
      "didFinishDeferredUpdatesWithError", [("error", "NSError?")],
      "Deferral ended; without an error, the collected updates follow.",
      "locationManager:didFinishDeferredUpdatesWithError:"),
    function(
      "locationManagerDidPauseLocationUpdates", [], "Updates pause because the device is at rest.",
      "locationManagerDidPauseLocationUpdates:"),
    function(
      "locationManagerDidResumeLocationUpdates", [], "Updates resume; called before the first of them.",
      "locationManagerDidResumeLocationUpdates:"),
  ]
}
