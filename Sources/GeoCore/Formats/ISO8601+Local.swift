extension ISO8601 {
  /// Returns the time on the clocks of a zone, with its offset: `2026-05-04T08:15:03+02:00`; in UTC with `Z`.
  ///
  /// - Units: `time` in seconds since 1970-01-01 UTC.
  public static func format(_ time: TimeInterval, in zone: TimeZoneRules) -> String {
    guard !zone.isUTC else { return format(time) }
    let offset = zone.offset(at: time)
    let text = format(time + TimeInterval(offset))
    // A time outside the years 0 to 9999 is a plain number.
    return text.hasSuffix("Z") ? text.dropLast() + TimeZoneRules.text(offset: offset) : format(time)
  }
}

extension TimeZoneRules {
  /// Whether the clocks of the zone always show UTC.
  public var isUTC: Bool {
    ["UTC", "GMT", "Z", "Etc/UTC", "Etc/GMT", "Zulu", "UCT", "Etc/UCT"].contains(name)
  }

  /// Returns the form that ISO 8601 gives an offset: `+02:00`; with seconds, as in times before 1900, `+00:53:28`.
  public static func text(offset: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let size = abs(offset)
    let minutes = two(size / 3600) + ":" + two(size / 60 % 60)
    return (offset < 0 ? "-" : "+") + minutes + (size % 60 == 0 ? "" : ":" + two(size % 60))
  }
}
