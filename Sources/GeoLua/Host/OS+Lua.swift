import Geo
import Glibc
import LuaBridge

/// `os.time`, `os.date`, `os.clock` and `os.difftime` on the device's clock, in UTC.
enum ScriptOS {
  static func declare(_ m: LuaScope) {
    m.rawFunction(
      LuaCatalog.Function(
        "time", [.init("table", "table?")], result: "integer", unit: "s",
        summary: "Returns the device's current time, or that of a table with year, month, day; UTC.")
    ) { [unowned machine = m.machine] stack in
      if LuaKind(stack, 1) == .none {
        // The time is finite, but an input may contain any.
        Int64(exactly: try RunningScript.current(machine).device.clock.now.rounded(.down)).map { Int($0) }
          .push(stack)
      } else {
        try time(stack).push(stack)
      }
      return 1
    }
    m.rawFunction(
      LuaCatalog.Function(
        "date", [.init("format", "string?"), .init("time", "number?")], result: "any",
        summary: "Returns a date as text in a strftime format, or as a table for `*t`; UTC.")
    ) { [unowned machine = m.machine] stack in
      var format = try String?.read(stack, 1) ?? "%c"
      let time = try Double?.read(stack, 2) ?? RunningScript.current(machine).device.clock.now
      if format.hasPrefix("!") { format.removeFirst() }
      try pushDate(format, time, stack)
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

  private static func time(_ stack: LuaStack) throws -> Int {
    guard [.table, .sequence].contains(LuaKind(stack, 1)) else {
      throw LuaMessage(
        "os.time takes no argument or a table: write os.time{ year = 2026, month = 1, day = 31 }")
    }
    var parts: [String: Int] = [:]
    try LuaTable.forEachField(stack, 1) { name in
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
    return timegm(&moment)
  }

  /// - Errors: ``LuaMessage`` naming a conversion unknown to C, for which strftime is undefined.
  /// - Source: C99 7.23.3.5, as Lua's own loslib.c checks it.
  private static func judge(_ format: String) throws {
    let plain = Set("aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%"),
      modified = ["E": Set("cCxXyY"), "O": Set("deHImMSuUVwWy")]
    var rest = format[...]
    while let start = rest.firstIndex(of: "%") {
      rest = rest[start...].dropFirst()
      var conversion = String(rest.prefix(1))
      if let allowed = modified[conversion] {
        conversion = String(rest.prefix(2))
        if conversion.count == 2, conversion.last.map(allowed.contains) == true {
          rest = rest.dropFirst(2); continue
        }
      } else if conversion.first.map(plain.contains) == true {
        rest = rest.dropFirst()
        continue
      }
      throw LuaMessage("bad argument #1 to 'date' (invalid conversion specifier '%\(conversion)')")
    }
  }

  private static func pushDate(_ format: String, _ time: Double, _ stack: LuaStack) throws {
    guard time.isFinite, abs(time) < 1e15 else { throw LuaMessage("os.date: \(time) is out of range") }
    var seconds = time_t(time.rounded(.down))
    var moment = tm()
    guard gmtime_r(&seconds, &moment) != nil else { throw LuaMessage("os.date: \(time) is out of range") }
    if format.hasPrefix("*t") {
      return LuaTable.push(
        stack,
        [
          ("year", Int(moment.tm_year) + 1900), ("month", Int(moment.tm_mon) + 1),
          ("day", Int(moment.tm_mday)),
          ("hour", Int(moment.tm_hour)), ("min", Int(moment.tm_min)), ("sec", Int(moment.tm_sec)),
          ("wday", Int(moment.tm_wday) + 1), ("yday", Int(moment.tm_yday) + 1), ("isdst", false),
        ])
    }
    guard format.utf8.count < 1000 else { throw LuaMessage("os.date: the format is too long") }
    try judge(format)
    // The added blank distinguishes an empty result from a full buffer.
    var buffer = [CChar](repeating: 0, count: 16_384)
    let count = strftime(&buffer, buffer.count, format + " ", &moment)
    guard count > 0 else { throw LuaMessage("os.date: the result is too long") }
    String(decoding: buffer[..<(count - 1)].map { UInt8(bitPattern: $0) }, as: UTF8.self).push(stack)
  }
}
