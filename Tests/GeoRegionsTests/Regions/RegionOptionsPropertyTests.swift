import GeoCore
import GeoTesting
import Testing

@testable import GeoRegions

/// Random regions with random options, changes, fixes, ticks of the clock and restarts: ``RegionMonitor``
/// must agree with the naive model each time, including times and durations.
@Suite struct RegionOptionsPropertyTests {
  struct Landscape: Sendable, CustomTestStringConvertible {
    var name: String
    var middle: CLLocationCoordinate2D
    /// Meters.
    var extent: Double
    var radii: ClosedRange<Double>
    var testDescription: String { name }
  }

  static let landscapes = [
    Landscape(name: "city", middle: CLLocationCoordinate2DMake(52.5, 13.4), extent: 3000, radii: 20...600),
    Landscape(
      name: "antimeridian", middle: CLLocationCoordinate2DMake(-17, 180), extent: 3000, radii: 20...600),
    Landscape(
      name: "north pole", middle: CLLocationCoordinate2DMake(90, 0), extent: 20_000, radii: 100...5000),
    Landscape(
      name: "south pole", middle: CLLocationCoordinate2DMake(-89.99, 77), extent: 5000, radii: 100...1000),
    Landscape(
      name: "country", middle: CLLocationCoordinate2DMake(48, 10), extent: 300_000, radii: 2000...80_000),
    Landscape(name: "equator", middle: CLLocationCoordinate2DMake(0, -179.99), extent: 4000, radii: 50...900),
  ]

  @Test(arguments: landscapes, [UInt64(1), 2, 3, 4])
  func saysWhatTheNaiveModelSays(_ land: Landscape, seed: UInt64) {
    var run = PropertyRun(land, seed)
    for step in 0..<300 where !run.hasFailed { run.step(step) }
    #expect(run.kinds.count >= 3, "the run must see enters, exits and dwells, saw \(run.kinds)")
  }
}
