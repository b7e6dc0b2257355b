public import Geo
public import LuaBridge

extension CLLocation: LuaObject {
  static func bind(_ c: LuaBinder<CLLocation>) {
    c.summary("A fix: position, accuracy and time.")
    bindMaking(c)
    c.property("coordinate", .none, "The position; invalid if `horizontalAccuracy` is negative.") {
      $0.coordinate
    }
    c.property(
      "altitude", .meters, "Height above sea level; invalid if `verticalAccuracy` is negative."
    ) {
      $0.altitude
    }
    c.property(
      "horizontalAccuracy", .meters, "Radius of uncertainty; negative if the coordinate is invalid."
    ) {
      $0.horizontalAccuracy
    }
    c.property(
      "verticalAccuracy", .meters, "Uncertainty of the altitude; negative if the altitude is invalid."
    ) {
      $0.verticalAccuracy
    }
    c.property("course", .degrees, "Direction of travel, clockwise from true north; negative if invalid.") {
      $0.course
    }
    c.property("speed", .metersPerSecond, "Speed over ground; negative if invalid.") { $0.speed }
    c.property("timestamp", .none, "The time of the fix.") { $0.timestamp }
    c.property("courseAccuracy", .degrees, "Uncertainty of the course; negative when unknown.") {
      $0.courseAccuracy
    }
    c.property("speedAccuracy", .metersPerSecond, "Uncertainty of the speed; negative when unknown.") {
      $0.speedAccuracy
    }
    c.property("floor", .none, "The floor of the building; nil when unknown.") { $0.floor }
    c.property("sourceInformation", .none, "What made the location; nil when its source does not say.") {
      $0.sourceInformation
    }
    c.property(
      "isCourseDerived", .none,
      "Whether the course was computed from the previous fix instead of reported by the receiver."
    ) {
      $0.isCourseDerived
    }
    c.property(
      "isSpeedDerived", .none,
      "Whether the speed was computed from the previous fix instead of reported by the receiver."
    ) {
      $0.isSpeedDerived
    }
    c.method(
      "distanceFromLocation", ["location"], .meters, "Returns the geodesic distance to another location."
    ) { (me: CLLocation, other: CLLocation) in me.distance(from: other) }
    c.alias("getDistanceFrom", of: "distanceFromLocation")
    c.operation("__tostring") { stack in
      try CLLocation.read(stack, 1).description.push(stack)
      return 1
    }
  }
}
