import Testing

@testable import GeoCore

@Suite struct NSCalendarTests {
  /// Berlin's rule of 2026, as tzdata's northern footer has it.
  private func calendar() throws -> NSCalendar {
    NSCalendar(timeZone: try #require(TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3")))
  }

  @Test func aDateOfItsPartsIsTheDate() throws {
    let calendar = try calendar()
    // Each hour of two years, but for the second of each doubled hour.
    for hour in stride(from: 1_767_225_600.0, to: 1_830_297_600, by: 3600) {
      let date = NSDate(timeIntervalSince1970: hour + 0.5)
      let back = try #require(calendar.date(from: calendar.components(of: date)))
      let isSecond = back.timeIntervalSince(date) == -3600
      #expect(back == date || isSecond && calendar.components(of: back).hour == 2)
    }
  }

  @Test func weeksOfISO8601() throws {
    let calendar = try calendar()
    (calendar.firstWeekday, calendar.minimumDaysInFirstWeek) = (2, 4)
    // ISO 8601:2004, 3.2.2: 2005-01-01 is W53 of 2004, 2008-12-30 is W01 of 2009.
    let days: [(Int, Int, Int, Int, Int)] = [
      (2005, 1, 1, 2004, 53), (2008, 12, 30, 2009, 1), (2007, 1, 1, 2007, 1),
    ]
    for (year, month, day, weekYear, week) in days {
      let parts = NSDateComponents()
      (parts.year, parts.month, parts.day) = (year, month, day)
      let found = calendar.components(of: try #require(calendar.date(from: parts)))
      #expect(found.yearForWeekOfYear == weekYear && found.weekOfYear == week)
    }
  }

  @Test func whatNoCalendarHasIsNil() throws {
    let calendar = try calendar()
    let parts = NSDateComponents()
    parts.year = 1 << 50
    #expect(calendar.date(from: parts) == nil)
    let now = NSDate(timeIntervalSince1970: 0)
    #expect(calendar.date(byAdding: .year, 9000, to: now) == nil)
    #expect(calendar.date(byAdding: .day, .max, to: now) == nil)
    #expect(calendar.components(of: NSDate(timeIntervalSince1970: .infinity)).year == 9999)
    calendar.firstWeekday = 9
    #expect(calendar.firstWeekday == 1)
  }

  @Test func theGreatestNumbersAreNoDates() throws {
    let calendar = try calendar()
    let now = NSDate(timeIntervalSince1970: 0)
    for number in [Int.min, .min + 1, .max] {
      let parts = NSDateComponents()
      parts.second = number
      #expect(calendar.date(from: parts) == nil && calendar.date(byAdding: parts, to: now) == nil)
      #expect(calendar.date(byAdding: .second, number, to: now) == nil)
    }
    for time in [1e300, -1e300, .infinity, -.infinity, .nan] {
      let between = calendar.components([.year, .second], from: now, to: NSDate(timeIntervalSince1970: time))
      #expect(between.year == nil && between.second == nil)
      let end = NSDate(timeIntervalSince1970: time)
      #expect(calendar.components([.hour], from: end, to: end).hour == nil)
    }
  }

  @Test func patternsThatAreWrongSayWhere() {
    let formatter = NSDateFormatter(timeZone: .utc)
    #expect(throws: GeoError.self) { try formatter.setDateFormat("yyyy b") }
    #expect(throws: GeoError.self) { try formatter.setDateFormat("'never ends") }
    #expect(formatter.string(from: NSDate(timeIntervalSince1970: 0)) == "")
  }

  @Test func aQuoteInAPatternStays() throws {
    let formatter = NSDateFormatter(timeZone: .utc)
    try formatter.setDateFormat("h 'o''clock' ''a")
    #expect(formatter.string(from: NSDate(timeIntervalSince1970: 0)) == "12 o'clock 'AM")
    #expect(formatter.dateFormat == "h 'o''clock' ''a")
    #expect(formatter.date(from: "3 o'clock 'PM") != nil)
  }
}
