import Testing

@testable import Geo

@Suite struct MapProjectionTests {
  private let world = 268_435_456.0

  /// - Source: F-1, table of test coordinates.
  @Test(arguments: [
    (0.0, 0.0, 134217728.0, 134217728.0),
    (37.331686, -122.030656, 43225075.807, 104172790.233),
    (35.681236, 139.767125, 238435650.037, 105703979.017),
    (41.000512, -109.050116, 52904067.957, 100642932.436),
  ])
  func coordinatesLieWhereTheTableSays(_ row: (Double, Double, Double, Double)) {
    let point = MKMapPointForCoordinate(place(row.0, row.1))
    #expect(abs(point.x - row.2) < 0.0006 && abs(point.y - row.3) < 0.0006)
    let back = MKCoordinateForMapPoint(point)
    #expect(abs(back.latitude - row.0) < 1e-12 && abs(back.longitude - row.1) < 1e-12)
  }

  @Test(arguments: MercatorValues.points)
  func coordinatesLieWherePROJPutsThem(_ row: [Double]) {
    let point = MKMapPointForCoordinate(place(row[0], row[1]))
    #expect(abs(point.x - row[2]) < 2e-6 && abs(point.y - row[3]) < 2e-6)
  }

  @Test(arguments: MercatorValues.tiles)
  func rectsOfTilesHaveTheRegionsThatMercantileSays(_ row: [Double]) {
    let side = world / row[2]
    let region = MKCoordinateRegionForMapRect(
      MKMapRect(x: row[0] * side, y: row[1] * side, width: side, height: side))
    #expect(abs(region.center.longitude - (row[3] + row[5]) / 2) < 1e-9)
    #expect(abs(region.span.longitudeDelta - (row[5] - row[3])) < 1e-9)
    #expect(abs(region.span.latitudeDelta - (row[6] - row[4])) < 1e-9)
  }

  /// MG-23: a valid latitude beyond ±85.0511 is clamped.
  @Test func theMapEndsWhereItIsAsHighAsWide() {
    for latitude in [85.05112877980659, 85.0512, 86, 89.9, 90] {
      #expect(MKMapPointForCoordinate(place(latitude, 0)) == MKMapPoint(x: world / 2, y: 0))
      #expect(MKMapPointForCoordinate(place(-latitude, 0)) == MKMapPoint(x: world / 2, y: world))
    }
    let inside = MKMapPointForCoordinate(place(85.0511287798, 0)).y
    #expect(inside > 0 && inside < 0.001)
  }

  @Test func theMapGoesFromOneSideOfThe180thMeridianToTheOther() {
    #expect(MKMapPointForCoordinate(place(0, -180)) == MKMapPoint(x: 0, y: world / 2))
    #expect(MKMapPointForCoordinate(place(0, 180)) == MKMapPoint(x: world, y: world / 2))
    #expect(MKCoordinateForMapPoint(MKMapPoint(x: 0, y: world / 2)) == place(0, -180))
    #expect(MKCoordinateForMapPoint(MKMapPoint(x: world, y: world / 2)) == place(0, 180))
  }

  /// MG-23: an invalid coordinate maps to (−1, −1).
  @Test func invalidCoordinatesAreOffTheMap() {
    let off = MKMapPoint(x: -1, y: -1)
    let invalid: [(Double, Double)] = [
      (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity), (90.1, 0), (0, 180.1), (-180, -180),
    ]
    for (latitude, longitude) in invalid {
      #expect(MKMapPointForCoordinate(place(latitude, longitude)) == off)
    }
  }

  @Test func pointsBeyondThe180thMeridianAreOnTheOtherSide() {
    let tokyo = MKMapPointForCoordinate(place(35.681236, 139.767125))
    for turns in [-3.0, -1, 1, 2] {
      let there = MKCoordinateForMapPoint(MKMapPoint(x: tokyo.x + turns * world, y: tokyo.y))
      #expect(abs(there.longitude - 139.767125) < 1e-6)
    }
  }

  @Test func pointsBeyondThePolesAreStillOnTheEarth() {
    #expect(MKCoordinateForMapPoint(MKMapPoint(x: 0, y: -world)).latitude > 89.7)
    #expect(MKCoordinateForMapPoint(MKMapPoint(x: 0, y: -1e300)).latitude == 90)
    #expect(MKCoordinateForMapPoint(MKMapPoint(x: 0, y: 1e300)).latitude == -90)
    let off = MKCoordinateForMapPoint(MKMapPoint(x: -1, y: -1))
    #expect(CLLocationCoordinate2DIsValid(off))
  }

  @Test func pointsThatAreNotFiniteAreNowhere() {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(MKCoordinateForMapPoint(MKMapPoint(x: value, y: 0)) == kCLLocationCoordinate2DInvalid)
      #expect(MKCoordinateForMapPoint(MKMapPoint(x: 0, y: value)) == kCLLocationCoordinate2DInvalid)
    }
  }

  @Test func aPointGoesToItsCoordinateAndBack() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let point = MKMapPoint(
        x: .random(in: 0...world, using: &random), y: .random(in: 0...world, using: &random))
      let back = MKMapPointForCoordinate(MKCoordinateForMapPoint(point))
      // A nanodegree is 0.0007 map points; near the edge of the map rounding is stretched twelvefold.
      #expect(abs(back.x - point.x) < 1e-6 && abs(back.y - point.y) < 1e-6, "\(point)")
    }
  }

  @Test func manyAtOnceAreEachAsAlone() {
    var random = SplitMix64(seed: 2)
    let coordinates =
      (0..<1000).map { _ in
        place(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
      } + [place(.nan, 0), place(0, 200), place(90, 180), kCLLocationCoordinate2DInvalid]
    let points = MKMapPointsForCoordinates(coordinates)
    #expect(points == coordinates.map(MKMapPointForCoordinate))
    #expect(MKCoordinatesForMapPoints(points) == points.map(MKCoordinateForMapPoint))
    #expect(MKMapPointsForCoordinates([]) == [])
    #expect(MKCoordinatesForMapPoints([]) == [])
  }

  @Test func aBufferThatIsTooShortTakesWhatFits() {
    let coordinates = [place(1, 2), place(3, 4)]
    let points = [MKMapPoint](unsafeUninitializedCapacity: 1) { buffer, count in
      let room = UnsafeMutableBufferPointer(rebasing: buffer.prefix(1))
      count = coordinates.withUnsafeBufferPointer { MKMapPointsForCoordinates($0, room) }
    }
    #expect(points == [MKMapPointForCoordinate(coordinates[0])])
  }

  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
}
