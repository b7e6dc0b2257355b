import Geo
import LuaBridge

/// Dates computed from others, and their order, by the names of Objective-C and Swift.
extension DateObject {
  static func bindArithmetic(_ c: LuaBinder<DateObject>) {
    c.classMethod(
      "dateWithTimeIntervalSince1970", ["seconds"], .none,
      "Returns the date `seconds` after 1970-01-01 UTC, as `NSDate(seconds)` does."
    ) { (seconds: Number) in NSDate(timeIntervalSince1970: seconds.value) }
    c.classMethod(
      "dateWithTimeIntervalSinceNow", ["seconds"], .none,
      "Returns the date `seconds` after the device's current time."
    ) { [unowned machine = c.machine] (seconds: Number) in
      try RunningScript.current(machine).device.now.addingTimeInterval(seconds.value)
    }
    c.method(
      "dateByAddingTimeInterval", ["seconds"], .none,
      "Returns the date `seconds` later, as `date + seconds` does."
    ) { (me: DateObject, seconds: Number) in me.date.addingTimeInterval(seconds.value) }
    c.alias("addingTimeInterval", of: "dateByAddingTimeInterval")
    c.method("isEqualToDate", ["other"], .none, "Returns whether two dates are the same, as `==` does.") {
      (me: DateObject, other: NSDate) in me.date == other
    }
    c.method("earlierDate", ["other"], .none, "Returns the earlier of two dates.") {
      (me: DateObject, other: NSDate) in min(me.date, other)
    }
    c.method("laterDate", ["other"], .none, "Returns the later of two dates.") {
      (me: DateObject, other: NSDate) in max(me.date, other)
    }
    c.method(
      "compare", ["other"], .one,
      "Returns `NSOrderedAscending` if this date is the earlier one; see also the operator `<`."
    ) { (me: DateObject, other: NSDate) in
      (me.date < other ? Order.ascending : me.date > other ? .descending : .same).rawValue
    }
  }

  /// What `compare` returns.
  enum Order: Int, ConstantGroup {
    case ascending = -1
    case same, descending

    static let constantPrefix = "NSOrdered"
  }
}
