public import Geo
public import LuaBridge

/// A date as scripts see it: an object that wraps the value.
final class DateObject: LuaObject {
  static var luaType: String { "NSDate" }
  let date: NSDate

  init(_ date: NSDate) { self.date = date }

  static func bind(_ c: LuaBinder<DateObject>) {
    c.summary("A point in time. The current date comes from the device's clock.")
    c.initializer(["timeIntervalSince1970"]) { [unowned machine = c.machine] (seconds: Number?) in
      DateObject(
        try seconds.map { NSDate(timeIntervalSince1970: $0.value) }
          ?? RunningScript.current(machine).device.now)
    }
    c.method(
      "timeIntervalSinceNow", .seconds,
      "Returns the seconds from the device's current time; negative for a past date."
    ) {
      [unowned machine = c.machine] me in
      me.date.timeIntervalSince(try RunningScript.current(machine).device.now)
    }
    c.method("timeIntervalSince1970", .seconds, "Returns the seconds since 1970-01-01 UTC.") {
      $0.date.timeIntervalSince1970
    }
    c.method(
      "timeIntervalSince", ["other"], .seconds,
      "Returns the seconds since another date; negative if this one is earlier."
    ) {
      (me: DateObject, other: NSDate) in me.date.timeIntervalSince(other)
    }
    c.alias("timeIntervalSinceDate", of: "timeIntervalSince")
    c.method(
      "format", ["format", "zone"], .none,
      "Returns the date as text in a strftime format, such as `%H:%M`, in the time zone of the run or the named one."
    ) { [unowned machine = c.machine] (me: DateObject, format: String?, zone: String?) in
      let zone = try zone.map { try ZoneInfo.rules($0) } ?? RunningScript.current(machine).timeZone
      return try LocalTime.text(format ?? "%Y-%m-%d %H:%M:%S", me.date.timeIntervalSince1970, in: zone)
    }
    c.classMethod("date", .none, "Returns the date on the device's clock, as `geoscript.now` does.") {
      [unowned machine = c.machine] in try RunningScript.current(machine).device.now
    }
    c.classMethod(
      "distantPast", .none, "Returns a date in the distant past, which stands for an unknown start."
    ) {
      NSDate.distantPast
    }
    c.classMethod(
      "distantFuture", .none, "Returns a date in the distant future, which stands for an unknown end."
    ) {
      NSDate.distantFuture
    }
    bindArithmetic(c)
    bindOperations(c)
  }

  private static func bindOperations(_ c: LuaBinder<DateObject>) {
    c.operation("__eq") { try compare($0, ==) }
    c.operation("__lt") { try compare($0, <) }
    c.operation("__le") { try compare($0, <=) }
    c.operation("__sub") { stack in
      let date = try NSDate.read(stack, 1)
      if let other = try? NSDate.read(stack, 2) {
        date.timeIntervalSince(other).push(stack)
      } else {
        date.addingTimeInterval(-(try Double.read(stack, 2))).push(stack)
      }
      return 1
    }
    c.operation("__add") { stack in
      if let date = try? NSDate.read(stack, 1) {
        date.addingTimeInterval(try Double.read(stack, 2)).push(stack)
      } else {
        try NSDate.read(stack, 2).addingTimeInterval(try Double.read(stack, 1)).push(stack)
      }
      return 1
    }
    c.operation("__tostring") { stack in
      try NSDate.read(stack, 1).description.push(stack)
      return 1
    }
  }

  private static func compare(_ stack: LuaStack, _ holds: (NSDate, NSDate) -> Bool) throws -> Int32 {
    for side: Int32 in [1, 2] where LuaKind(stack, side) == .number {
      // As `os.time` gives it.
      throw LuaMismatch("a date and a number: compare with geoscript.now() or date + seconds")
    }
    holds(try NSDate.read(stack, 1), try NSDate.read(stack, 2)).push(stack)
    return 1
  }
}

extension NSDate: LuaValue {
  public static var luaType: String { "NSDate" }

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> NSDate {
    try DateObject.read(stack, index).date
  }

  public func push(_ stack: LuaStack) { DateObject(self).push(stack) }
}
