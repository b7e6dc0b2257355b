extension NSCalendar {
  /// Returns the date that is `value` units later.
  ///
  /// - Shapes: years, months, weeks and days keep the time of day on the clock, and a day that a month lacks is its
  ///   last; hours, minutes and seconds are as long as they are.
  /// - Errors: nil for a date beyond the years 0 to 9999.
  public func date(byAdding unit: NSCalendarUnit, _ value: Int, to date: NSDate) -> NSDate? {
    guard value.magnitude < 1 << 40 else { return nil }
    switch unit {
    case .year, .yearForWeekOfYear: return adding(months: value * 12, to: date)
    case .quarter: return adding(months: value * 3, to: date)
    case .month: return adding(months: value, to: date)
    case .weekOfYear, .weekOfMonth, .weekdayOrdinal: return adding(days: value * 7, to: date)
    case .day, .weekday: return adding(days: value, to: date)
    case .hour: return date.addingTimeInterval(Double(value) * 3600)
    case .minute: return date.addingTimeInterval(Double(value) * 60)
    case .second: return date.addingTimeInterval(Double(value))
    case .nanosecond: return date.addingTimeInterval(Double(value) / 1e9)
    }
  }

  /// Returns the date that is the known parts later, the greatest unit first.
  public func date(byAdding parts: NSDateComponents, to date: NSDate) -> NSDate? {
    var result: NSDate? = date
    let units: [NSCalendarUnit] = [
      .year, .quarter, .month, .weekOfYear, .weekOfMonth, .day, .hour, .minute, .second,
    ]
    for unit in units {
      guard let value = parts[unit], let sum = result else { continue }
      result = self.date(byAdding: unit, value, to: sum)
    }
    return result
  }

  private func adding(days: Int, to date: NSDate) -> NSDate? {
    var local = local(date)
    local.day += days
    guard (0...9999).contains(civilFromDays(local.day).year) else { return nil }
    return self.date(local)
  }

  private func adding(months: Int, to date: NSDate) -> NSDate? {
    var local = local(date)
    let civil = civilFromDays(local.day)
    let (years, month) = (civil.month - 1 + months).flooredQuotientAndRemainder(dividingBy: 12)
    let year = civil.year + years
    guard (0...9999).contains(year) else { return nil }
    let day = min(civil.day, daysInMonth(month + 1, year: year))
    local.day = daysFromCivil(year: year, month: month + 1, day: day)
    return self.date(local)
  }

  /// Returns the whole units between two dates, the greatest unit first; negative if `end` is earlier.
  ///
  /// - Parameter units: of year, month, weekOfYear, day, hour, minute and second.
  /// - Errors: no parts for dates far beyond those of the calendar.
  public func components(_ units: [NSCalendarUnit], from start: NSDate, to end: NSDate) -> NSDateComponents {
    let result = NSDateComponents()
    // Beyond, an hour later is the same date.
    guard [start, end].allSatisfy({ abs($0.timeIntervalSince1970) < 1e12 }) else { return result }
    var at = start
    let lengths: [(NSCalendarUnit, Double)] = [
      (.year, 366 * 86_400), (.month, 31 * 86_400), (.weekOfYear, 7 * 86_400), (.day, 86_400), (.hour, 3600),
      (.minute, 60), (.second, 1),
    ]
    for (unit, length) in lengths where units.contains(unit) {
      let side = end < at ? -1 : 1
      // Never too many: no month or year is longer but by what a zone's clocks are put back, at most little more than a day.
      let isCounted = length <= 7 * 86_400
      var count = Int(end.timeIntervalSince(at) / (length + (isCounted ? 0 : 95_000)))
      if isCounted, length > 3600 { count = side * max(0, abs(count) - 2) }
      while let next = date(byAdding: unit, count + side, to: at), side > 0 ? next <= end : next >= end {
        count += side
      }
      result[unit] = count
      at = date(byAdding: unit, count, to: at) ?? at
    }
    return result
  }

  /// Returns the first moment of the date's day.
  public func startOfDay(for date: NSDate) -> NSDate {
    self.date(Local(day: local(date).day, second: 0, fraction: 0))
  }

  /// Returns the time of day on the date's day; nil for numbers that no clock shows.
  public func date(bySettingHour hour: Int, minute: Int, second: Int, of date: NSDate) -> NSDate? {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    return self.date(Local(day: local(date).day, second: hour * 3600 + minute * 60 + second, fraction: 0))
  }

  /// Returns the first time after `date` at which the clocks show that time of day; nil for numbers that no clock shows.
  ///
  /// - Shapes: a time that the clocks skip counts as in ``date(from:)``.
  public func nextDate(after date: NSDate, hour: Int, minute: Int, second: Int) -> NSDate? {
    (0...2).lazy.compactMap { days -> NSDate? in
      guard let day = self.adding(days: days, to: date) else { return nil }
      return self.date(bySettingHour: hour, minute: minute, second: second, of: day)
    }.first { $0 > date }
  }

  /// Returns by how many days `date` comes after `other` on the calendar.
  public func days(from other: NSDate, to date: NSDate) -> Int { local(date).day - local(other).day }

  public func isDateInWeekend(_ date: NSDate) -> Bool { [1, 7].contains(weekday(ofDay: local(date).day)) }
}
