public import Geo
public import LuaBridge

extension CLHeading: LuaObject {
  static func bind(_ c: LuaBinder<CLHeading>) {
    c.summary("The direction that the device points in, by its compass: degrees clockwise from north.")
    c.property("magneticHeading", .degrees, "Clockwise from magnetic north; at least 0, below 360.") {
      $0.magneticHeading
    }
    c.property(
      "trueHeading", .degrees, "Clockwise from true north; at least 0, below 360. Negative if unknown."
    ) {
      $0.trueHeading
    }
    c.property(
      "headingAccuracy", .degrees,
      "The maximum deviation from magnetic north; negative if the heading is invalid."
    ) {
      $0.headingAccuracy
    }
    c.property("x", .microtesla, "The magnetic field along the device's width.") { $0.x }
    c.property("y", .microtesla, "The magnetic field along the device's height.") { $0.y }
    c.property("z", .microtesla, "The magnetic field perpendicular to the screen.") { $0.z }
    c.property("timestamp", .none, "The time of the measurement.") { $0.timestamp }
    c.operation("__tostring") { stack in
      try CLHeading.read(stack, 1).description.push(stack)
      return 1
    }
  }

  /// The fields of a heading in the event log.
  var fields: [(name: String, value: JSONValue)] {
    [
      ("magneticHeading", .number(magneticHeading)), ("trueHeading", .number(trueHeading)),
      ("headingAccuracy", .number(headingAccuracy)), ("x", .number(x)), ("y", .number(y)), ("z", .number(z)),
      ("timestamp", .time(timestamp.timeIntervalSince1970)),
    ]
  }
}
