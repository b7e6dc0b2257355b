import GeoCore
import Testing

@testable import GeoRegions

/// Known pitfalls of other systems, for regions with options too; one test each, named after the pitfall.
///
/// Those of plain crossings are in ``RegionMonitorTests``. A roaming radius waits for proximity.
@Suite struct RegionTrapTests {
  private func options(_ change: (inout RegionOptions) -> Void) -> RegionOptions {
    var options = RegionOptions()
    change(&options)
    return options
  }

  private func circle(
    _ identifier: String, _ latitude: Double, _ longitude: Double, radius: Double, buffer: Double = 0,
    _ change: (inout RegionOptions) -> Void
  ) -> MonitoredRegion {
    MonitoredRegion(
      identifier: identifier, center: CLLocationCoordinate2DMake(latitude, longitude), radius: radius,
      desiredAccuracy: buffer, options: options(change))
  }

  /// A pass from one side to the other, 100 s apart, at any place on earth.
  @Test(arguments: [(-17.0, 179.9999), (66.0, -180.0), (90.0, 0.0), (-90.0, 55.0), (0, 0)])
  func aCircleNearThe180thMeridianOrAPoleIsPassedLikeAnyOther(_ latitude: Double, _ longitude: Double) {
    for azimuth in stride(from: -170.0, to: 180, by: 35) {
      let place = circle("place", latitude, longitude, radius: 300) { $0.detectsCrossing = true }
      var monitor = RegionMonitor(deviceName: "phone")
      monitor.monitor(monitor.regions.adding(place))
      var events: [RegionEvent] = []
      for (time, meters) in [(0.0, -1000.0), (100, 1000)] {
        let side = meters < 0 ? azimuth + 180 : azimuth
        let fix = Geodesic.direct(from: place.center, azimuth: side, distance: abs(meters)).destination
        monitor.ingest(coordinate: fix, horizontalAccuracy: 5, timestamp: time, into: &events)
      }
      // 2000 m in 100 s through the middle: the edge is 700 m and 1300 m on.
      #expect(events.map(\.kind) == [.enter, .exit] && events.allSatisfy(\.isCrossed))
      #expect(events.map(\.timestamp) == [35, 65])
      #expect(events[0].visit == events[1].visit && events[1].visitDuration == 30)
    }
  }

  /// From 60° N 0° to 60° N 2° E the geodesic bulges to the north: halfway it is at 60.003785° by GeographicLib's
  /// GeodSolve, 422 m off the parallel.
  @Test func aPassIsOnTheGeodesicNotInPlanarDegrees() {
    var monitor = RegionMonitor(deviceName: "phone")
    let regions = [
      circle("geodesic", 60.003785, 1, radius: 100) { $0.detectsCrossing = true },
      circle("planar", 60, 1, radius: 400) { $0.detectsCrossing = true },
    ]
    monitor.monitor(monitor.regions.adding(contentsOf: regions))
    var events: [RegionEvent] = []
    for (time, longitude) in [(0.0, 0.0), (600, 2)] {
      monitor.ingest(
        coordinate: CLLocationCoordinate2DMake(60, longitude), horizontalAccuracy: 5, timestamp: time,
        into: &events)
    }
    #expect(events.map { monitor.regions.identifier(at: $0.slot) } == ["geodesic", "geodesic"])
  }

  @Test func aShapeIsPassedToo() throws {
    let box = try BoxShape(
      southWest: CLLocationCoordinate2DMake(-0.001, 179.999),
      northEast: CLLocationCoordinate2DMake(0.001, -179.999))
    let region = MonitoredRegion(
      identifier: "box", shape: .box(box), options: options { $0.detectsCrossing = true })
    var monitor = RegionMonitor(deviceName: "phone")
    monitor.monitor(monitor.regions.adding(region))
    var events: [RegionEvent] = []
    for (time, longitude) in [(0.0, 179.99), (200, -179.99)] {
      monitor.ingest(
        coordinate: CLLocationCoordinate2DMake(0, longitude), horizontalAccuracy: 5, timestamp: time,
        into: &events)
    }
    // 0.02° in 200 s at a steady speed, along the equator: the edges are 0.009° and 0.011° on.
    #expect(events.map(\.kind) == [.enter, .exit])
    #expect(abs(events[0].timestamp - 90) < 0.002 && abs(events[1].timestamp - 110) < 0.002)
  }

  @Test func everyDeviceHasItsOwnDelays() {
    let home = circle("home", 52, 13, radius: 100) { $0.enterDelay = 30 }
    let set = RegionSet.empty.adding(home)
    var phones = [RegionMonitor(deviceName: "jane-phone"), RegionMonitor(deviceName: "jane-phone2")]
    var events: [RegionEvent] = []
    for i in 0..<2 {
      phones[i].monitor(set)
      phones[i].ingest(
        coordinate: CLLocationCoordinate2DMake(53, 13), horizontalAccuracy: 5, timestamp: 0, into: &events)
    }
    phones[0].ingest(coordinate: home.center, horizontalAccuracy: 5, timestamp: 10, into: &events)
    #expect(phones[0].nextDeadline == 40 && phones[1].nextDeadline == nil)
    phones[1].advance(to: 100, into: &events)
    #expect(events.isEmpty)
    phones[0].advance(to: 100, into: &events)
    #expect(events.map(\.kind) == [.enter] && phones[1].state(of: "home") == .outside)
  }

