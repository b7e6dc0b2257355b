public import Geo
public import LuaBridge

extension CLVisit: LuaObject {
  static func bind(_ c: LuaBinder<CLVisit>) {
    c.summary("A place where the device stayed, with its arrival and departure times if known.")
    c.property(
      "arrivalDate", .none,
      "The arrival time; `NSDate.distantPast()` if the device was there before the first fix."
    ) {
      $0.arrivalDate
    }
    c.property(
      "departureDate", .none, "The departure time; `NSDate.distantFuture()` while the device is still there."
    ) {
      $0.departureDate
    }
    c.property("coordinate", .none, "The average position of the visit's fixes, weighted by accuracy.") {
      $0.coordinate
    }
    c.property("horizontalAccuracy", .meters, "The accuracy of a typical fix of the visit.") {
      $0.horizontalAccuracy
    }
    c.operation("__tostring") { stack in
      try CLVisit.read(stack, 1).description.push(stack)
      return 1
    }
  }
}
