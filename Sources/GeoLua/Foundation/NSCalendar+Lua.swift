public import Geo
public import LuaBridge

extension NSDateComponents: LuaObject {
  static func bind(_ c: LuaBinder<NSDateComponents>) {
    c.summary(
      "The parts of a date on a calendar, or an amount of time in them; nil for parts that are not set.")
    c.initializer(["year", "month", "day", "hour", "minute", "second", "weekOfYear"]) {
      (year: Int?, month: Int?, day: Int?, hour: Int?, minute: Int?, second: Int?, weekOfYear: Int?) in
      let parts = NSDateComponents()
      (parts.year, parts.month, parts.day) = (year, month, day)
      (parts.hour, parts.minute, parts.second, parts.weekOfYear) = (hour, minute, second, weekOfYear)
      return parts
    }
    let summaries: [(NSCalendarUnit, String)] = [
      (.year, "The year."), (.month, "The month, from 1."), (.day, "The day of the month, from 1."),
      (.hour, "The hour, from 0."), (.minute, "The minute."), (.second, "The second."),
      (.nanosecond, "The nanosecond."), (.weekday, "The day of the week: 1 for Sunday … 7 for Saturday."),
      (.weekdayOrdinal, "Which of its weekdays in the month it is, from 1."),
      (.quarter, "The quarter of the year, from 1."), (.weekOfMonth, "The week of the month."),
      (.weekOfYear, "The week of the year."), (.yearForWeekOfYear, "The year to which that week belongs."),
    ]
    for (unit, summary) in summaries {
      c.property("\(unit)", .one, summary, get: { $0[unit] }, set: { $0[unit] = $1 })
    }
    c.operation("__tostring") { stack in
      try NSDateComponents.read(stack, 1).description.push(stack)
      return 1
    }
  }
}

extension NSCalendar: LuaObject {
  static func bind(_ c: LuaBinder<NSCalendar>) {
    c.summary("The Gregorian calendar on the clocks of a time zone.")
    c.initializer(["timeZone"]) { [unowned machine = c.machine] (zone: ZoneArgument?) in
      NSCalendar(timeZone: try zone?.rules ?? RunningScript.current(machine).options.timeZone)
    }
    c.classMethod(
      "currentCalendar", .none, "Returns a new calendar in the time zone of the run (`--time-zone`)."
    ) {
      [unowned machine = c.machine] in
      NSCalendar(timeZone: try RunningScript.current(machine).options.timeZone)
    }
    c.classMethod(
      "calendarWithIdentifier", ["identifier"], .none,
      "Returns a new calendar in the time zone of the run: `NSCalendarIdentifierGregorian` or "
        + "`NSCalendarIdentifierISO8601`."
    ) { [unowned machine = c.machine] (identifier: String) in
      guard ["gregorian", "iso8601"].contains(identifier) else {
        throw LuaMismatch(
          "NSCalendarIdentifierGregorian or NSCalendarIdentifierISO8601 expected, got '\(identifier)'")
      }
      let calendar = NSCalendar(timeZone: try RunningScript.current(machine).options.timeZone)
      if identifier == "iso8601" { (calendar.firstWeekday, calendar.minimumDaysInFirstWeek) = (2, 4) }
      return calendar
    }
    c.property(
      "timeZone", .none, "The zone of its clocks; set it to an `NSTimeZone` or a name.",
      get: { ZoneArgument(rules: $0.timeZone) }, set: { $0.timeZone = $1.rules })
    c.property(
      "firstWeekday", .one, "The day that weeks begin on: 1 for Sunday, 2 for Monday; 1 at first.",
      get: { $0.firstWeekday }, set: { $0.firstWeekday = $1 })
    c.property(
      "minimumDaysInFirstWeek", .one,
      "How many days of a year its first week has at least; 1 at first, 4 for the weeks of ISO 8601.",
      get: { $0.minimumDaysInFirstWeek }, set: { $0.minimumDaysInFirstWeek = $1 })
    bindParts(c)
    bindAdding(c)
    bindDays(c)
  }

