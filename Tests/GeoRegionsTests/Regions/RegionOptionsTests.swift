import Testing

@testable import GeoCore
@testable import GeoRegions

/// The options one by one: RG-25 … RG-31.
@Suite struct RegionOptionsTests {
  private func walk(buffer: Double = 20, radius: Double = 100, _ change: (inout RegionOptions) -> Void)
    -> Walk
  {
    var options = RegionOptions()
    change(&options)
    var walk = Walk(
      MonitoredRegion(
        identifier: "home", center: CLLocationCoordinate2DMake(52, 13), radius: radius,
        desiredAccuracy: buffer, options: options))
    walk.go(5000, altitude: 0, at: 0)
    return walk
  }

  @Test func aDelayIsOverByTheClockAndTheVisitBeganWhenItDid() {
    var walk = walk { ($0.enterDelay, $0.exitDelay) = (30, 60) }
    walk.go(0, at: 100)
    #expect(walk.monitor.nextDeadline == 130)
    walk.tick(129.9)
    #expect(walk.said == [] && walk.monitor.state(of: "home") == .outside)
    walk.tick(130)
    #expect(walk.said == ["enter 130"] && walk.monitor.state(of: "home") == .inside)
    walk.go(500, at: 200)
    walk.tick(1000)
    #expect(walk.said == ["enter 130", "exit 260"])
    // From the first fix inside to the first outside.
    #expect(walk.events[1].visitDuration == 100 && walk.monitor.nextDeadline == nil)
  }

  @Test func aPendingEnterIsCancelledOutsideTheEdgeNotInTheBuffer() {
    var walk = walk { $0.enterDelay = 30 }
    walk.go(50, at: 100)
    // d = −10 m: not far enough in to begin, but no reason to cancel.
    walk.go(90, at: 110)
    walk.go(101, at: 120)
    walk.tick(1000)
    #expect(walk.said == [])
    walk.go(50, at: 1100)
    walk.go(90, at: 1110)
    walk.tick(1130)
    #expect(walk.said == ["enter 1130"])
  }

  @Test func aPendingExitIsCancelledInsideTheEdgeNotInTheBuffer() {
    var walk = walk { $0.exitDelay = 30 }
    walk.go(0, at: 100)
    walk.go(121, at: 200)
    walk.go(110, at: 210)
    walk.go(99, at: 220)
    walk.tick(1000)
    #expect(walk.said == ["enter 100"])
    walk.go(121, at: 1100)
    walk.go(110, at: 1110)
    walk.tick(1130)
    #expect(walk.said == ["enter 100", "exit 1130"])
  }

  /// A logger that sends five minutes at once: the times of measurement decide, not those of arrival.
  @Test func fixesThatComeLateDecideByWhenTheyWereMeasured() {
    var walk = walk { $0.enterDelay = 30 }
    walk.go(0, at: 100, received: 400)
    walk.go(500, at: 110, received: 400)
    #expect(walk.said == [])
    walk.go(0, at: 120, received: 400)
    walk.go(0, at: 160, received: 400)
    #expect(walk.said == ["enter 150"])
  }

  @Test func withoutAFurtherFixALateOneWaitsAsLongAsAnyOther() {
    var walk = walk { $0.enterDelay = 30 }
    walk.go(0, at: 100, received: 400)
    #expect(walk.monitor.nextDeadline == 430)
    walk.tick(430)
    #expect(walk.said == ["enter 130"])
  }

  @Test func dwellCountsFromTheReportOfTheEnter() {
    var walk = walk { ($0.enterDelay, $0.dwell) = (30, 60) }
    walk.go(0, at: 100)
    walk.tick(1000)
    #expect(walk.said == ["enter 130", "dwell 190"])
    #expect(walk.events[1].visitDuration == 90 && walk.events[0].visit == walk.events[1].visit)
  }

  @Test func noDwellWhileAnExitIsPending() {
    var walk = walk { ($0.exitDelay, $0.dwell) = (60, 60) }
    walk.go(0, at: 100)
    walk.go(500, at: 150)
    walk.go(0, at: 170)
    #expect(walk.said == ["enter 100", "dwell 170"])
    walk.go(500, at: 200)
    walk.tick(300)
    walk.go(0, at: 400)
    walk.go(500, at: 450)
    walk.tick(600)
    #expect(walk.said == ["enter 100", "dwell 170", "exit 260", "enter 400", "exit 510"])
  }

  @Test func noDwellMeansAtOnce() {
    var walk = walk { $0.dwell = 0 }
    walk.go(0, at: 100)
    #expect(walk.said == ["enter 100", "dwell 100"])
  }

