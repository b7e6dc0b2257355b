import GeoCore
import GeoTesting
import Testing

@testable import GeoMap

/// Lines, polygons and their bounding rects.
@Suite struct MultiPointTests {
  private let world = MKMapSizeWorld.width

  /// F-1 has the rect, OV-11 the corners.
  @Test func theColoradoPolygonHasThePublishedBoundingRect() {
    let rect = OverlayFixtures.colorado().boundingMapRect
    #expect(abs(rect.minX - 52_904_067.957) < 0.001)
    #expect(abs(rect.minY - 100_641_095.701) < 0.001)
    #expect(abs(rect.width - 5_225_644.207) < 0.001)
    #expect(abs(rect.height - 3_848_520.035) < 0.001)
  }

  /// MG-21: vertices join the shorter way in longitude.
  @Test func verticesJoinTheShorterWayInLongitude() {
    let line = MKPolyline(coordinates: ShapeFixtures.ring((0, 170), (10, -170), (20, 175)))
    #expect(line.boundingMapRect.maxX > world)
    #expect(abs(line.boundingMapRect.width - 20 * world / 360) < 1e-6)
    #expect(line.boundingMapRect.spans180thMeridian)
    #expect(line.coordinates == ShapeFixtures.ring((0, 170), (10, -170), (20, 175)))
    let west = MKPolyline(coordinates: ShapeFixtures.ring((0, -170), (0, 170)))
    #expect(west.boundingMapRect.minX < 0)
  }

  @Test func pointsAreTakenAsTheyAre() {
    let points = [MKMapPoint(x: 10, y: 5), MKMapPoint(x: world - 10, y: 5)]
    let line = MKPolyline(points: points)
    #expect(line.points == points)
    #expect(line.boundingMapRect == MKMapRect(x: 10, y: 5, width: world - 20, height: 0))
    #expect(abs(line.coordinates[1].longitude - 180) < 1e-4)
  }

  @Test func aShapeOfNothingHasNoPlace() {
    for shape in [MKMultiPoint(coordinates: []), MKPolyline(points: []), MKPolygon(coordinates: [])] {
      #expect(shape.boundingMapRect.isNull)
      #expect(shape.pointCount == 0)
      #expect(!CLLocationCoordinate2DIsValid(shape.coordinate))
    }
    #expect(!MKPolygon(coordinates: []).intersects(MKMapRectWorld))
    #expect(!MKPolyline(points: []).intersects(MKMapRectWorld))
    #expect(MKMultiPolygon([]).boundingMapRect.isNull)
    #expect(MKMultiPolyline([MKPolyline(points: [])]).boundingMapRect.isNull)
  }

  @Test func placesNotOnTheEarthAreSkipped() {
    let shape = MKPolyline(
      coordinates: ShapeFixtures.ring((0, 0), (.nan, 0), (1, .infinity), (91, 0), (0, 181), (1, 1)))
    #expect(shape.coordinates == ShapeFixtures.ring((0, 0), (1, 1)))
    let points = MKPolygon(points: [
      MKMapPoint(x: 1, y: 2), MKMapPoint(x: .nan, y: 0), MKMapPoint(x: 0, y: -.infinity),
    ])
    #expect(points.points == [MKMapPoint(x: 1, y: 2)])
  }

  @Test func aShapeOfOnePointIsThatPoint() {
    let place = ShapeFixtures.place(10, 20)
    let point = MKMapPointForCoordinate(place)
    let around = MKMapRect(x: point.x - 1, y: point.y - 1, width: 2, height: 2)
    let beside = MKMapRect(x: point.x + 1, y: point.y - 1, width: 2, height: 2)
    for shape: any MKOverlay in [MKPolyline(coordinates: [place]), MKPolygon(coordinates: [place])] {
      #expect(shape.boundingMapRect == MKMapRect(origin: point, size: MKMapSize(width: 0, height: 0)))
      #expect(OverlayFixtures.meets(shape, around))
      #expect(!OverlayFixtures.meets(shape, beside))
    }
  }

  @Test func coordinatesAreGivenByRange() {
    let all = ShapeFixtures.ring((0, 0), (1, 1), (2, 2), (3, 3))
    let line = MKPolyline(coordinates: all)
    #expect(line.getCoordinates(1..<3) == Array(all[1..<3]))
    #expect(line.getCoordinates(2..<99) == Array(all[2...]))
    #expect(line.getCoordinates(7..<9) == [])
  }

