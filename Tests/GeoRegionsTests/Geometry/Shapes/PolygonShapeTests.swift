import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoRegions

@Suite struct PolygonShapeTests {
  private typealias Make = ShapeFixtures
  private let place = ShapeFixtures.place

  @Test func aPointOnAnEdgeIsInside() throws {
    // Corners, edges along a meridian and a parallel, and a slanted one at its exact middle.
    let polygon = try PolygonShape(parts: [[Make.ring((0, 0), (0, 3), (1, 4), (2, 0))]])
    for (latitude, longitude) in [
      (0.0, 0.0), (0, 3), (1, 4), (2, 0), (0, 1.7), (0.5, 3.5), (1.5, 2), (1.2, 0),
    ] {
      #expect(AreaShape.polygon(polygon).contains(place(latitude, longitude)))
      #expect(abs(polygon.signedDistance(to: place(latitude, longitude))) < 1e-6)
    }
    #expect(!polygon.isWithin(0, of: place(0.0.nextDown, 1.7)))
    #expect(!polygon.isWithin(0, of: place(0.5.nextDown, 3.5)))
    #expect(polygon.isWithin(0, of: place(0.5.nextUp, 3.5)))
  }

  @Test func aHoleIsOutside() throws {
    let polygon = try PolygonShape(parts: [[Make.square(0, 0, 4, 4), Make.square(1, 1, 3, 3)]])
    #expect(polygon.isWithin(0, of: place(0.5, 2)) && !polygon.isWithin(0, of: place(2, 2)))
    // Its edge belongs to the polygon, and the nearest edge of a place in it is its own.
    #expect(polygon.isWithin(0, of: place(1, 2)))
    let expected = Geodesic.distance(from: place(1.1, 2), to: place(1, 2))
    #expect(abs(polygon.signedDistance(to: place(1.1, 2)) - expected) < 1e-6)
  }

  @Test func anIslandInAHoleIsInside() throws {
    let polygon = try PolygonShape(parts: [
      [Make.square(0, 0, 4, 4), Make.square(1, 1, 3, 3)], [Make.square(1.5, 1.5, 2.5, 2.5)],
    ])
    #expect(polygon.isWithin(0, of: place(2, 2)) && !polygon.isWithin(0, of: place(1.2, 2)))
  }

