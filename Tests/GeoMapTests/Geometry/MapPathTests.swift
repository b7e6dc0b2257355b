import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

/// - Source: MG-21: vertices join the shorter way in longitude.
@Suite struct MapPathTests {
  private let world = 268_435_456.0

  @Test func coloradoLiesInItsRect() {
    // - Source: F-1, for the corners of OV-11.
    let points = MapPath.points([
      place(41.000512, -109.050116), place(41.002371, -102.052066), place(36.993076, -102.041981),
      place(36.99892, -109.045267),
    ])
    let rect = MapPath.boundingRect(points)
    #expect(abs(rect.minX - 52_904_067.957) < 0.0006 && abs(rect.minY - 100_641_095.701) < 0.0006)
    #expect(abs(rect.width - 5_225_644.207) < 0.0006 && abs(rect.height - 3_848_520.035) < 0.0006)
  }

  @Test func awayFromThe180thMeridianPointsAreThoseOfTheCoordinates() {
    let line = [place(10, -120), place(20, 50), place(-30, 170), place(0, 0)]
    #expect(MapPath.points(line) == line.map(MKMapPointForCoordinate))
    #expect(MapPath.points([]) == [])
  }

  @Test func lineAcrossThe180thMeridianContinuesBeyondTheWorld() {
    let east = MapPath.points([place(0, 170), place(0, -170), place(0, 160)])
    #expect(east[1].x > world && east[1].x - east[0].x < world / 10)
    #expect(east[2].x < world)
    let rect = MapPath.boundingRect(east)
    #expect(rect.maxX > world && rect.minX > 0 && rect.spans180thMeridian)
    #expect(abs(rect.width - world / 12) < 1e-6)
    let west = MapPath.boundingRect(MapPath.points([place(0, -170), place(0, 170)]))
    #expect(west.minX < 0 && west.maxX > 0 && abs(west.width - world / 18) < 1e-6)
  }

  @Test func aLineMayGoAroundTheEarthMoreThanOnce() {
    let points = MapPath.points((0...12).map { place(0, Double($0 * 90 % 360 - 180)) })
    #expect(abs(points[12].x - 3 * world) < 1e-6)
    #expect(zip(points, points.dropFirst()).allSatisfy { abs($1.x - $0.x - world / 4) < 1e-6 })
  }

  @Test func halfAroundStaysAsItWasGiven() {
    let points = MapPath.points([place(0, -90), place(0, 90), place(0, -90)])
    #expect(points.map(\.x) == [world / 4, world * 3 / 4, world / 4])
    #expect(MapPath.points([place(0, -180), place(0, 180)]).map(\.x) == [0, 0])
  }

  @Test func anInvalidVertexIsOffTheMapAndTurnsNothing() {
    let points = MapPath.points([place(0, 170), place(.nan, 0), place(0, 500), place(0, -170)])
    #expect(points[1] == MKMapPoint(x: -1, y: -1) && points[2] == MKMapPoint(x: -1, y: -1))
    #expect(points[3].x > world)
  }

  @Test func theBoundingRectContainsEachVertex() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let points = MapPath.points(
        (0..<Int.random(in: 1...9, using: &random)).map { _ in
          place(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
        })
      let rect = MapPath.boundingRect(points)
      #expect(points.allSatisfy { rect.contains($0) })
      #expect(points.contains { $0.x == rect.minX } && points.contains { $0.y == rect.minY })
    }
    #expect(MapPath.boundingRect([MKMapPoint]()).isNull)
    #expect(MapPath.boundingRect([MKMapPoint(x: 5, y: 6)]) == MKMapRect(x: 5, y: 6, width: 0, height: 0))
  }

  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
}
