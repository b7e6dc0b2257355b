import Testing

@testable import GeoCore

@Suite struct ISO8601LocalTests {
  /// Central European time with the rules of the European Union.
  private func berlin() throws -> TimeZoneRules {
    try #require(TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
  }

  @Test(arguments: [
    (1_774_745_999.0, "2026-03-29T01:59:59+01:00"), (1_774_746_000.0, "2026-03-29T03:00:00+02:00"),
    (1_774_746_000.25, "2026-03-29T03:00:00.250+02:00"), (1_767_225_599.0, "2026-01-01T00:59:59+01:00"),
  ])
  func clocksOfTheZoneAndTheirOffset(time: Double, text: String) throws {
    #expect(ISO8601.format(time, in: try berlin()) == text)
  }

  @Test func utcHasNoOffset() {
    for name in ["UTC", "GMT", "Z"] {
      #expect(ISO8601.format(0, in: TimeZoneRules(name: name, offset: 0)) == "1970-01-01T00:00:00Z")
    }
    // London in winter is not UTC by name.
    #expect(
      ISO8601.format(0, in: TimeZoneRules(name: "Europe/London", offset: 0)) == "1970-01-01T00:00:00+00:00")
  }

  @Test func timesBeyondTheCalendarAreNumbers() throws {
    #expect(ISO8601.format(1e18, in: try berlin()) == ISO8601.format(1e18))
  }

  @Test(arguments: [(0, "+00:00"), (-12_600, "-03:30"), (3208, "+00:53:28"), (50_400, "+14:00")])
  func offsets(seconds: Int, text: String) { #expect(TimeZoneRules.text(offset: seconds) == text) }

  @Test func aWrongRuleIsNotAZone() { #expect(TimeZoneRules(posix: "Europe/Berlin") == nil) }
}
