public import Geo
public import LuaBridge

extension CLHeading: LuaObject {
  static func bind(_ c: LuaBinder<CLHeading>) {
    c.summary("Where the device points, by its compass; clockwise from north, as the device is held.")
    c.property("magneticHeading", .degrees, "From magnetic north, from 0 to below 360.") {
      $0.magneticHeading
    }
    c.property("trueHeading", .degrees, "From true north, from 0 to below 360; negative when not known.") {
      $0.trueHeading
    }
    c.property("headingAccuracy", .degrees, "Its error; negative if the reading is invalid.") {
      $0.headingAccuracy
    }
    c.property("x", .microtesla, "The field along the device's width.") { $0.x }
    c.property("y", .microtesla, "The field along the device's height.") { $0.y }
    c.property("z", .microtesla, "The field through the device's screen.") { $0.z }
    c.property("timestamp", .none, "When it was measured.") { $0.timestamp }
    c.operation("__tostring") { stack in
      try CLHeading.read(stack, 1).description.push(stack)
      return 1
    }
  }

  /// As the event log writes a reading.
  var fields: [(name: String, value: JSONValue)] {
    [
      ("magneticHeading", .number(magneticHeading)), ("trueHeading", .number(trueHeading)),
      ("headingAccuracy", .number(headingAccuracy)), ("x", .number(x)), ("y", .number(y)), ("z", .number(z)),
      ("timestamp", .number(timestamp.timeIntervalSince1970)),
    ]
  }
}
