import Geo
import Testing

@testable import GeoHost

@Suite struct FirstFixTests {
  private func fix(_ latitude: Double, _ longitude: Double) -> Fix {
    Fix(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      horizontalAccuracy: 5)
  }

  private func region(_ name: String, _ latitude: Double, _ longitude: Double) -> MonitoredRegion {
    MonitoredRegion(
      identifier: name, center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), radius: 100)
  }

  @Test func theNearestRegionIsNamed() {
    let regions = [region("far", 50, 13), region("home", 45, 13)]
    // A degree of latitude at 45° is 111.13 km long (GeographicLib); a tenth of it less the radius.
    #expect(
      FirstFix.sentence(fix(45.1, 13), regions) == "first fix 11.0 km from the edge of 'home' (outside)")
    #expect(FirstFix.sentence(fix(45, 13), regions) == "first fix 100 m from the edge of 'home' (inside)")
  }

  @Test(arguments: [
    (0.0, "0 m"), (999.4, "999 m"), (999.5, "1.0 km"), (1_049, "1.0 km"), (99_949, "99.9 km"),
    (99_951, "100 km"),
    (4_590_554.9, "4,591 km"),
  ])
  func distancesAreInMetersThenInKilometers(meters: Double, text: String) {
    #expect(distanceText(meters) == text)
  }

  @Test func withoutRegionsThePositionIsNamed() {
    #expect(FirstFix.sentence(fix(45.1, 13), []) == "first fix at 45.10000, 13.00000")
  }
}
