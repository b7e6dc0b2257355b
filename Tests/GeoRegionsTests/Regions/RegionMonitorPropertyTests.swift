import GeoCore
import GeoTesting
import Testing

@testable import GeoRegions

/// Random regions, changes and fixes; ``RegionMonitor`` must agree with the naive model each time.
@Suite struct RegionMonitorPropertyTests {
  struct Landscape: Sendable, CustomTestStringConvertible {
    var name: String
    var latitudes: ClosedRange<Double>
    var longitudes: ClosedRange<Double>
    /// Meters; drawn log-uniformly.
    var radii: ClosedRange<Double>
    var regions: Int
    var testDescription: String { name }
  }

  static let landscapes = [
    Landscape(name: "city", latitudes: 52.4...52.5, longitudes: 13.3...13.5, radii: 20...3000, regions: 150),
    Landscape(
      name: "antimeridian", latitudes: -17.1 ... -16.9, longitudes: 179.9...180.1, radii: 20...3000,
      regions: 100),
    Landscape(
      name: "north pole", latitudes: 89.9...90, longitudes: -180...180, radii: 20...20_000, regions: 60),
    Landscape(
      name: "south pole", latitudes: -90 ... -89.5, longitudes: -180...180, radii: 200...200_000, regions: 60),
    Landscape(
      name: "Svalbard", latitudes: 74.9...75.1, longitudes: 15...15.5, radii: 20...5000, regions: 100),
    Landscape(
      name: "polar antimeridian", latitudes: 79.8...80.2, longitudes: 179...181, radii: 100...30_000,
      regions: 60),
    Landscape(
      name: "equator", latitudes: -0.05...0.05, longitudes: -0.05...0.05, radii: 5...1000, regions: 100),
    Landscape(name: "country", latitudes: 45...50, longitudes: 5...15, radii: 1000...300_000, regions: 80),
    Landscape(
      name: "earth", latitudes: -90...90, longitudes: -180...180, radii: 10_000...30_000_000, regions: 50),
    Landscape(name: "few", latitudes: 10...10.01, longitudes: 10...10.01, radii: 100...1000, regions: 3),
    Landscape(
      name: "edge of the local formula", latitudes: 60...60.3, longitudes: 0...0.5, radii: 10_000...20_000,
      regions: 60),
  ]

  @Test(arguments: landscapes, [UInt64(1), 2, 3])
  func saysWhatTheNaiveModelSays(_ land: Landscape, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var monitor = RegionMonitor(deviceName: "phone")
    var naive = NaiveRegionMonitor()
    var regions: [MonitoredRegion] = []
    var other = RegionSet.empty
    var events: [RegionEvent] = []
    var time = 0.0

    func change() {
      var set = monitor.regions
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let number = Int.random(in: 0..<land.regions, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
          set = set.removing(identifier: "r\(number)")
          naive.remove("r\(number)")
        case 2:
          // The same again: nothing may change.
          guard let known = regions.randomElement(using: &random) else { continue }
          set = set.adding(known)
          naive.add(known)
        case 3:
          // Another device takes another way from the same set, so that the history forks.
          other = set.adding(makeRegion(land, number, &random))
        default:
          let region = makeRegion(land, number, &random)
          regions.append(region)
          set = set.adding(region)
          naive.add(region)
        }
      }
      monitor.monitor(set)
    }

    for number in 0..<land.regions { regions.append(makeRegion(land, number, &random)) }
    for region in regions { naive.add(region) }
    monitor.monitor(monitor.regions.adding(contentsOf: regions))

    for step in 0..<400 {
      if step % 7 == 3 { change() }
      let place = makePlace(land, regions, &random)
      time += 1
      events.removeAll(keepingCapacity: true)
      let used = monitor.ingest(coordinate: place, horizontalAccuracy: 5, timestamp: time, into: &events)
      #expect(used)
      let said = events.map { event in
        let name = monitor.regions.identifier(at: event.slot)
        return "\(event.kind) \(name)"
      }
      let expected = naive.take(place).map { "\($0.kind) \($0.name)" }
      #expect(said == expected, "step \(step), \(place)")
      #expect(Set(monitor.insideRegions.map(\.identifier)) == naive.inside, "step \(step), \(place)")
      if said != expected { return }
      let name = "r\(Int.random(in: 0..<land.regions, using: &random))"
      #expect(monitor.state(of: name) == naive.state(of: name))
    }
    #expect(other.count >= 0)
  }

  private func makeRegion(_ land: Landscape, _ number: Int, _ random: inout SplitMix64) -> MonitoredRegion {
    var longitude = Double.random(in: land.longitudes, using: &random)
    if longitude > 180 { longitude -= 360 }
    if Int.random(in: 0..<20, using: &random) == 0 { longitude = longitude < 0 ? -180 : 180 }
    let low = land.radii.lowerBound
    let ratio = land.radii.upperBound / low
    // x ↦ low · ratio^x without a power function: a product of uniform square roots is skew enough.
    let u = Double.random(in: 0...1, using: &random)
    let radius = low * (1 + (ratio - 1) * u * u * u)
    return MonitoredRegion(
      identifier: "r\(number)",
      center: CLLocationCoordinate2D(
        latitude: Double.random(in: land.latitudes, using: &random), longitude: longitude),
      radius: radius, desiredAccuracy: [-1.0, 0.0, 20.0, 100.0, radius].randomElement(using: &random) ?? 0,
      notifyOnEntry: Int.random(in: 0..<10, using: &random) > 0,
      notifyOnExit: Int.random(in: 0..<10, using: &random) > 0)
  }

  /// A place at random, or a hair's breadth from a threshold of a region.
  private func makePlace(
    _ land: Landscape, _ regions: [MonitoredRegion], _ random: inout SplitMix64
  ) -> CLLocationCoordinate2D {
    if Bool.random(using: &random), let region = regions.suffix(land.regions).randomElement(using: &random) {
      let threshold: Double =
        [region.radius, region.radius + region.buffer, region.radius + region.enterThreshold]
        .randomElement(using: &random) ?? 0
      let off: Double = [-1.0, -1e-3, -1e-6, 0.0, 1e-6, 1e-3, 1.0].randomElement(using: &random) ?? 0
      return Geodesic.direct(
        from: region.center, azimuth: Double.random(in: -180...180, using: &random),
        distance: min(max(0, threshold + off), 19_900_000)
      ).destination
    }
    if Int.random(in: 0..<30, using: &random) == 0 {
      return CLLocationCoordinate2D(latitude: land.latitudes.upperBound, longitude: 180)
    }
    var longitude = Double.random(in: land.longitudes, using: &random)
    if longitude > 180 { longitude -= 360 }
    return CLLocationCoordinate2D(
      latitude: Double.random(in: land.latitudes, using: &random), longitude: longitude)
  }
}
