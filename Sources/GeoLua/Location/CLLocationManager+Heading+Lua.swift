import Geo
import LuaBridge

extension CLLocationManager {
  static func bindHeading(_ c: LuaBinder<CLLocationManager>) {
    c.classMethod("headingAvailable", .none, "Returns whether the device has a compass.") {
      [unowned machine = c.machine] in
      headingAvailable(on: try RunningScript.current(machine).device)
    }
    c.property(
      "headingAvailable", .none, "Whether the device has a compass; the old form of the class method."
    ) { [unowned machine = c.machine] _ in
      headingAvailable(on: try RunningScript.current(machine).device)
    }
    c.property("heading", .none, "The heading reported last, nil before the first.") { $0.heading }
    c.property("headingFilter", .degrees, "The turn before the next heading; `kCLHeadingFilterNone` for all.")
    {
      Number($0.headingFilter)
    } set: {
      $0.headingFilter = $1.value
    }
    c.property(
      "headingOrientation", .one,
      "Which edge is the top, a `CLDeviceOrientation…`; unknown, face up and face down are ignored.",
      \.headingOrientation)
    c.method(
      "startUpdatingHeading", "Starts headings; true north also needs location updates and a first location."
    ) {
      try requireRoom($0)
      $0.startUpdatingHeading()
    }
    c.method("stopUpdatingHeading", "Stops headings.") { $0.stopUpdatingHeading() }
    c.method("dismissHeadingCalibrationDisplay", "Takes the panel that asks for calibration off the screen.")
    {
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
