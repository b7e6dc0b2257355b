import GeoTesting
import Testing

@testable import GeoMap

/// Shapes against rects; `scripts/checks/overlays.py` has GEOS say the same of some ten thousand.
@Suite struct ShapeIntersectionTests {
  private let world = MKMapSizeWorld.width

  private func rect(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> MKMapRect {
    MapPath.boundingRect(MapPath.points(ShapeFixtures.square(south, west, north, east)))
  }

  @Test func aRectInAHoleMeetsNothing() {
    let hole = MKPolygon(coordinates: ShapeFixtures.square(2, 2, 8, 8))
    let ring = MKPolygon(coordinates: ShapeFixtures.square(0, 0, 10, 10), interiorPolygons: [hole])
    #expect(!ring.intersects(rect(3, 3, 7, 7)))
    #expect(ring.intersects(rect(3, 3, 9, 7)))
    #expect(ring.intersects(rect(0.5, 0.5, 1.5, 1.5)))
    #expect(ring.intersects(rect(-5, -5, 15, 15)))
    #expect(!ring.intersects(rect(11, 0, 12, 10)))
  }

  @Test func aBoundingRectThatMeetsIsNotEnough() {
    let line = MKPolyline(coordinates: ShapeFixtures.ring((0, 0), (10, 10)))
    #expect(!line.intersects(rect(6, 1, 9, 4)))
    #expect(line.intersects(rect(4, 4, 6, 6)))
    let triangle = MKPolygon(coordinates: ShapeFixtures.ring((0, 0), (10, 0), (0, 10)))
    #expect(!triangle.intersects(rect(8, 8, 10, 10)))
    #expect(triangle.intersects(rect(1, 1, 2, 2)))
  }

  @Test func touchingIsMeeting() {
    let square = MKPolygon(points: [(0, 0), (9, 0), (9, 9), (0, 9)].map { MKMapPoint(x: $0.0, y: $0.1) })
    #expect(square.intersects(MKMapRect(x: 9, y: 9, width: 5, height: 5)))
    #expect(!square.intersects(MKMapRect(x: 9.001, y: 9, width: 5, height: 5)))
    let line = MKPolyline(points: [MKMapPoint(x: 5, y: 5), MKMapPoint(x: 7, y: 5)])
    #expect(line.intersects(MKMapRect(x: 0, y: 5, width: 5, height: 0)))
  }

  /// MG-21: visibility and intersection test rects at x−W, x, x+W.
  @Test func rectsAreTestedAWorldToEitherSideToo() {
    let fiji = MKPolygon(
      coordinates: ShapeFixtures.square(-20, 177, -16, -178),
      interiorPolygons: [MKPolygon(coordinates: ShapeFixtures.square(-19, -180, -17, -179))])
    let east = rect(-19.8, 178, -19.5, 179)
    let west = rect(-19.8, -179.5, -19.5, -179)
    let hole = rect(-18.5, -179.6, -18, -179.4)
    for shift in [-world, 0, world] {
      #expect(fiji.intersects(east.offsetBy(dx: shift, dy: 0)))
      #expect(fiji.intersects(west.offsetBy(dx: shift, dy: 0)))
      #expect(!fiji.intersects(hole.offsetBy(dx: shift, dy: 0)))
      #expect(!fiji.intersects(rect(-19, 170, -18, 176).offsetBy(dx: shift, dy: 0)))
    }
  }

  @Test func aLineTwiceAroundTheWorldIsMetOnBothTurns() {
    let line = MKPolyline(
      coordinates: (0...24).map { i in
        let x = Double(i) * 30 - 180
        return ShapeFixtures.place(Double(i), x - ((x + 180) / 360).rounded(.down) * 360)
      })
    #expect(line.boundingMapRect.width > 1.9 * world)
    #expect(line.intersects(rect(1.5, -120, 2.5, -118)))
    #expect(line.intersects(rect(13.5, -120, 14.5, -118)))
    #expect(!line.intersects(rect(5, -120, 10, -118)))
  }

  @Test func noRectMeetsWhereNumbersAreMissing() {
    let square = MKPolygon(coordinates: ShapeFixtures.square(0, 0, 10, 10))
    let circle = MKCircle(center: ShapeFixtures.place(5, 5), radius: 1000)
    for rect in [
      MKMapRectNull, MKMapRect(x: .nan, y: 0, width: 1, height: 1),
      MKMapRect(x: 0, y: 0, width: .infinity, height: 1), MKMapRect(x: 0, y: 0, width: 1, height: .nan),
    ] {
      #expect(!square.intersects(rect))
      #expect(!circle.intersects(rect))
    }
  }

  @Test func whereRingsOverlapAnOddNumberIsInside() {
    // A bow tie: both of its halves are inside, and nothing beside its knot.
    let tie = MKPolygon(coordinates: ShapeFixtures.ring((0, 0), (10, 10), (10, 0), (0, 10)))
    #expect(tie.intersects(rect(8, 4.9, 9, 5.1)))
    #expect(tie.intersects(rect(1, 4.9, 2, 5.1)))
    #expect(!tie.intersects(rect(4.9, 0, 5.1, 1)))
  }
}
