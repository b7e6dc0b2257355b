import Geo
import LuaBridge

extension CLLocationManager {
  static func bindHeading(_ c: LuaBinder<CLLocationManager>) {
    c.classMethod("headingAvailable", .none, "Returns whether the device has a compass.") {
      [unowned machine = c.machine] in
      headingAvailable(on: try RunningScript.current(machine).device)
    }
    c.property(
      "headingAvailable", .none, "Whether the device has a compass. Older form of the class method."
    ) { [unowned machine = c.machine] _ in
      headingAvailable(on: try RunningScript.current(machine).device)
    }
    c.property("heading", .none, "The latest heading; nil before the first.") { $0.heading }
    c.property(
      "headingFilter", .degrees,
      "The smallest turn that produces a new heading; `kCLHeadingFilterNone` for all."
    ) {
      Number($0.headingFilter)
    } set: {
      $0.headingFilter = $1.value
    }
    c.property(
      "headingOrientation", .one,
      "The edge of the device that headings refer to, a `CLDeviceOrientation…`; unknown, face up and face "
        + "down are ignored.",
      get: { $0.headingOrientation }, set: { $0.headingOrientation = $1 })
    c.method(
      "startUpdatingHeading",
      "Starts heading updates. True headings also need location updates and a first location."
    ) {
      try requireRoom($0)
      $0.startUpdatingHeading()
    }
    c.method("stopUpdatingHeading", "Stops heading updates.") { $0.stopUpdatingHeading() }
    c.method("dismissHeadingCalibrationDisplay", "Dismisses the calibration panel.") {
      $0.dismissHeadingCalibrationDisplay()
    }
  }
}

extension ScriptedLocationDelegate {
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) throws {
    try call(.didUpdateHeading, newHeading.fields) { stack in
      manager.push(stack)
      newHeading.push(stack)
      return 2
    }
  }

  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) throws -> Bool {
    try ask(.locationManagerShouldDisplayHeadingCalibration, manager)
  }
}
