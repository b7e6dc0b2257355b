import Testing

@testable import GeoCore
@testable import GeoRegions

/// Passes through a region between two fixes.
extension RegionOptionsTests {
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
}
