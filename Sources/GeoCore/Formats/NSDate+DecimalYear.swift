extension NSDate {
  /// The year with the elapsed part of it, such as 2025.5 at noon of 2 July 2025.
  ///
  /// - Errors: NaN for dates beyond the calendar.
  public var decimalYear: Double {
    // Beyond this limit, some three million years, the calendar's days would overflow.
    guard abs(timeIntervalSince1970) < 1e14 else { return .nan }
    let days = timeIntervalSince1970 / 86_400
    let year = civilFromDays(Int(days.rounded(.down))).year
    let start = daysFromCivil(year: year, month: 1, day: 1)
    let end = daysFromCivil(year: year + 1, month: 1, day: 1)
    return Double(year) + (days - Double(start)) / Double(end - start)
  }
}
