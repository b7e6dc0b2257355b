public import Geo
public import LuaBridge

extension CLVisit: LuaObject {
  static func bind(_ c: LuaBinder<CLVisit>) {
    c.summary("A place where the device stayed, with arrival and departure if known.")
    c.property(
      "arrivalDate", .none,
      "When the device came; `NSDate.distantPast()` when it was there before the first fix."
    ) {
      $0.arrivalDate
    }
    c.property("departureDate", .none, "When it left; `NSDate.distantFuture()` while it is there.") {
      $0.departureDate
    }
    c.property("coordinate", .none, "The middle of its fixes, the accurate ones counting more.") {
      $0.coordinate
    }
    c.property("horizontalAccuracy", .metres, "The accuracy of a typical one of them.") {
      $0.horizontalAccuracy
    }
    c.operation("__tostring") { stack in
      try CLVisit.read(stack, 1).description.push(stack)
      return 1
    }
  }
}
