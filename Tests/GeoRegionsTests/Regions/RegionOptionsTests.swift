import Testing

@testable import GeoCore
@testable import GeoRegions

/// The options one by one: RG-25 … RG-31.
@Suite struct RegionOptionsTests {
  func walk(buffer: Double = 20, radius: Double = 100, _ change: (inout RegionOptions) -> Void)
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
}
