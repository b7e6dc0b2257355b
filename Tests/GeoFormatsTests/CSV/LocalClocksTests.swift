import FeedTesting
import Geo
import Testing

@testable import GeoFormats

/// HO-200: local times of tables where clocks change.
@Suite struct LocalClocksTests {
  private func recording(_ rows: [String], zone: String = "CET-1CEST,M3.5.0,M10.5.0/3") throws -> Recording {
    var options = FeedOptions()
    options.timeZone = TimeZoneRules(posix: zone)
    return try Recording("a.csv", "time,lat,lon,device\n\(rows.joined(separator: "\n"))\n", options)
  }

  private func utc(_ recording: Recording) -> [String] {
    recording.times.map { String(ISO8601.format($0).dropFirst(11).prefix(5)) }
  }

  /// On 25 October 2026 clocks in Berlin show 02:00 to 02:59 twice, from 00:00 and from 01:00 UTC.
  @Test func anHourThatComesTwiceGoesOn() throws {
    let clocks = ["01:50", "02:10", "02:50", "02:05", "02:55", "03:05"]
    let found = try recording(clocks.map { "2026-10-25 \($0):00,52,13,a" })
    #expect(utc(found) == ["23:50", "00:10", "00:50", "01:05", "01:55", "02:05"])
    #expect(found.skips.total == 4)
    #expect(
      found.firstSkips == [
        "a.csv:3: time \"2026-10-25 02:10:00\" comes twice, because clocks were put back in "
          + "CET-1CEST,M3.5.0,M10.5.0/3 (a time with its offset is certain)"
      ])
  }

  @Test func eachDeviceHasItsOwnHour() throws {
    let found = try recording([
      "2026-10-25 02:50:00,52,13,a", "2026-10-25 03:10:00,52,13,b", "2026-10-25 02:10:00,52,13,a",
      "2026-10-25 02:50:00,52,13,b", "2026-10-25 02:40:00,52,13,c",
    ])
    #expect(utc(found) == ["00:50", "02:10", "01:10", "01:50", "00:40"])
  }

  /// On 29 March 2026 clocks in Berlin go from 02:00 to 03:00.
  @Test func anHourThatNeverComesIsCounted() throws {
    let found = try recording(["2026-03-29 01:50:00,52,13,a", "2026-03-29 02:30:00,52,13,a"])
    #expect(utc(found) == ["00:50", "01:30"])
    #expect(found.firstSkips.count == 1 && found.firstSkips[0].contains("\"2026-03-29 02:30:00\" never came"))
  }

  @Test func timesWithAnOffsetAndZonesWithoutChangesAreCertain() throws {
    let rows = ["2026-10-25T02:30:00+01:00,52,13,a", "1793000000,52,13,a"]
    #expect(try recording(rows).skips.total == 0)
    #expect(try recording(["2026-10-25 02:30:00,52,13,a"], zone: "JST-9").skips.total == 0)
  }
}
