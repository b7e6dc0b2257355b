public import Geo
public import LuaBridge

extension CLLocation: LuaObject {
  static func bind(_ c: LuaBinder<CLLocation>) {
    c.summary("A fix: where a device was, how sure that is, and when.")
    c.initializer(["latitude", "longitude"]) {
      [unowned machine = c.machine] (latitude: Number, longitude: Number) in
      CLLocation(
        latitude: latitude.value, longitude: longitude.value,
        now: try RunningScript.current(machine).device.now)
    }
    c.property("coordinate", .none, "Where; invalid while `horizontalAccuracy` is negative.") {
      $0.coordinate
    }
    c.property(
      "altitude", .meters, "Height above sea level; means nothing while `verticalAccuracy` is negative."
    ) {
      $0.altitude
    }
    c.property(
      "horizontalAccuracy", .meters, "Radius of uncertainty; negative when the coordinate is invalid."
    ) {
      $0.horizontalAccuracy
    }
    c.property("verticalAccuracy", .meters, "Uncertainty of the altitude; negative when that is invalid.") {
      $0.verticalAccuracy
    }
    c.property("course", .degrees, "Direction of travel from true north; negative when invalid.") {
      $0.course
    }
    c.property("speed", .metersPerSecond, "Speed over ground; negative when invalid.") { $0.speed }
    c.property("timestamp", .none, "When the fix was measured.") { $0.timestamp }
    c.property(
      "isCourseDerived", .none, "Whether the course comes from the fix before, not from the receiver."
    ) {
      $0.isCourseDerived
    }
    c.property("isSpeedDerived", .none, "Whether the speed comes from the fix before, not from the receiver.")
    {
      $0.isSpeedDerived
    }
    c.method(
      "distanceFromLocation", ["location"], .meters, "Returns the length of the geodesic to another location."
    ) { (me: CLLocation, other: CLLocation) in me.distance(from: other) }
    c.alias("getDistanceFrom", of: "distanceFromLocation")
    c.operation("__tostring") { stack in
      try CLLocation.read(stack, 1).description.push(stack)
      return 1
    }
  }
}
