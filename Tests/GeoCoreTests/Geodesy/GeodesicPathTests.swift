import Testing

@testable import GeoCore

@Suite struct GeodesicPathTests {
  @Test func linesOfNoLength() throws {
    #expect(GeodesicPath([]).nearest(to: CLLocationCoordinate2DMake(0, 0)) == nil)
    #expect(GeodesicPath([]).place(at: 3) == nil)
    let point = GeodesicPath([CLLocationCoordinate2DMake(1, 2), CLLocationCoordinate2DMake(1, 2)])
    #expect(point.length == 0)
    let place = try #require(point.nearest(to: CLLocationCoordinate2DMake(1, 3)))
    #expect(place.coordinate.longitude == 2 && place.distanceAlong == 0)
    #expect(point.nearest(to: CLLocationCoordinate2DMake(.nan, 0)) == nil)
  }

  @Test func theAntimeridianIsNoEdge() throws {
    let path = GeodesicPath([CLLocationCoordinate2DMake(0, 179.5), CLLocationCoordinate2DMake(0, -179.5)])
    let place = try #require(path.nearest(to: CLLocationCoordinate2DMake(0.1, 180)))
    #expect(abs(abs(place.coordinate.longitude) - 180) < 1e-7)
    // A degree of the equator, half of it.
    #expect(abs(place.distanceAlong - 55_659.745) < 0.01)
  }
}
