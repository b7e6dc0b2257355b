import Geo
import LuaBridge

extension CLRegion {
  /// Options beyond plain crossings. Invalid combinations are rejected at registration.
  static func bindOptions(_ c: LuaBinder<CLRegion>) {
    number(
      "enterDelay", .seconds, "How long the device must stay inside before an enter is reported.",
      \.enterDelay,
      c)
    number(
      "exitDelay", .seconds, "How long the device must stay outside before an exit is reported.", \.exitDelay,
      c
    )
    optionalNumber(
      "dwell", .seconds, "The delay from an enter to `didDwellInRegion`, once per visit; nil for never.",
      \.dwell, c)
    c.property(
      "accuracyMode", .none,
      "How accuracy counts: `point` ignores it, `contains` requires the whole circle inside or outside, "
        + "`clamp` counts it up to `maximumError`."
    ) {
      $0.options.accuracyMode.rawValue
    } set: { (me: CLRegion, value: String) in
      guard let mode = RegionOptions.AccuracyMode(rawValue: value) else {
        throw LuaMismatch("unknown accuracyMode '\(value)': write point, contains or clamp")
      }
      try me.change { $0.accuracyMode = mode }
    }
    number("maximumError", .meters, "The largest accuracy radius that `clamp` counts.", \.maximumError, c)
    optionalNumber(
      "minimumAccuracy", .meters,
      "Fixes less accurate than this are ignored for the region; nil ignores none.",
      \.minimumAccuracy, c)
    c.property(
      "detectsCrossing", .none,
      "Whether passing through the region between two fixes produces an enter and an exit."
    ) {
      $0.options.detectsCrossing
    } set: { (me: CLRegion, value: Bool) in
      try me.change { $0.detectsCrossing = value }
    }
    c.property(
      "altitudes", .none,
      "The region's altitude range in meters, `{ min = 0, max = 120 }`; nil for any altitude."
    ) {
      $0.options.altitudes.map { AltitudeBand(range: $0) }
    } set: { (me: CLRegion, value: AltitudeBand?) in
      try me.change { $0.altitudes = value?.range }
    }
    c.property(
      "schedule", .none,
      "When events are reported: `{ days = {\"mon\"}, from = \"08:00\", to = \"18:00\", timeZone = \"Asia/Tokyo\" }`."
    ) {
      $0.options.schedule.map { ScheduleTable(schedule: $0) }
    } set: { (me: CLRegion, value: ScheduleTable?) in
      try me.change { $0.schedule = value?.schedule }
    }
  }

  private func change(_ body: (inout RegionOptions) -> Void) throws {
    try requireUnfrozen()
    body(&options)
  }

  private static func number(
    _ name: String, _ unit: LuaUnit, _ summary: String, _ path: WritableKeyPath<RegionOptions, Double>,
    _ c: LuaBinder<CLRegion>
  ) {
    c.property(name, unit, summary) {
      Number($0.options[keyPath: path])
    } set: { (me: CLRegion, value: Number) in
      try me.change { $0[keyPath: path] = value.value }
    }
  }

  private static func optionalNumber(
    _ name: String, _ unit: LuaUnit, _ summary: String, _ path: WritableKeyPath<RegionOptions, Double?>,
    _ c: LuaBinder<CLRegion>
  ) {
    c.property(name, unit, summary) {
      $0.options[keyPath: path].map { Number($0) }
    } set: { (me: CLRegion, value: Number?) in
      try me.change { $0[keyPath: path] = value?.value }
    }
  }
}

/// `{ min = 0, max = 120 }` in meters; both are optional.
struct AltitudeBand: LuaValue {
  static var luaType: String { "{ min: number?, max: number? }" }
  let range: ClosedRange<Double>

  init(range: ClosedRange<Double>) { self.range = range }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> AltitudeBand {
    guard LuaTable.isRecord(stack, index) else {
      throw LuaMismatch("table of fields expected: write { min = 0, max = 120 }, in meters")
    }
    var (low, high) = (-Double.infinity, Double.infinity)
    try LuaTable.forEachField(stack, index) { name in
      switch name {
      case "min": low = try Number.read(stack, -1).value
      case "max": high = try Number.read(stack, -1).value
      default: throw LuaMismatch("unknown field '\(name)' in altitudes: write min or max")
      }
    }
    guard low <= high else { throw LuaMismatch("min must not be greater than max in altitudes") }
    return AltitudeBand(range: low...high)
  }

  func push(_ stack: LuaStack) {
    LuaTable.push(stack, [("min", range.lowerBound), ("max", range.upperBound)])
  }
}

/// A schedule in a script's notation.
struct ScheduleTable: LuaValue {
  static var luaType: String { "{ days: string[]?, from: string?, to: string?, timeZone: string? }" }
  let schedule: RegionSchedule

  static func read(_ stack: LuaStack, _ index: Int32) throws -> ScheduleTable {
    guard LuaTable.isRecord(stack, index) else {
      throw LuaMismatch(
        "table of fields expected: write { days = {\"mon\"}, from = \"08:00\", to = \"18:00\" }")
    }
    var schedule = RegionSchedule()
    try LuaTable.forEachField(stack, index) { name in
      switch name {
      case "days": schedule.days = try days([String].read(stack, -1))
      case "from":
        let text = try String.read(stack, -1)
        do { schedule.from = try RegionSchedule.second(ofStart: text) } catch {
          throw LuaMismatch("\(error)")
        }
      case "to": schedule.to = try second(String.read(stack, -1))
      case "timeZone": schedule.timeZone = try ZoneInfo.rules(String.read(stack, -1))
      default: throw LuaMismatch("unknown field '\(name)' in a schedule: write days, from, to or timeZone")
      }
    }
    return ScheduleTable(schedule: schedule)
  }

  private static func days(_ names: [String]) throws(LuaMismatch) -> RegionSchedule.Days {
    guard !names.isEmpty else { throw LuaMismatch(RegionSchedule.noDay) }
    do { return try RegionSchedule.days(of: names) } catch { throw LuaMismatch(error.message) }
  }

  private static func second(_ text: String) throws(LuaMismatch) -> Int {
    do { return try RegionSchedule.second(of: text) } catch { throw LuaMismatch(error.message) }
  }

  func push(_ stack: LuaStack) {
    LuaTable.push(
      stack,
      [
        ("days", schedule.days.names), ("from", RegionSchedule.text(schedule.from)),
        ("to", RegionSchedule.text(schedule.to)), ("timeZone", schedule.timeZone.name),
      ])
  }
}
