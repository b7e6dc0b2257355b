import Geo
import LuaBridge

extension CLLocationManager {
  /// Ranging of beacons.
  static func bindBeacons(_ c: LuaBinder<CLLocationManager>) {
    c.property("rangedBeaconConstraints", .none, "The constraints that this manager ranges.") {
      $0.rangedBeaconConstraints
    }
    c.method(
      "startRangingBeaconsSatisfyingConstraint", ["constraint"],
      "Calls `didRangeBeacons` whenever a beacon of the constraint is seen, and when it is no longer seen."
    ) { (me: CLLocationManager, beacons: BeaconsOrUUID) in
      try requireRoomForRanging(me)
      me.startRangingBeacons(
        satisfying: try beacons.identity(nil, nil, "startRangingBeaconsSatisfyingConstraint"))
    }
    c.method(
      "stopRangingBeaconsSatisfyingConstraint", ["constraint"], "Stops ranging the beacons of a constraint."
    ) { (me: CLLocationManager, beacons: BeaconsOrUUID) in
      me.stopRangingBeacons(
        satisfying: try beacons.identity(nil, nil, "stopRangingBeaconsSatisfyingConstraint"))
    }
    c.alias("startRangingBeacons", of: "startRangingBeaconsSatisfyingConstraint")
    c.alias("stopRangingBeacons", of: "stopRangingBeaconsSatisfyingConstraint")
    c.method(
      "startRangingBeaconsInRegion", ["region"],
      "The older form: `didRangeBeacons` gets the region in place of the constraint."
    ) { (me: CLLocationManager, region: CLBeaconRegion) in
      try requireRoomForRanging(me)
      me.startRangingBeacons(satisfying: region.identity, in: region)
    }
    c.method("stopRangingBeaconsInRegion", ["region"], "Stops ranging the beacons of a region.") {
      (me: CLLocationManager, region: CLBeaconRegion) in me.stopRangingBeacons(satisfying: region.identity)
    }
    c.classMethod("isRangingAvailable", .none, "Returns whether the device can see beacons.") {
      [unowned machine = c.machine] in
      isRangingAvailable(on: try RunningScript.current(machine).device)
    }
  }

  private static func requireRoomForRanging(_ manager: CLLocationManager) throws {
    try requireRoom(manager)
    guard manager.rangedBeaconConstraints.count < 1000 else {
      throw LuaMessage("1,000 constraints are ranged already: stop some first")
    }
  }

  /// The delegate functions of ranging.
  static let beaconFunctions = [
    function(
      "didRangeBeacons",
      [("beacons", "CLBeacon[]"), ("constraint", "CLBeaconIdentityConstraint|CLBeaconRegion")],
      "The beacons in sight, the nearest first.", "locationManager:didRangeBeacons:satisfyingConstraint:"),
    function(
      "didFailRangingBeaconsForConstraint",
      [("constraint", "CLBeaconIdentityConstraint|CLBeaconRegion"), ("error", "NSError")],
      "Beacons cannot be ranged.", "locationManager:didFailRangingBeaconsForConstraint:error:"),
  ]
}

extension ScriptedLocationDelegate {
  func locationManager(_ manager: CLLocationManager, didRange ranged: RangedBeacons) throws {
    try call(.didRangeBeacons, [("beacons", .array(ranged.beacons.map { .object($0.fields) }))]) { stack in
      manager.push(stack)
      ranged.beacons.push(stack)
      ranged.push(stack)
      return 3
    }
  }

  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor ranged: RangedBeacons, error: NSError
  ) throws {
    try call(.didFailRangingBeaconsForConstraint, error.fields) { stack in
      manager.push(stack)
      ranged.push(stack)
      error.push(stack)
      return 3
    }
  }
}

extension RangedBeacons {
  /// Pushes what the script started ranging with.
  fileprivate func push(_ stack: LuaStack) {
    if let region { region.push(stack) } else { CLBeaconIdentityConstraint(identity).push(stack) }
  }
}

extension CLBeacon {
  fileprivate var fields: [(name: String, value: JSONValue)] {
    [
      ("uuid", .string(uuid)), ("major", .integer(Int64(major))), ("minor", .integer(Int64(minor))),
      ("proximity", .string("\(proximity)")), ("accuracy", .number(accuracy)),
      ("rssi", .integer(Int64(rssi))),
    ]
  }
}
