public import Geo
public import LuaBridge

extension TimeZoneRules: LuaObject {
  public static var luaType: String { "NSTimeZone" }

  static func bind(_ c: LuaBinder<TimeZoneRules>) {
    c.summary("A time zone: the offsets from UTC that clocks have had and will have.")
    c.initializer(["name"]) { (name: String) in try ZoneInfo.rules(name) }
    c.classMethod(
      "timeZoneWithName", ["name"], .none,
      "Returns the zone of a name such as `Europe/Berlin` or `UTC`, or of an offset such as `+05:30`."
    ) { (name: String) in try ZoneInfo.rules(name) }
    c.classMethod(
      "timeZoneForSecondsFromGMT", ["seconds"], .none,
      "Returns the zone whose clocks are always that far ahead of UTC."
    ) { (seconds: Int) in
      guard (-14 * 3600...14 * 3600).contains(seconds) else {
        throw LuaMessage("seconds must be between -50400 and 50400, got \(seconds)")
      }
      return TimeZoneRules(name: text(offset: seconds), offset: seconds)
    }
    for name in ["localTimeZone", "systemTimeZone", "defaultTimeZone"] {
      c.classMethod(name, .none, "Returns the time zone of the run (`--time-zone`).") {
        [unowned machine = c.machine] in try RunningScript.current(machine).options.timeZone
      }
    }
    c.property("name", .none, "Its name, such as `Europe/Berlin`.") { $0.name }
    c.property("secondsFromGMT", .seconds, "How far its clocks are ahead of UTC now, on the device's clock.")
    {
      [unowned machine = c.machine] me in
      Double(me.offset(at: try RunningScript.current(machine).device.clock.now))
    }
    c.method(
      "secondsFromGMTForDate", ["date"], .seconds, "Returns how far its clocks are ahead of UTC at a date."
    ) { (me: TimeZoneRules, date: NSDate) in Double(me.offset(at: date.timeIntervalSince1970)) }
    c.method(
      "isDaylightSavingTimeForDate", ["date"], .none, "Returns whether its clocks show summer time at a date."
    ) { (me: TimeZoneRules, date: NSDate) in
      me.summerOffset(at: date.timeIntervalSince1970) > 0
    }
    bindSummer(c)
    c.operation("__eq") { stack in
      (try TimeZoneRules.read(stack, 1) == TimeZoneRules.read(stack, 2)).push(stack)
      return 1
    }
    c.operation("__tostring") { stack in
      try TimeZoneRules.read(stack, 1).name.push(stack)
      return 1
    }
  }
}

extension TimeZoneRules {
  /// Summer time, and short names.
  fileprivate static func bindSummer(_ c: LuaBinder<TimeZoneRules>) {
    let now: () throws -> Double = { [unowned machine = c.machine] in
      try RunningScript.current(machine).device.clock.now
    }
    c.property("abbreviation", .none, "The short form of its offset now, on the device's clock: `GMT+2`.") {
      $0.abbreviation(at: try now())
    }
    c.method("abbreviationForDate", ["date"], .none, "Returns the short form of its offset at a date.") {
      (me: TimeZoneRules, date: NSDate) in me.abbreviation(at: date.timeIntervalSince1970)
    }
    c.property(
      "isDaylightSavingTime", .none, "Whether its clocks show summer time now, on the device's clock."
    ) {
      $0.summerOffset(at: try now()) > 0
    }
    c.alias("daylightSavingTime", of: "isDaylightSavingTime")
    c.property(
      "daylightSavingTimeOffset", .seconds,
      "How far its clocks are put forward for summer now, on the device's clock; 0 in winter."
    ) { Double($0.summerOffset(at: try now())) }
    c.method(
      "daylightSavingTimeOffsetForDate", ["date"], .seconds,
      "Returns how far its clocks are put forward for summer at a date; 0 in winter."
    ) { (me: TimeZoneRules, date: NSDate) in Double(me.summerOffset(at: date.timeIntervalSince1970)) }
    c.property(
      "nextDaylightSavingTimeTransition", .none,
      "When its clocks are next put forward or back, on the device's clock; nil if they stay."
    ) { $0.nextChange(after: try now()).map { NSDate(timeIntervalSince1970: $0) } }
    c.method(
      "nextDaylightSavingTimeTransitionAfterDate", ["date"], .none,
      "Returns when its clocks are next put forward or back after a date; nil if they stay."
    ) { (me: TimeZoneRules, date: NSDate) in
      me.nextChange(after: date.timeIntervalSince1970).map { NSDate(timeIntervalSince1970: $0) }
    }
  }
}

/// A zone as scripts name it: an `NSTimeZone`, or its name.
struct ZoneArgument: LuaValue {
  static var luaType: String { "NSTimeZone|string" }
  let rules: TimeZoneRules

  static func read(_ stack: LuaStack, _ index: Int32) throws -> ZoneArgument {
    if LuaKind(stack, index) == .string {
      return ZoneArgument(rules: try ZoneInfo.rules(String.read(stack, index)))
    }
    return ZoneArgument(rules: try TimeZoneRules.read(stack, index))
  }

  func push(_ stack: LuaStack) { rules.push(stack) }
}