  @Test func theFirstFixInsideFiresNoEnterAndNoDwell() {
    var walk = Walk(circle("home", 52, 13, radius: 100) { $0.dwell = 10 })
    walk.go(0, at: 0)
    walk.go(0, at: 100)
    #expect(walk.said == [])
    walk.go(500, at: 200)
    #expect(walk.said == ["exit 200"])
  }

  @Test func fixOfTwoKilometersIsInsideOnlyWhatContainsItsPoint() {
    var walk = Walk(circle("home", 52, 13, radius: 500) { $0.accuracyMode = .contains })
    walk.go(5000, at: 0)
    walk.go(0, accuracy: 2000, at: 1)
    #expect(walk.said == [])
    walk.go(0, accuracy: 499, at: 2)
    walk.go(2400, accuracy: 2000, at: 3)
    #expect(walk.said == ["enter 2"])
    walk.go(2600, accuracy: 2000, at: 4)
    #expect(walk.said == ["enter 2", "exit 4"])
  }

  @Test func ourCallsAreLatitudeFirst() {
    let region = circle("oslo", 59.91, 10.75, radius: 1000) { $0.exitDelay = 1 }
    var monitor = RegionMonitor(deviceName: "phone")
    monitor.monitor(monitor.regions.adding(region))
    var events: [RegionEvent] = []
    monitor.ingest(
      coordinate: CLLocationCoordinate2D(latitude: 59.91, longitude: 10.75), horizontalAccuracy: 5,
      timestamp: 0, into: &events)
    #expect(monitor.state(of: "oslo") == .inside)
  }

  @Test func noExitOfARegionNeverEntered() {
    var walk = Walk(
      circle("home", 52, 13, radius: 100, buffer: 20) {
        $0.enterDelay = 60
        $0.exitDelay = 10
      })
    for (time, meters) in [(0.0, 500.0), (10, 50), (30, 500), (50, 50), (60, 150), (300, 500)] {
      walk.go(meters, at: time)
    }
    #expect(walk.said == [] && walk.monitor.snapshot.sequence == 0)
  }

  @Test func oneEnterAndOneDwellInAVisit() {
    var walk = Walk(
      circle("home", 52, 13, radius: 100, buffer: 20) {
        $0.dwell = 20
        $0.exitDelay = 30
      })
    for (time, meters) in [
      (0.0, 500.0), (10, 10), (15, 110), (20, 10), (60, 150), (80, 10), (90, 150), (100, 90), (400, 50),
    ] {
      walk.go(meters, at: time)
    }
    #expect(walk.said == ["enter 10", "dwell 30"])
    walk.go(500, at: 500)
    walk.tick(600)
    #expect(walk.said == ["enter 10", "dwell 30", "exit 530"])
    #expect(walk.events.last?.visitDuration == 490)
    #expect(Set(walk.events.map(\.visit)).count == 1)
  }

  @Test func stateAndWhatIsPendingSurviveARestart() {
    let region = circle("home", 52, 13, radius: 100) {
      $0.enterDelay = 30
      $0.dwell = 60
      $0.detectsCrossing = true
    }
    var whole = Walk(region)
    var broken = Walk(region)
    for (time, meters) in [(0.0, 500.0), (10, 0), (45, 10), (120, 20), (200, 900), (210, -900), (300, 0)] {
      whole.go(meters, at: time)
      broken.restart()
      broken.go(meters, at: time)
    }
    #expect(whole.said == broken.said && whole.said.count == 3)
    #expect(whole.events == broken.events)
  }
}

/// A device that goes back and forth east of a region's center.
struct Walk {
  var monitor = RegionMonitor(deviceName: "phone")
  let region: MonitoredRegion
  var events: [RegionEvent] = []

  init(_ region: MonitoredRegion) {
    self.region = region
    monitor.monitor(monitor.regions.adding(region))
  }

  /// Each event's kind and time.
  var said: [String] { events.map { "\($0.kind) \(Int($0.timestamp))" } }

  mutating func go(
    _ meters: Double, accuracy: Double = 5, altitude: Double = .nan, at time: Double, received: Double? = nil
  ) {
    tick(received ?? time)
    monitor.ingest(
      coordinate: Geodesic.direct(from: region.center, azimuth: 90, distance: meters).destination,
      horizontalAccuracy: accuracy, timestamp: time, altitude: altitude, receivedAt: received ?? time,
      into: &events)
  }

  mutating func tick(_ time: Double) { monitor.advance(to: time, into: &events) }

  mutating func restart() {
    monitor = RegionMonitor(
      deviceName: "phone", regions: RegionSet.empty.adding(region), restoring: monitor.snapshot)
  }
}