  /// r = 100 m, b = 20 m: in at d + a ≤ −20 m, out at d − a > 20 m.
  @Test(arguments: [
    (RegionOptions.AccuracyMode.point, 5.0, 79.9, 120.1), (.contains, 5, 74.9, 125.1),
    (.contains, 60, 19.9, 180.1),
    (.clamp, 60, 39.9, 160.1), (.clamp, 10, 69.9, 130.1),
  ])
  func accuracyCountsAsTheModeSays(
    _ mode: RegionOptions.AccuracyMode, _ accuracy: Double, _ inside: Double, _ outside: Double
  ) {
    var walk = walk { ($0.accuracyMode, $0.maximumError) = (mode, 40) }
    walk.go(inside + 0.2, accuracy: accuracy, at: 1)
    #expect(walk.said == [])
    walk.go(inside, accuracy: accuracy, at: 2)
    #expect(walk.said == ["enter 2"])
    walk.go(outside - 0.2, accuracy: accuracy, at: 3)
    #expect(walk.said == ["enter 2"])
    walk.go(outside, accuracy: accuracy, at: 4)
    #expect(walk.said == ["enter 2", "exit 4"])
  }

  @Test func aFixWorseThanMinimumAccuracySaysNothing() {
    var walk = walk { ($0.minimumAccuracy, $0.enterDelay) = (50, 30) }
    walk.go(0, accuracy: 51, at: 10)
    #expect(walk.monitor.nextDeadline == nil)
    walk.go(0, accuracy: 50, at: 20)
    // Nor does it cancel.
    walk.go(500, accuracy: 51, at: 30)
    walk.tick(60)
    #expect(walk.said == ["enter 50"])
  }

  @Test func aRegionThatIgnoresTheFirstFixesStaysUnknown() {
    var options = RegionOptions()
    options.minimumAccuracy = 50
    var walk = Walk(
      MonitoredRegion(
        identifier: "home", center: CLLocationCoordinate2DMake(52, 13), radius: 100, options: options))
    #expect(walk.monitor.requestState(of: "home") == .unknown)
    walk.go(500, accuracy: 100, at: 1)
    #expect(walk.monitor.state(of: "home") == .unknown && walk.events.isEmpty)
    walk.go(0, accuracy: 20, at: 2)
    #expect(walk.said == ["determined 2"] && walk.events[0].state == .inside)
  }

  @Test func outsideOfTheAltitudesIsOutside() {
    var walk = walk { $0.altitudes = 0...100 }
    walk.go(0, altitude: 150, at: 1)
    #expect(walk.said == [])
    walk.go(0, altitude: 100, at: 2)
    walk.go(0, altitude: .nan, at: 3)
    walk.go(5000, altitude: .nan, at: 4)
    #expect(walk.said == ["enter 2"])
    walk.go(0, altitude: 101, at: 5)
    #expect(walk.said == ["enter 2", "exit 5"])
  }

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

  @Test func passShorterThanTheDelayIsNotReported() {
    var walk = walk(buffer: 0) { ($0.detectsCrossing, $0.enterDelay, $0.exitDelay) = (true, 30, 30) }
    // 10 m/s: 20 s inside.
    walk.go(1000, at: 1000)
    walk.go(-1000, at: 1200)
    #expect(walk.said == [])
    // 5 m/s: 40 s inside, in at 2180, reported at 2210; out at 2220, reported after the fix at 2400.
    walk.go(-1000, at: 2000)
    walk.go(1000, at: 2400)
    #expect(walk.said == ["enter 2210", "exit 2250"])
    #expect(walk.events[1].visitDuration == 40 && walk.events.allSatisfy(\.isCrossed))
  }

  @Test func aPassThatEndsInTheBufferStaysInside() {
    var walk = walk(buffer: 50) { $0.detectsCrossing = true }
    walk.go(-1000, at: 1000)
    walk.go(140, at: 1100)
    #expect(walk.said == ["enter 1083"] && walk.monitor.state(of: "home") == .inside)
    walk.go(151, at: 1101)
    #expect(walk.said == ["enter 1083", "exit 1101"] && !walk.events[1].isCrossed)
  }

  @Test func noPassWhereTheWayIsUnknown() {
    var walk = walk { $0.detectsCrossing = true }
    walk.go(1000, at: 1000)
    walk.go(-1000, at: 1600.5)
    walk.monitor.loseSignal()
    walk.go(1000, at: 1700)
    #expect(walk.said == [])
    walk.go(-1000, at: 2300)
    #expect(walk.said.count == 2)
  }

  @Test func passAboveTheAltitudesIsNotReported() {
    var walk = walk(buffer: 0) { ($0.detectsCrossing, $0.altitudes) = (true, 0...100) }
    walk.go(-1000, altitude: 500, at: 1000)
    walk.go(1000, altitude: 500, at: 1100)
    #expect(walk.said == [])
    // Climbs from 0 to 200 m: leaves the band at half the way, in the middle of the circle.
    walk.go(-1000, altitude: 0, at: 2000)
    walk.go(1000, altitude: 200, at: 2100)
    #expect(walk.said == ["enter 2045", "exit 2050"])
  }

