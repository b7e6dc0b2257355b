/// The Gregorian calendar on the clocks of a time zone.
///
/// - Shapes: the year 0 precedes the year 1; the calendar is Gregorian in every year.
/// - Units: numbers of ``NSCalendarUnit``; months, days and weeks count from 1.
/// - Source: Apple's documentation of NSCalendar; `scripts/checks/times.py` compares with Python's datetime and
///   zoneinfo.
public final class NSCalendar {
  public var timeZone: TimeZoneRules
  /// 1 for Sunday, as in the United States, … 7 for Saturday.
  public var firstWeekday = 1 {
    didSet { if !(1...7).contains(firstWeekday) { firstWeekday = oldValue } }
  }
  /// 1, or 4 for the weeks of ISO 8601.
  public var minimumDaysInFirstWeek = 1 {
    didSet { if !(1...7).contains(minimumDaysInFirstWeek) { minimumDaysInFirstWeek = oldValue } }
  }

  public init(timeZone: TimeZoneRules) { self.timeZone = timeZone }

  /// A date on the clocks of the zone.
  struct Local {
    /// Days since 1970-01-01.
    var day: Int
    /// Seconds since midnight by the clock.
    var second: Int
    var fraction: Double
  }

  /// - Shapes: dates before the year 0 or after the year 9999 are those of its ends.
  func local(_ date: NSDate) -> Local {
    // In this order a date that is not a number counts as one before the year 0.
    let time = min(max(-62_167_132_800, date.timeIntervalSince1970), 253_402_214_400)
    let whole = time.rounded(.down)
    let (day, second) = (Int(whole) + timeZone.offset(at: time)).flooredQuotientAndRemainder(
      dividingBy: 86_400)
    return Local(day: day, second: second, fraction: time - whole)
  }

  func date(_ local: Local) -> NSDate {
    let seconds = Double(local.day) * 86_400 + Double(local.second)
    return NSDate(timeIntervalSince1970: timeZone.time(ofLocal: seconds) + local.fraction)
  }

  /// Returns all parts of a date.
  public func components(of date: NSDate) -> NSDateComponents {
    let local = local(date)
    let parts = NSDateComponents()
    let (year, month, day) = civilFromDays(local.day)
    (parts.year, parts.month, parts.day) = (year, month, day)
    (parts.hour, parts.minute, parts.second) = (
      local.second / 3600, local.second / 60 % 60, local.second % 60
    )
    parts.nanosecond = Int((local.fraction * 1e9).rounded(.down))
    parts.weekday = weekday(ofDay: local.day)
    parts.weekdayOrdinal = (day - 1) / 7 + 1
    parts.quarter = (month - 1) / 3 + 1
    parts.weekOfMonth = week(ofDay: local.day, from: daysFromCivil(year: year, month: month, day: 1))
    (parts.yearForWeekOfYear, parts.weekOfYear) = weekOfYear(local.day, year)
    return parts
  }

  /// Returns the date of a year, month, day and time of day; the first of each where it is missing.
  ///
  /// - Shapes: parts beyond their unit count on: month 13 is the January after, hour 24 the next midnight. A time that
  ///   comes twice is the first of the two; one that is skipped counts as if the clocks had not changed.
  /// - Errors: nil for parts beyond the years 0 to 9999.
  public func date(from parts: NSDateComponents) -> NSDate? {
    let numbers = [
      parts.year ?? 1, parts.month ?? 1, parts.day ?? 1, parts.hour ?? 0, parts.minute ?? 0,
      parts.second ?? 0,
    ]
    guard numbers.allSatisfy({ $0.magnitude < 1 << 40 }) else { return nil }
    let (years, month) = (numbers[1] - 1).flooredQuotientAndRemainder(dividingBy: 12)
    let year = numbers[0] + years
    guard (0...9999).contains(year) else { return nil }
    let seconds = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    let (days, second) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
    let day = daysFromCivil(year: year, month: month + 1, day: 1) + numbers[2] - 1 + days
    guard (0...9999).contains(civilFromDays(day).year) else { return nil }
    return date(Local(day: day, second: second, fraction: Double(parts.nanosecond ?? 0) / 1e9))
  }

  /// 1 for Sunday … 7 for Saturday; 1970-01-01 was a Thursday.
  func weekday(ofDay day: Int) -> Int { (day + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder + 1 }

  /// The number of the week that a day lies in, when the weeks are counted from `start`; 0 before the first whole one.
  private func week(ofDay day: Int, from start: Int) -> Int {
    let lead = (weekday(ofDay: start) - firstWeekday).flooredQuotientAndRemainder(dividingBy: 7).remainder
    let first = 7 - lead >= minimumDaysInFirstWeek ? start - lead : start - lead + 7
    return (day - first).flooredQuotientAndRemainder(dividingBy: 7).quotient + 1
  }

  private func weekOfYear(_ day: Int, _ year: Int) -> (year: Int, week: Int) {
    func first(_ year: Int) -> Int { daysFromCivil(year: year, month: 1, day: 1) }
    if week(ofDay: day, from: first(year + 1)) >= 1 {
      return (year + 1, week(ofDay: day, from: first(year + 1)))
    }
    let number = week(ofDay: day, from: first(year))
    return number >= 1 ? (year, number) : (year - 1, week(ofDay: day, from: first(year - 1)))
  }
}
