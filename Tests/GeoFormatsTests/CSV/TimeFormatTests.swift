import Geo
import Testing

@testable import GeoFormats

@Suite struct TimeFormatTests {
  // Expected values computed with GNU date: date -u -d … +%s.
  @Test(arguments: [
    ("%d/%m/%Y %H:%M:%S", "31/12/2025 23:59:59", 1_767_225_599.0),
    ("%m/%d/%y %I:%M %p", "12/31/25 11:59 PM", 1_767_225_540),
    ("%m/%d/%Y %I:%M:%S %p", "1/1/2026 12:00:00 am", 1_767_225_600),
    ("%d %b %Y %T", "01 Jan 2026 00:00:00", 1_767_225_600),
    ("%A, %d %B %Y, %H:%M", "Thursday, 1 January 2026, 00:00", 1_767_225_600),
    ("%Y%m%d%H%M%S", "20260101000001", 1_767_225_601),
    ("%F %T.%f", "2026-01-01 00:00:01.25", 1_767_225_601.25),
    ("%Y-%m-%dT%H:%M:%S%z", "2026-01-01T01:00:00+0100", 1_767_225_600),
    ("%d.%m.%y", "01.01.26", 1_767_225_600), ("%D", "01/01/99", 915_148_800),
    ("%s", "1767225600", 1_767_225_600),
    ("%d/%m/%Y %R%%", "  1/01/2026   00:00%", 1_767_225_600),
  ])
  func textIsReadByTheFormat(pattern: String, text: String, time: Double) throws {
    #expect(try TimeFormat(pattern).parse(text, in: nil) == time)
  }

  @Test(arguments: [
    ("%d/%m/%Y", "13/13/2026"), ("%d/%m/%Y", "1/1/2026 00:00"), ("%d/%m/%Y %H", "1/1/2026 24"),
    ("%d/%m/%Y %I %p", "1/1/2026 13 PM"), ("%d-%m-%Y", "1/1/2026"), ("%d %b %Y", "1 Foo 2026"),
    ("%F", "2026-02-30"),
  ])
  func whatIsOfAnotherFormIsNoTime(pattern: String, text: String) throws {
    #expect(try TimeFormat(pattern).parse(text, in: nil) == nil)
  }

  @Test func withoutAnOffsetItIsOfTheZone() throws {
    let zone = TimeZoneRules.fixed("-05:00")
    #expect(try TimeFormat("%m/%d/%Y %H:%M").parse("12/31/2025 19:00", in: zone) == 1_767_225_600)
  }

  @Test(arguments: ["%H:%M", "%d/%m", "%Q", "%Y-%m-%d %"])
  func aFormatThatNamesNoDayIsAMistake(pattern: String) {
    #expect(throws: GeoError.self) { try TimeFormat(pattern) }
  }
}