  @Test func anEqualRegionRegisteredAgainKeepsWhatIsPendingAndADifferenceDropsIt() {
    var walk = walk { $0.enterDelay = 30 }
    walk.go(0, at: 100)
    walk.monitor.monitor(walk.monitor.regions.adding(walk.region))
    #expect(walk.monitor.nextDeadline == 130)
    // Also by another history.
    walk.monitor.monitor(RegionSet.empty.adding(other).adding(walk.region))
    #expect(walk.monitor.nextDeadline == 130)
    var changed = walk.region
    changed.buffer = 21
    walk.monitor.monitor(walk.monitor.regions.adding(changed))
    #expect(walk.monitor.nextDeadline == nil && walk.monitor.state(of: "home") == .unknown)
  }

  private var other: MonitoredRegion {
    MonitoredRegion(identifier: "other", center: CLLocationCoordinate2DMake(0, 0), radius: 10)
  }

  @Test func aRegionThatIsStoppedTakesItsDelayAlong() {
    var walk = walk { $0.enterDelay = 30 }
    walk.go(0, at: 100)
    walk.monitor.monitor(walk.monitor.regions.removing(identifier: "home"))
    #expect(walk.monitor.nextDeadline == nil)
    walk.tick(1000)
    #expect(walk.said == [])
  }

  @Test func exitsEntersAndDwellsOfOneFixComeInThatOrder() {
    var monitor = RegionMonitor(deviceName: "phone")
    var atOnce = RegionOptions()
    atOnce.dwell = 0
    func circle(_ name: String, _ longitude: Double, _ options: RegionOptions = .none) -> MonitoredRegion {
      MonitoredRegion(
        identifier: name, center: CLLocationCoordinate2DMake(0, longitude), radius: 100, options: options)
    }
    let regions = [
      circle("d", 1, atOnce), circle("c", 1), circle("b", 0, atOnce), circle("a", 0), circle("e", 1),
    ]
    monitor.monitor(monitor.regions.adding(contentsOf: regions))
    var events: [RegionEvent] = []
    for (time, longitude) in [(0.0, 0.0), (1, 1)] {
      monitor.ingest(
        coordinate: CLLocationCoordinate2DMake(0, longitude), horizontalAccuracy: 5, timestamp: time,
        into: &events)
    }
    #expect(
      events.map { "\($0.kind) \(monitor.regions.identifier(at: $0.slot))" }
        == ["exit a", "exit b", "enter c", "enter d", "enter e", "dwell d"])
  }

  @Test func passesOfManyRegionsAreFoundWithoutLookingAtAll() {
    var options = RegionOptions()
    options.detectsCrossing = true
    // Ten thousand circles of 50 m around the globe on the equator, 40 on the way.
    let regions = (0..<10_000).map { number in
      MonitoredRegion(
        identifier: "\(number)", center: CLLocationCoordinate2DMake(0, Double(number) * 0.036 - 180),
        radius: 50,
        options: options)
    }
    var monitor = RegionMonitor(deviceName: "phone")
    monitor.monitor(monitor.regions.adding(contentsOf: regions))
    var events: [RegionEvent] = []
    for (time, longitude) in [(0.0, 179.3), (600, -179.27)] {
      monitor.ingest(
        coordinate: CLLocationCoordinate2DMake(0, longitude), horizontalAccuracy: 5, timestamp: time,
        into: &events)
    }
    let passed = events.filter { $0.kind == .enter }.map { monitor.regions.identifier(at: $0.slot) }
    let expected = regions.filter {
      let east = $0.center.longitude < 0 ? $0.center.longitude + 360 : $0.center.longitude
      return east > 179.3 && east < 180.73
    }
    #expect(Set(passed) == Set(expected.map(\.identifier)) && passed.count == 40)
    #expect(events.map(\.timestamp) == events.map(\.timestamp).sorted())
  }

  @Test func amongManyRegionsOnlyThoseTheFixTouchesAreExplained() {
    var options = RegionOptions()
    options.detectsCrossing = true
    let regions = (0..<200).map { number in
      MonitoredRegion(
        identifier: "\(number)", center: CLLocationCoordinate2DMake(0, Double(number) * 0.01), radius: 50,
        options: number == 5 ? options : .none)
    }
    var monitor = RegionMonitor(deviceName: "phone")
    monitor.monitor(monitor.regions.adding(contentsOf: regions))
    var events: [RegionEvent] = []
    let decisions = [(0.0, 0.04), (60, 0.06), (120, 1)].map { time, longitude in
      monitor.ingest(
        RegionFix(coordinate: CLLocationCoordinate2DMake(0, longitude), accuracy: 5, timestamp: time),
        explaining: .all, into: &events
      )?.map { "\($0.identifier) \($0.rule)" }
    }
    #expect(
      decisions == [["4 settled"], ["4 exited", "5 passed", "6 entered"], ["6 exited", "100 entered"]])
    #expect(
      monitor.ingest(
        RegionFix(coordinate: CLLocationCoordinate2DMake(0, 1), accuracy: -1, timestamp: 130),
        explaining: .all,
        into: &events) == nil)
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
