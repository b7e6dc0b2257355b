import Geo
import Glibc
import LuaBridge

/// `os.time`, `os.date`, `os.clock` and `os.difftime` on the device's clock, on the clocks of the run's time zone.
enum ScriptOS {
  static func declare(_ m: LuaScope) {
    m.rawFunction(
      LuaCatalog.Function(
        "time", [.init("table", "table?")], result: "integer", unit: "s",
        summary:
          "Returns the device's current time, or that of a table with year, month, day in the time zone of the run."
      )
    ) { [unowned machine = m.machine] stack in
      if LuaKind(stack, 1) == .none {
        // The time is finite, but an input may contain any.
        Int64(exactly: try RunningScript.current(machine).device.clock.now.rounded(.down)).map { Int($0) }
          .push(stack)
      } else {
        let (local, isSummer) = try time(stack)
        let zone = try RunningScript.current(machine).timeZone
        let time =
          isSummer.map { zone.time(ofLocal: Double(local), isSummer: $0) }
          ?? zone.time(ofLocal: Double(local))
        Int(time).push(stack)
      }
      return 1
    }
    m.rawFunction(
      LuaCatalog.Function(
        "date", [.init("format", "string?"), .init("time", "NSDate|number?"), .init("zone", "string?")],
        result: "any",
        summary:
          "Returns a date as text in a strftime format, or as a table for `*t`, in the time zone of the run or `zone`; "
          + "in UTC if the format begins with `!`.")
    ) { [unowned machine = m.machine] stack in
      var format = try String?.read(stack, 1) ?? "%c"
      let script = try RunningScript.current(machine)
      let time = try seconds(stack, 2) ?? script.device.clock.now
      var zone = try String?.read(stack, 3).map { try ZoneInfo.rules($0) } ?? script.timeZone
      if format.hasPrefix("!") {
        format.removeFirst()
        zone = .utc
      }
      try pushDate(format, time, in: zone, stack)
      return 1
    }
    m.function(
      "clock", .seconds, "Returns the seconds elapsed on the device's clock since the script started."
    ) {
      [unowned machine = m.machine] in
      let script = try RunningScript.current(machine)
      return script.device.clock.now - script.startTime
    }
    m.function("difftime", ["later", "earlier"], .seconds, "Returns the seconds from `earlier` to `later`.") {
      (later: Double, earlier: Double?) in later - (earlier ?? 0)
    }
  }

  /// The fields of a table as if clocks showed UTC, and its `isdst` if it has one.
  private static func time(_ stack: LuaStack) throws -> (local: Int, isSummer: Bool?) {
    guard [.table, .sequence].contains(LuaKind(stack, 1)) else {
      throw LuaMessage(
        "os.time takes no argument or a table: write os.time{ year = 2026, month = 1, day = 31 }")
    }
    var parts: [String: Int] = [:]
    var isSummer: Bool?
    try LuaTable.forEachField(stack, 1) { name in
      if name == "isdst", LuaKind(stack, -1) == .boolean { isSummer = try Bool.read(stack, -1) }
      if LuaKind(stack, -1) == .integer || LuaKind(stack, -1) == .number {
        parts[name] = try Int.read(stack, -1)
      }
    }
    guard parts["year"] != nil, parts["month"] != nil, parts["day"] != nil else {
      throw LuaMessage(
        "os.time: year, month or day is missing: write os.time{ year = 2026, month = 1, day = 31 }")
    }
    func part(_ name: String, from first: Int = 0, or usual: Int = 0) throws -> Int32 {
      let (value, overflows) = (parts[name] ?? usual).subtractingReportingOverflow(first)
      guard !overflows, let small = Int32(exactly: value) else {
        throw LuaMessage("os.time: field '\(name)' is out of range")
      }
      return small
    }
    var moment = tm()
    moment.tm_year = try part("year", from: 1900)
    moment.tm_mon = try part("month", from: 1)
    moment.tm_mday = try part("day")
    moment.tm_hour = try part("hour", or: 12)
    moment.tm_min = try part("min")
    moment.tm_sec = try part("sec")
    return (timegm(&moment), isSummer)
  }

  private static func pushDate(
    _ format: String, _ time: Double, in zone: TimeZoneRules, _ stack: LuaStack
  ) throws {
    guard format.hasPrefix("*t") else { return try LocalTime.text(format, time, in: zone).push(stack) }
    let moment = try LocalTime.parts(time, in: zone)
    LuaTable.push(
      stack,
      [
        ("year", Int(moment.tm_year) + 1900), ("month", Int(moment.tm_mon) + 1),
        ("day", Int(moment.tm_mday)),
        ("hour", Int(moment.tm_hour)), ("min", Int(moment.tm_min)), ("sec", Int(moment.tm_sec)),
        ("wday", Int(moment.tm_wday) + 1), ("yday", Int(moment.tm_yday) + 1),
        ("isdst", moment.tm_isdst > 0),
      ])
  }

  /// A time as `os.date` takes it: seconds since 1970, or a date.
  private static func seconds(_ stack: LuaStack, _ index: Int32) throws -> Double? {
    if LuaKind(stack, index) == .object { return try NSDate.read(stack, index).timeIntervalSince1970 }
    return try Double?.read(stack, index)
  }
}
