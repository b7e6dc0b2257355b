import Geo
import LuaBridge

extension CLLocationManager {
  /// How exact the user lets the app be: always fully.
  static func bindAccuracy(_ c: LuaBinder<CLLocationManager>) {
    c.property(
      "accuracyAuthorization", .one,
      "Always `CLAccuracyAuthorizationFullAccuracy`: geoscript delivers what its source measured."
    ) { _ in 0 }
    c.method(
      "requestTemporaryFullAccuracyAuthorizationWithPurposeKey", ["purposeKey", "handler"],
      "Calls `handler(error)` with nil: the accuracy is always full."
    ) { (_: CLLocationManager, _: String, handler: LuaFunction?) in try handler?.call(NSError?.none) }
    c.alias(
      "requestTemporaryFullAccuracyAuthorization",
      of: "requestTemporaryFullAccuracyAuthorizationWithPurposeKey")
    c.alias(
      "requestTemporaryFullAccuracyAuthorizationWithPurposeKey_completion",
      of: "requestTemporaryFullAccuracyAuthorizationWithPurposeKey")
  }

  /// Significant changes, visits and deferred updates.
  static func bindServices(_ c: LuaBinder<CLLocationManager>) {
    c.method(
      "startMonitoringSignificantLocationChanges",
      "Starts updates after moves of 500 m, at least five minutes apart, beginning with the last known "
        + "location."
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
    c.method(
      "startMonitoringVisits",
      "Starts visit monitoring: the delegate gets `didVisit` at places where the device stays."
    ) {
      try requireRoom($0)
      $0.startMonitoringVisits()
    }
    c.method("stopMonitoringVisits", "Stops visit monitoring.") { $0.stopMonitoringVisits() }
    c.property(
      "isStationary", .none,
      "Whether the device is staying at a place; false unless visits are monitored. A geoscript extension."
    ) {
      $0.isStationary
    }
    c.property(
      "isPaused", .none,
      "Whether standard updates are paused because the device is at rest. A geoscript extension."
    ) {
      $0.isPaused
    }
    c.method(
      "allowDeferredLocationUpdatesUntilTraveled", ["distance", "timeout"],
      "Collects updates until the device has moved this many meters or this many seconds have passed."
    ) { (me: CLLocationManager, distance: Number, timeout: Number) in
      try requireRoom(me)
      me.allowDeferredLocationUpdates(untilTraveled: distance.value, timeout: timeout.value)
    }
    c.alias(
      "allowDeferredLocationUpdatesUntilTraveled_timeout", of: "allowDeferredLocationUpdatesUntilTraveled")
    c.method("disallowDeferredLocationUpdates", "Delivers the collected updates and ends deferral.") {
      $0.disallowDeferredLocationUpdates()
    }
    let device: () throws -> Device = { [unowned machine = c.machine] in
      try RunningScript.current(machine).device
    }
    c.classMethod(
      "significantLocationChangeMonitoringAvailable", .none,
      "Returns whether the device has a cellular radio, which significant-change updates require."
    ) { significantLocationChangeMonitoringAvailable(on: try device()) }
    c.classMethod(
      "deferredLocationUpdatesAvailable", .none,
      "Returns whether the device has GPS, which deferred updates require."
    ) { deferredLocationUpdatesAvailable(on: try device()) }
  }

  /// The delegate functions of these services.
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
      "locationManagerDidResumeLocationUpdates", [], "Updates resume; called before the first one.",
      "locationManagerDidResumeLocationUpdates:"),
  ]
}