  @Test func aMillionVerticesAreAShape() {
    let shape = MKPolygon(
      coordinates: (0..<1_000_000).map { i in
        let turn = Double(i) / 1_000_000
        return ShapeFixtures.place(
          turn < 0.25 ? turn * 40 : turn < 0.5 ? 10 : turn < 0.75 ? 10 - (turn - 0.5) * 40 : 0,
          turn < 0.25 ? 0 : turn < 0.5 ? (turn - 0.25) * 40 : turn < 0.75 ? 10 : 10 - (turn - 0.75) * 40)
      })
    #expect(shape.pointCount == 1_000_000)
    let middle = shape.boundingMapRect.insetBy(dx: 1000, dy: 1000)
    #expect(shape.intersects(middle))
    #expect(abs(shape.coordinate.longitude - 5) < 1e-6)
  }

  /// By hand: of the square from 0 to 4 without that from 1 to 2 it is (2·16 − 1.5·1)/15.
  @Test func thePlaceOfAPolygonIsItsCentroidWithoutHoles() {
    func square(_ low: Double, _ high: Double) -> [MKMapPoint] {
      [(low, low), (high, low), (high, high), (low, high)].map { MKMapPoint(x: $0.0 * 1e6, y: $0.1 * 1e6) }
    }
    let hole = MKPolygon(points: square(1, 2).reversed())
    let polygon = MKPolygon(points: square(0, 4), interiorPolygons: [hole])
    let middle = MKMapPointForCoordinate(polygon.coordinate)
    #expect(abs(middle.x - 30.5e6 / 15) < 1e-3)
    #expect(abs(middle.y - 30.5e6 / 15) < 1e-3)
    #expect(polygon.interiorPolygons.count == 1)
  }

  @Test func thePlaceOfWhatHasNoAreaIsTheMiddle() {
    let flat = MKPolygon(points: [0, 1, 2].map { MKMapPoint(x: Double($0) * 1e6, y: 1e6) })
    #expect(abs(MKMapPointForCoordinate(flat.coordinate).x - 1e6) < 1e-3)
    let line = MKPolyline(coordinates: ShapeFixtures.ring((0, 170), (0, -170)))
    #expect(abs(abs(line.coordinate.longitude) - 180) < 1e-9)
  }

  @Test func aRingAroundAPoleReachesTheEdgeOfTheMap() {
    let south = MKPolygon(coordinates: ShapeFixtures.ring((-70, 0), (-70, 90), (-70, 180), (-70, -90)))
    #expect(south.boundingMapRect.maxY == world)
    #expect(south.boundingMapRect.width == world)
    #expect(south.pointCount == 4)
    let bottom = MKMapRect(x: 5e7, y: world - 10, width: 1, height: 1)
    let north = MKMapRect(x: 5e7, y: 10, width: 1, height: 1)
    #expect(south.intersects(bottom))
    #expect(!south.intersects(north))
    let other = MKPolygon(coordinates: ShapeFixtures.ring((70, 0), (70, -90), (70, 180), (70, 90)))
    #expect(other.boundingMapRect.minY == 0)
    #expect(other.intersects(north))
    #expect(!other.intersects(bottom))
  }

  @Test func aGeodesicLineBendsTowardThePole() {
    let ends = ShapeFixtures.ring((50, -120), (50, 10))
    let line = MKGeodesicPolyline(coordinates: ends)
    #expect(line.coordinates.first == ends[0])
    #expect(line.coordinates.last == ends[1])
    #expect(line.pointCount > 10)
    #expect(line.boundingMapRect.minY < MKPolyline(coordinates: ends).boundingMapRect.minY)
  }

  /// The rect around both sides of the 180th meridian is narrow, not the whole world.
  @Test func severalShapesHaveTheNarrowestRectAroundTheWorld() {
    let east = MKPolygon(coordinates: ShapeFixtures.square(-20, 177, -16, 180))
    let west = MKPolygon(coordinates: ShapeFixtures.square(-20, -180, -16, -178))
    let fiji = MKMultiPolygon([west, east])
    #expect(abs(fiji.boundingMapRect.width - 5 * world / 360) < 1e-6)
    #expect(fiji.boundingMapRect.minX == east.boundingMapRect.minX)
    #expect(fiji.intersects(MKMapRect(x: world - 10, y: 0, width: 20, height: world)))
    #expect(abs(fiji.coordinate.longitude - 179.5) < 1e-9)
    let far = MKMultiPolyline([
      MKPolyline(coordinates: ShapeFixtures.ring((0, 0), (1, 1))),
      MKPolyline(coordinates: ShapeFixtures.ring((0, 100), (1, 101))),
    ])
    #expect(abs(far.boundingMapRect.width - 101 * world / 360) < 1e-6)
    #expect(!far.intersects(MKMapRect(x: world / 2 + 2e7, y: 0, width: 1e7, height: world)))
  }
}