  private static func bindParts(_ c: LuaBinder<NSCalendar>) {
    c.method(
      "component", ["unit", "date"], .one, "Returns one part of a date, such as that of `NSCalendarUnitHour`."
    ) {
      (me: NSCalendar, unit: UnitArgument, date: NSDate) in
      guard let unit = unit.units.first, let part = me.components(of: date)[unit] else {
        throw LuaMismatch("one NSCalendarUnit expected")
      }
      return part
    }
    c.alias("component_fromDate", of: "component")
    c.method(
      "components", ["units", "date", "end", "options"], .none,
      "Returns the parts of a date; or, with an end, the time between the two in whole units, the greatest first. "
        + "Units are joined by `|`."
    ) { (me: NSCalendar, units: UnitArgument, date: NSDate, end: NSDate?, _: Int?) in
      if let end { return me.components(units.units, from: date, to: end) }
      let (all, parts) = (me.components(of: date), NSDateComponents())
      for unit in units.units { parts[unit] = all[unit] }
      return parts
    }
    c.alias("components_fromDate", of: "components")
    c.alias("components_fromDate_toDate_options", of: "components")
    c.method(
      "dateFromComponents", ["components"], .none,
      "Returns the date of these parts; nil outside the years 0 to 9999."
    ) {
      (me: NSCalendar, parts: NSDateComponents) in me.date(from: parts)
    }
  }

  private static func bindAdding(_ c: LuaBinder<NSCalendar>) {
    c.method(
      "dateByAddingUnit", ["unit", "value", "date", "options"], .none,
      "Returns the date that many units later; days, weeks, months and years keep the time of day on the clock."
    ) { (me: NSCalendar, unit: UnitArgument, value: Int, date: NSDate, _: Int?) in
      guard let unit = unit.units.first else { throw LuaMismatch("one NSCalendarUnit expected") }
      return me.date(byAdding: unit, value, to: date)
    }
    c.alias("dateByAddingUnit_value_toDate_options", of: "dateByAddingUnit")
    c.method(
      "dateByAddingComponents", ["components", "date", "options"], .none,
      "Returns the date that is these parts later, the greatest first."
    ) { (me: NSCalendar, parts: NSDateComponents, date: NSDate, _: Int?) in me.date(byAdding: parts, to: date)
    }
    c.alias("dateByAddingComponents_toDate_options", of: "dateByAddingComponents")
    c.method(
      "dateBySettingHour", ["hour", "minute", "second", "date", "options"], .none,
      "Returns the time of day on the day of a date; nil for numbers that no clock shows."
    ) { (me: NSCalendar, hour: Int, minute: Int, second: Int, date: NSDate, _: Int?) in
      me.date(bySettingHour: hour, minute: minute, second: second, of: date)
    }
    c.alias("dateBySettingHour_minute_second_ofDate_options", of: "dateBySettingHour")
    c.method(
      "nextDateAfterDate_matchingHour_minute_second_options",
      ["date", "hour", "minute", "second", "options"],
      .none,
      "Returns the first time after a date at which the clocks show that time of day; nil for numbers that no clock "
        + "shows."
    ) { (me: NSCalendar, date: NSDate, hour: Int, minute: Int, second: Int, _: Int?) in
      me.nextDate(after: date, hour: hour, minute: minute, second: second)
    }
  }

  private static func bindDays(_ c: LuaBinder<NSCalendar>) {
    c.method("startOfDayForDate", ["date"], .none, "Returns the first moment of the day of a date.") {
      (me: NSCalendar, date: NSDate) in me.startOfDay(for: date)
    }
    c.method("isDateInSameDay", ["date", "other"], .none, "Returns whether two dates lie on the same day.") {
      (me: NSCalendar, date: NSDate, other: NSDate) in me.days(from: other, to: date) == 0
    }
    c.alias("isDate_inSameDayAsDate", of: "isDateInSameDay")
    c.method("isDateInWeekend", ["date"], .none, "Returns whether a date lies on a Saturday or a Sunday.") {
      (me: NSCalendar, date: NSDate) in me.isDateInWeekend(date)
    }
    for (name, day, word) in [
      ("isDateInYesterday", -1, "yesterday"), ("isDateInToday", 0, "today"),
      ("isDateInTomorrow", 1, "tomorrow"),
    ] {
      c.method(
        name, ["date"], .none, "Returns whether a date lies on the day that is \(word) by the device's clock."
      ) {
        [unowned machine = c.machine] (me: NSCalendar, date: NSDate) in
        me.days(from: try RunningScript.current(machine).device.now, to: date) == day
      }
    }
  }
}

/// Units joined by `|`, as `NSCalendarUnitDay | NSCalendarUnitHour`.
struct UnitArgument: LuaValue {
  static var luaType: String { "integer" }
  let units: [NSCalendarUnit]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> UnitArgument {
    let bits = try Int.read(stack, index)
    let units = NSCalendarUnit.allCases.filter { bits & $0.rawValue != 0 }
    guard !units.isEmpty, units.reduce(0, { $0 | $1.rawValue }) == bits else {
      throw LuaMismatch("units such as NSCalendarUnitDay | NSCalendarUnitHour expected, got \(bits)")
    }
    return UnitArgument(units: units)
  }

  func push(_ stack: LuaStack) { units.reduce(0) { $0 | $1.rawValue }.push(stack) }
}
