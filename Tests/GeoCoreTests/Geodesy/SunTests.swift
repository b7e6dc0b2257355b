import Testing

@testable import GeoCore

@Suite struct SunTests {
  /// Meeus, "Astronomical Algorithms", 2nd ed., example 15.a has no sun; these are of the US Naval Observatory's "Rise, Set,
  /// and Twilight Definitions" calculator as PyPI's astral 3.2 has them, too: Washington, 2026-06-21.
  @Test func aDayInWashington() throws {
    let sun = Sun(over: CLLocationCoordinate2DMake(38.9, -77.03))
    let noon = sun.noon(near: 1_782_061_200)
    let day = sun.passages(of: Sun.horizon, around: noon)
    // 09:43 and 00:37 UTC.
    #expect(abs(try #require(day.rise) - 1_782_034_980) < 60)
    #expect(abs(try #require(day.set) - 1_782_088_620) < 60)
    #expect(sun.position(at: noon).elevation > 74.4)
  }

  @Test func polesHaveNoDays() {
    for latitude in [90.0, -90, 89.9] {
      let sun = Sun(over: CLLocationCoordinate2DMake(latitude, 0))
      let day = sun.passages(of: Sun.horizon, around: sun.noon(near: 1_782_000_000))
      #expect(day.rise == nil && day.set == nil)
    }
  }
}
