import Testing

@testable import GeoCore

@Suite struct TimeZoneRulesLocalTests {
  /// Central European time with the rules of the European Union.
  private func berlin() throws -> TimeZoneRules {
    let rule = try #require(PosixTimeZone("CET-1CEST,M3.5.0,M10.5.0/3"))
    return TimeZoneRules(name: "Berlin", firstOffset: 3600, transitions: [], offsets: [], rule: rule)
  }

  @Test(arguments: [
    ("2026-01-15T12:00:00", "2026-01-15T11:00:00Z"), ("2026-07-15T12:00:00", "2026-07-15T10:00:00Z"),
    // The hour that is skipped, and the one that comes twice.
    ("2026-03-29T02:30:00", "2026-03-29T01:30:00Z"), ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z"),
    ("2026-03-29T03:00:00", "2026-03-29T01:00:00Z"), ("2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
    ("2026-10-25T02:30:00+01:00", "2026-10-25T01:30:00Z"), ("2026-07-15", "2026-07-14T22:00:00Z"),
  ])
  func localTimesAreThoseOfTheZone(local: String, expected: String) throws {
    let zone = try berlin()
    var text = local
    let time = try #require(text.withUTF8 { ISO8601.parse($0, in: zone) })
    #expect(ISO8601.format(time) == expected)
  }

  @Test func clocksChangeTwiceAYear() throws {
    let zone = try berlin()
    let start = try #require(ISO8601.parse("2026-01-15T12:00:00Z"))
    let spring = try #require(zone.nextChange(after: start))
    #expect(ISO8601.format(spring) == "2026-03-29T01:00:00Z")
    let autumn = try #require(zone.nextChange(after: spring))
    #expect(ISO8601.format(autumn) == "2026-10-25T01:00:00Z")
    #expect([start, spring, autumn].map { zone.summerOffset(at: $0) } == [0, 3600, 0])
    #expect(TimeZoneRules.utc.nextChange(after: start) == nil)
    #expect(zone.nextChange(after: .infinity) == nil)
  }
}