  @Test func partsThatOverlapAreOneArea() throws {
    let polygon = try PolygonShape(parts: [[Make.square(0, 0, 2, 2)], [Make.square(1, 1, 3, 3)]])
    for latitude in [0.5, 1.5, 2.5] { #expect(polygon.isWithin(0, of: place(latitude, latitude))) }
    #expect(!polygon.isWithin(0, of: place(0.5, 2.5)))
  }

  @Test func neitherDirectionNorAClosingCoordinateMatters() throws {
    let ring = Make.ring((0, 0), (0, 3), (1, 4), (2, 0))
    let open = try PolygonShape(parts: [[ring]])
    let closed = try PolygonShape(parts: [[ring + ring.prefix(1)]])
    #expect(open == closed && open.hashValue == closed.hashValue)
    #expect(closed.parts == [[ring]])
    let backwards = try PolygonShape(parts: [[ring.reversed()]])
    for latitude in stride(from: -0.5, through: 2.5, by: 0.25) {
      for longitude in stride(from: -0.5, through: 4.5, by: 0.25) {
        let place = place(latitude, longitude)
        #expect(open.isWithin(0, of: place) == backwards.isWithin(0, of: place))
      }
    }
  }

  @Test func aCrossingOfThe180thMeridianIsOrdinary() throws {
    let polygon = try PolygonShape(parts: [[Make.ring((-18, 179), (-18, -179), (-16, -179), (-16, 179))]])
    for longitude in [179.0, 179.5, 180, -180, -179.5, -179] {
      #expect(polygon.isWithin(0, of: place(-17, longitude)))
    }
    for longitude in [178.9, -178.9, 0, 90] { #expect(!polygon.isWithin(0, of: place(-17, longitude))) }
    #expect(polygon.reach < 160_000 && abs(abs(polygon.center.longitude) - 180) < 0.01)
    // The same distances as of its like about the meridian of Greenwich.
    let model = try PolygonShape(parts: [[Make.square(-18, -1, -16, 1)]])
    for (longitude, like) in [(180.0, 0.0), (-179.2, 0.8), (178, -2), (-178, 2)] {
      let difference =
        polygon.signedDistance(to: place(-17, longitude)) - model.signedDistance(to: place(-17, like))
      #expect(abs(difference) < 1e-6)
    }
    #expect(abs(polygon.innerRadius - model.innerRadius) < 0.01 * model.innerRadius)
  }

  @Test func aShapeCutAtThe180thMeridianIsWhole() throws {
    // RFC 7946 §3.1.9 asks writers to cut it; the seam, with a corner in the way, is no edge.
    let cut = try PolygonShape(parts: [
      [Make.square(-18, 179, -16, 180)],
      [Make.ring((-18, -180), (-18, -179), (-16, -179), (-16, -180), (-17, -180))],
    ])
    let whole = try PolygonShape(parts: [[Make.ring((-18, 179), (-18, -179), (-16, -179), (-16, 179))]])
    for longitude in [179.3, 180, -180, -179.9, -178] {
      let place = place(-17.1, longitude)
      #expect(cut.isWithin(0, of: place) == whole.isWithin(0, of: place))
      #expect(abs(cut.signedDistance(to: place) - whole.signedDistance(to: place)) < 1e-6)
    }
    #expect(abs(cut.innerRadius - whole.innerRadius) < 0.011 * whole.innerRadius)
  }

  @Test(arguments: [1.0, -1]) func aPolygonAroundThePoleContainsThePole(_ side: Double) throws {
    let ring = [0.0, 90, 180, -90].map { place(80 * side, $0) }
    for ring in [ring, ring.reversed()] {
      let polygon = try PolygonShape(parts: [[ring]])
      #expect(polygon.isWithin(0, of: place(90 * side, 0)) && polygon.isWithin(0, of: place(90 * side, -77)))
      #expect(
        polygon.isWithin(0, of: place(85 * side, 135)) && !polygon.isWithin(0, of: place(79 * side, 135)))
      #expect(!polygon.isWithin(0, of: place(-90 * side, 0)))
      // Its edges are the parallel: from the pole it is as far everywhere.
      let distance = Geodesic.distance(from: place(90 * side, 0), to: place(80 * side, 12))
      #expect(abs(polygon.signedDistance(to: place(90 * side, 0)) + distance) < 1e-5)
      #expect(abs(polygon.innerRadius - distance) < 0.02 * distance)
      #expect(polygon.reach < 1.01 * distance && abs(polygon.center.latitude) > 89)
    }
  }

  @Test func aRingAlongTheEquatorEnclosesThePoleToItsLeft() throws {
    let east = [0.0, 90, 180, -90].map { place(0, $0) }
    let north = try PolygonShape(parts: [[east]])
    #expect(north.isWithin(0, of: place(90, 0)) && !north.isWithin(0, of: place(-1, 0)))
    let south = try PolygonShape(parts: [[east.reversed()]])
    #expect(south.isWithin(0, of: place(-90, 0)) && !south.isWithin(0, of: place(1, 0)))
  }

  @Test func wayToThePoleAndBackDoesNotCountAsAnEdge() throws {
    // As maps in the plane write Antarctica: along the coast, down the 180th meridian, along the pole's line.
    let coast = stride(from: -180.0, through: 180, by: 30).map { place(-70, $0) }
    let polygon = try PolygonShape(parts: [[coast + [place(-90, 180), place(-90, -180)]]])
    #expect(polygon.isWithin(0, of: place(-90, 0)) && polygon.isWithin(0, of: place(-71, 180)))
    let expected = Geodesic.distance(from: place(-75, 180), to: place(-70, 180))
    #expect(abs(polygon.signedDistance(to: place(-75, 180)) + expected) < 1e-5)
  }

  @Test func aCornerAtThePoleIsThePole() throws {
    let wedge = try PolygonShape(parts: [[Make.ring((80, 0), (80, 30), (90, 30), (90, 0))]])
    #expect(wedge.isWithin(0, of: place(90, 170)))
    #expect(wedge.isWithin(0, of: place(89, 15)) && !wedge.isWithin(0, of: place(89, 31)))
    let threeQuarters = try PolygonShape(parts: [
      [Make.ring((80, 0), (80, 90), (80, 180), (80, -90), (90, -90), (90, 0))]
    ])
    #expect(threeQuarters.isWithin(0, of: place(85, 100)) && !threeQuarters.isWithin(0, of: place(85, -45)))
    #expect(threeQuarters.isWithin(0, of: place(90, -45)))
  }

  @Test func anEdgeBetweenOppositeMeridiansKeepsOffThe180thMeridian() throws {
    let polygon = try PolygonShape(parts: [[Make.ring((0, -90), (0, 90), (40, 0))]])
    #expect(polygon.isWithin(0, of: place(10, 0)) && !polygon.isWithin(0, of: place(10, 180)))
    #expect(!polygon.isWithin(0, of: place(90, 0)))
  }

  @Test func edgesAreStraightInLongitudeAndLatitude() throws {
    // The geodesic between the northern corners runs north of their parallel; RFC 7946 §3.1.1 says otherwise.
    let polygon = try PolygonShape(parts: [[Make.square(40, 0, 60, 80)]])
    #expect(!polygon.isWithin(0, of: place(60.1, 40)) && polygon.isWithin(0, of: place(59.9, 40)))
    #expect(polygon.isWithin(0, of: place(40.1, 40)) && !polygon.isWithin(0, of: place(39.9, 40)))
  }

  @Test func aLimitIsMeasuredFromTheEdge() throws {
    let polygon = try PolygonShape(parts: [[Make.square(52, 13, 52.01, 13.02)]])
    let outside = place(51.999, 13.01)
    let distance = Geodesic.distance(from: outside, to: place(52, 13.01))
    #expect(polygon.isWithin(distance + 1e-6, of: outside) && !polygon.isWithin(distance - 1e-6, of: outside))
    let inside = place(52.001, 13.01)
    let depth = Geodesic.distance(from: inside, to: place(52, 13.01))
    #expect(polygon.isWithin(-depth + 1e-6, of: inside) && !polygon.isWithin(-depth - 1e-6, of: inside))
    #expect(polygon.isWithin(1e6, of: place(58, 13)) && !polygon.isWithin(1e6, of: place(70, 13)))
  }
}
