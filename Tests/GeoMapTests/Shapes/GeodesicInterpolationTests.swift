import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

@Suite struct GeodesicInterpolationTests {
  private let world = 268_435_456.0

  @Test func straightPiecesOnTheMapAreWithinTheTolerance() {
    var random = SplitMix64(seed: 6)
    for round in 0..<30 {
      let tolerance = [16.0, 100, 5000][round % 3]
      expectClose(
        place(.random(in: -85...85, using: &random), .random(in: -180...180, using: &random)),
        place(.random(in: -85...85, using: &random), .random(in: -180...180, using: &random)), tolerance)
    }
  }

  @Test func awkwardLinesAreWithinTheTolerance() {
    // Bent both ways alike, so that the middle lies on the straight line.
    expectClose(place(-30, -60), place(30, 60), 16)
    expectClose(place(40, 170), place(-40, -150), 16)
    // Nearly over a pole, along a meridian, along the equator, nearly to the antipode.
    expectClose(place(60, 0), place(60, 179), 16)
    expectClose(place(-80, 33), place(80, 33), 16)
    expectClose(place(0, 100), place(0, -100), 16)
    expectClose(place(10, 20), place(-10.2, -160.5), 100)
  }

  @Test func theWayOverThePoleRunsAlongTheEndOfTheMap() {
    let line = Geodesic.interpolated([place(80, 0), place(80, 180)])
    #expect(line.contains { $0.latitude > 89.9 })
    #expect(line.count < 500)
    let points = MapPath.points(line)
    #expect(points.contains { $0.y == 0 } && points.allSatisfy { $0.y >= 0 })
  }

  @Test func verticesStayAsTheyWereGiven() {
    let vertices = [place(48.85, 2.35), place(40.71, -74.01), place(35.68, 139.69), place(35.68, 139.69)]
    let line = Geodesic.interpolated(vertices)
    var rest = vertices[...]
    for place in line where place == rest.first { rest.removeFirst() }
    #expect(rest.isEmpty && line.first == vertices.first && line.last == vertices.last)
    // An ocean bends over some 10,000 km: a place each few kilometers.
    #expect((1000...5000).contains(line.count), "\(line.count)")
  }

  @Test func straightLegsGetNoPlacesBetween() {
    let meridian = [place(-10, 5), place(60, 5)]
    #expect(Geodesic.interpolated(meridian) == meridian)
    let equator = [place(0, 170), place(0, -170)]
    #expect(Geodesic.interpolated(equator) == equator)
    let near = [place(50, 8), place(50.001, 8.001)]
    #expect(Geodesic.interpolated(near) == near)
    #expect(Geodesic.interpolated([]) == [] && Geodesic.interpolated([meridian[0]]) == [meridian[0]])
    #expect(Geodesic.interpolated([meridian[0], meridian[0]]) == [meridian[0], meridian[0]])
  }

  @Test func aLegToNowhereGetsNothingBetween() {
    let vertices = [place(50, 8), place(.nan, 0), place(50, 100), place(0, 181), place(91, 0)]
    let line = Geodesic.interpolated(vertices)
    #expect(line.count == vertices.count)
    for bad in [0, -1, Double.nan] {
      let line = Geodesic.interpolated([place(50, 8), place(50, 8.1)], tolerance: bad)
      #expect(line.count > 2 && line.count < 1000, "\(line.count)")
    }
  }

  /// Places along the way by the geodesic itself, against the straight pieces.
  private func expectClose(
    _ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D, _ tolerance: Double
  ) {
    let path = MapPath.points(Geodesic.interpolated([from, to], tolerance: tolerance))
    let line = Geodesic.inverse(from: from, to: to)
    var piece = 0
    var worst = 0.0
    for step in 0...1500 {
      let distance = line.distance * Double(step) / 1500
      let point = MKMapPointForCoordinate(
        Geodesic.direct(from: from, azimuth: line.initialAzimuth, distance: distance).destination)
      // Both go the same way, so the nearest piece is never far ahead.
      var best = Double.infinity
      for index in max(0, piece - 1)..<min(path.count - 1, piece + 200) {
        let apart = distanceOf(point, path[index], path[index + 1])
        if apart < best { (best, piece) = (apart, index) }
      }
      worst = max(worst, best)
    }
    #expect(worst <= tolerance, "\(from) \(to): \(worst), \(path.count) points")
  }

  private func distanceOf(_ point: MKMapPoint, _ a: MKMapPoint, _ b: MKMapPoint) -> Double {
    let turns = ((point.x - (a.x + b.x) / 2) / world).rounded()
    let (x, y) = (point.x - turns * world - a.x, point.y - a.y)
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let squared = dx * dx + dy * dy
    let along = squared > 0 ? min(1, max(0, (x * dx + y * dy) / squared)) : 0
    return ((x - along * dx) * (x - along * dx) + (y - along * dy) * (y - along * dy)).squareRoot()
  }

  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
}
