import Testing

@testable import GeoCore
@testable import GeoRegions

/// The schedule of a region: when it is open, and what is said while it is not.
extension RegionOptionsTests {
  @Test func outsideTheScheduleStateIsTrackedButNotReported() {
    // 1970-01-05 was a Monday; 08:00 to 09:00.
    let monday = 4.0 * 86400
    var walk = walk {
      $0.schedule = RegionSchedule(days: .monday, from: 8 * 3600, to: 9 * 3600)
      $0.dwell = 7200
    }
    walk.go(0, at: monday + 7 * 3600)
    #expect(walk.monitor.state(of: "home") == .inside)
    // It opens: missed events are not replayed. It closes before the dwell.
    walk.go(10, at: monday + 8.5 * 3600)
    walk.go(5000, at: monday + 8.6 * 3600)
    #expect(walk.said == ["exit \(Int(monday + 8.6 * 3600))"])
    #expect(abs(walk.events[0].visitDuration - 1.6 * 3600) < 1e-6)
    walk.go(0, at: monday + 8.7 * 3600)
    walk.go(5000, at: monday + 9 * 3600)
    walk.go(0, at: monday + 7 * 86400 + 7.9 * 3600)
    #expect(walk.said.count == 2)
  }

  @Test func aDwellWhileTheScheduleIsClosedIsExplained() {
    // 1970-01-01 was a Thursday.
    var walk = walk { ($0.dwell, $0.schedule) = (30, RegionSchedule(days: .sunday, from: 0, to: 86400)) }
    walk.go(0, at: 100)
    var events: [RegionEvent] = []
    let decisions = walk.monitor.advance(to: 200, explaining: .all, into: &events)
    #expect(events.isEmpty)
    #expect(
      decisions.map { "\($0.rule): \($0.reason)" }
        == ["dwelled: 30 s after the enter; not reported: the schedule is closed"])
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", true), ("1970-01-01T05:59:59Z", true), ("1970-01-01T06:00:00Z", false),
    ("1970-01-01T21:59:59Z", false), ("1970-01-01T22:00:00Z", false), ("1969-12-31T22:00:00Z", true),
    ("1970-01-07T23:00:00Z", true), ("1970-01-08T05:00:00Z", true),
  ])
  func hoursThatPassMidnightBelongToTheDayTheyBegin(_ text: String, _ isOpen: Bool) throws {
    // 1969-12-31 was a Wednesday.
    let schedule = RegionSchedule(days: .wednesday, from: 22 * 3600, to: 6 * 3600)
    let time = try #require(ISO8601.parse(text))
    #expect(schedule.isOpen(at: time) == isOpen)
  }

  @Test func timesOfDayAreReadAndWritten() {
    let good = ["00:00": 0, "24:00": 86400, "8:30": 30600, "08:30:15": 30615]
    for (text, second) in good { #expect(RegionSchedule.secondOfDay(text) == second) }
    for text in ["", "8", "24:01", "12:60", "12:5", "-1:00", "12:00:60", "ab:cd", "12:00:00:00", "+1:00"] {
      #expect(RegionSchedule.secondOfDay(text) == nil, "\(text)")
    }
    #expect(RegionSchedule.text(30600) == "08:30" && RegionSchedule.text(30615) == "08:30:15")
  }
}
