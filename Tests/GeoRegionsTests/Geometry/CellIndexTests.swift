import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoRegions

@Suite struct CellIndexTests {
  @Test func theSingularPrecisionDistanceKeepsItsSlack() {
    // Random circles and places at known distances from the edge: every circle in reach is found, and none is
    // wrongly called sure.
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let reach = 15_000 * Double.random(in: 0.001...1, using: &random)
      let centers = (0..<20).map { _ in
        CLLocationCoordinate2D(
          latitude: .random(in: -75...75, using: &random), longitude: .random(in: -180...180, using: &random))
      }
      let set = RegionSet.empty.adding(
        contentsOf: centers.enumerated().map {
          MonitoredRegion(identifier: "\($0.offset)", center: $0.element, radius: reach)
        })
      let view = set.makeIndex()
      for (slot, center) in centers.enumerated() {
        for _ in 0..<20 {
          let off = Double.random(in: -1...1, using: &random)
          let place = Geodesic.direct(
            from: center, azimuth: .random(in: -180...180, using: &random), distance: max(0, reach + off)
          ).destination
          let distance = Geodesic.distance(from: center, to: place)
          view.view.withCandidates(of: place) { candidates in
            let found = candidates.first { $0.slot == UInt32(slot) }
            if distance <= reach { #expect(found != nil) }
            if distance > reach, let found { #expect(found.isDoubtful) }
            if distance < reach - 2 * 2e-5 * reach - 0.1 { #expect(found?.isDoubtful == false) }
            if distance > reach + 2 * 2e-5 * reach + 0.1 { #expect(found == nil) }
          }
        }
      }
    }
  }

  @Test func aCapOverThePoleTouchesAllColumnsOfItsRow() throws {
    let span = try #require(
      CapSpan(center: CLLocationCoordinate2D(latitude: 89.999, longitude: 20), reach: 1000))
    #expect(span.halfWidth(from: 89.99, to: 90) == 180)
    #expect(span.north == 90)
  }

  @Test func noCellIsListedTwice() throws {
    for longitude in [-180.0, -179.999, 0, 179.999, 180] {
      for latitude in [-90.0, -89.95, -45, 0, 75, 89.9, 90] {
        for reach in [0.0, 10, 5000, 900_000] {
          let center = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
          let span = try #require(CapSpan(center: center, reach: reach))
          for rows in [1, 3, 16] {
            var seen: Set<UInt64> = []
            span.forEachCell(rowsPerDegree: rows, cosines: CellGrid.degreeCosines) { row, column in
              #expect(seen.insert(CellGrid.key(row: row, column: column)).inserted)
            }
            #expect(!seen.isEmpty)
          }
        }
      }
    }
  }

  @Test func aRegionThatIsNotAPlaceIsNeverEntered() {
    var monitor = RegionMonitor(deviceName: "phone")
    let nowhere = CLLocationCoordinate2D(latitude: .nan, longitude: 0)
    monitor.monitor(
      RegionSet.empty
        .adding(MonitoredRegion(identifier: "nowhere", center: nowhere, radius: 1e9))
        .adding(MonitoredRegion(identifier: "negative", center: .init(latitude: 0, longitude: 0), radius: -1))
    )
    var events: [RegionEvent] = []
    for time in 0..<3 {
      monitor.ingest(
        coordinate: .init(latitude: 0, longitude: 0), horizontalAccuracy: 1, timestamp: Double(time),
        into: &events)
    }
    #expect(events.isEmpty && monitor.insideRegions.isEmpty)
    #expect(monitor.state(of: "nowhere") == .outside)
  }
}
