import Geo
import Testing

@testable import GeoFormats

/// Positions as the exports of phones write them; geo URIs are those of RFC 5870.
@Suite struct TimelinePlaceTests {
  @Test(arguments: [
    ("48.16°, 11.56°", Double.nan, Double.nan), ("geo:48.16,11.56", .nan, .nan),
    ("GEO:48.16,11.56", .nan, .nan),
    ("geo:48.16,11.56,520", 520, .nan), ("geo:48.16,11.56;u=30", .nan, 30),
    ("Geo:48.16,11.56,-2.5;crs=WGS84;U=7.5;other=x", -2.5, 7.5),
  ])
  func positionsAreRead(text: String, altitude: Double, accuracy: Double) throws {
    let place = try #require(TimelinePlace(text))
    #expect(place.coordinate.latitude == 48.16 && place.coordinate.longitude == 11.56)
    #expect(place.altitude == altitude || (place.altitude.isNaN && altitude.isNaN))
    #expect(place.accuracy == accuracy || (place.accuracy.isNaN && accuracy.isNaN))
  }

  @Test(arguments: [
    "", "geo:", "geo:48.16", "geo:48.16,11.56,x", "geo:48.16,11.56,1,2", "48.16°, 11.56°, 520",
    "geo:1,2;crs=moon",
    "1°, 2°;u=3", "here",
  ])
  func othersAreNot(text: String) { #expect(TimelinePlace(text) == nil) }
}
