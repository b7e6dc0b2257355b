import GeoCore
import GeoTesting
import Testing

@Suite struct ShapeFlawTests {
  private typealias Make = ShapeFixtures

  @Test func aTwoPointRingIsRefused() {
    #expect(
      Make.flaw([[Make.ring((0, 0), (2, 2))]])
        == "the outer ring has 2 different coordinates; it needs at least three")
    // Repeating them does not help, nor does the other name of a meridian.
    #expect(
      Make.flaw([[Make.ring((0, 0), (0, 0), (2, 2), (2, 2), (0, 0))]])?.contains("has 2 different") == true)
    #expect(Make.flaw([[Make.ring((0, 180), (0, -180), (2, 2))]])?.contains("has 2 different") == true)
    #expect(Make.flaw([[[]]])?.contains("has 0 different coordinates") == true)
    #expect(Make.flaw([[Make.ring((1, 1))]])?.contains("has 1 different coordinate;") == true)
  }

  @Test func aBowTieIsRefusedWithItsEdges() {
    #expect(
      Make.flaw([[Make.ring((0, 0), (2, 2), (2, 0), (0, 2))]])
        == "the outer ring crosses itself: edge 1 (from coordinate 1 to 2) and edge 3 (from coordinate 3 to 4)"
    )
    // The closing edge, in a hole of a second part, across the 180th meridian, a coordinate repeated.
    let hole = Make.ring((1, -179), (-1, 179), (-1, 179), (-1, -179), (1, 179))
    #expect(
      Make.flaw([[Make.square(0, 0, 1, 1)], [Make.ring((-3, 178), (-3, -178), (3, -178), (3, 178)), hole]])
        == "hole 1 of part 2 crosses itself: edge 1 (from coordinate 1 to 2) and edge 4 (from coordinate 4 to 5)"
    )
  }

  @Test func touchingItselfIsNotACrossing() {
    // Two triangles that meet in a corner of both, and a corner that touches an edge.
    #expect(Make.flaw([[Make.ring((0, 0), (0, 2), (1, 1), (2, 2), (2, 0), (1, 1))]]) == nil)
    #expect(Make.flaw([[Make.ring((0, 0), (0, 4), (2, 4), (0, 2), (2, 0))]]) == nil)
  }

  @Test func aCrossingAmongManyEdgesIsFound() {
    var ring = (0..<2000).map { i in
      CLLocationCoordinate2D(latitude: i % 2 == 0 ? 1.0 : 1.001, longitude: Double(i) / 100)
    }
    ring += [
      CLLocationCoordinate2D(latitude: 0, longitude: 20), CLLocationCoordinate2D(latitude: 0, longitude: 0),
    ]
    #expect(Make.flaw([[ring]]) == nil)
    ring[1000].latitude = 1.0025
    ring[1500] = CLLocationCoordinate2D(latitude: 1.002, longitude: 9.9)
    #expect(Make.flaw([[ring]])?.contains("crosses itself") == true)
  }

  @Test func aRingWithoutAreaIsRefused() {
    #expect(Make.flaw([[Make.ring((0, 0), (1, 1), (2, 2))]])?.contains("has no area") == true)
    #expect(Make.flaw([[Make.ring((1, 1), (2, 2), (1, 1), (2, 2))]])?.contains("has no area") == true)
    // From −180° to 180° there is no way to go: this is not the whole earth.
    #expect(Make.flaw([[Make.square(-90, -180, 90, 180)]])?.contains("has 2 different") == true)
    #expect(
      Make.flaw([[Make.ring((0, -180), (0, 180), (10, 180), (20, -180))]])?.contains("has no area") == true)
    #expect(Make.flaw([[Make.square(50, 10, 50.000_000_1, 10.000_000_1)]]) == nil)
  }

  @Test func aCoordinateThatIsNoPlaceIsRefusedByItsNumber() {
    #expect(
      Make.flaw([[Make.ring((0, 0), (0, 1), (91, 1))]])
        == "coordinate 3 of the outer ring is not a place on the earth: latitude 91.0, longitude 1.0 "
        + "(expected −90…90 and −180…180)")
    for (latitude, longitude) in [(0, 180.5), (.nan, 0), (0, .nan), (.infinity, 0), (-90.1, 0)] {
      #expect(
        Make.flaw([[Make.ring((0, 0), (latitude, longitude), (1, 1))]])?.hasPrefix("coordinate 2") == true)
    }
  }

  @Test func aHoleOutsideOfItsRingIsRefused() {
    #expect(
      Make.flaw([[Make.square(0, 0, 1, 1), Make.square(2, 2, 3, 3)]])
        == "hole 1 lies outside its outer ring")
    // A hole that only extends beyond it is accepted.
    #expect(Make.flaw([[Make.square(0, 0, 2, 2), Make.square(1, 1, 3, 3)]]) == nil)
    #expect(Make.flaw([[Make.square(0, 170, 2, -170), Make.square(1, 179, 1.5, -179)]]) == nil)
  }

  @Test func aRingTwiceAroundTheEarthIsRefused() {
    let ring = stride(from: 0.0, to: 720, by: 60).map {
      CLLocationCoordinate2D(
        latitude: 50 + $0 / 100, longitude: ($0 + 180).truncatingRemainder(dividingBy: 360) - 180)
    }
    #expect(Make.flaw([[ring]]) == "the outer ring goes around the earth 2 times (at most once is allowed)")
  }

  @Test func nothingIsNoPolygon() {
    #expect(Make.flaw([]) == "a polygon needs at least one ring")
    #expect(Make.flaw([[Make.square(0, 0, 1, 1)], []]) == "part 2 has no ring")
  }

  @Test func moreThanFourMillionCoordinatesAreRefused() {
    let ring = [CLLocationCoordinate2D](repeating: .init(latitude: 0, longitude: 0), count: 4_000_001)
    #expect(Make.flaw([[ring]]) == "a shape can have at most 4000000 coordinates, this one has more")
  }
}
