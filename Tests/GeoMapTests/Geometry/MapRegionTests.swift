import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

@Suite struct MapRegionTests {
  private let world = 268_435_456.0

  /// MG-18: the map rect of a region is the exact inverse of `MKCoordinateRegionForMapRect`.
  @Test func theRectOfARegionHasThatRegion() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let region = region(
        .random(in: -70...70, using: &random), .random(in: -180...180, using: &random),
        .random(in: 0...25, using: &random), .random(in: 0...360, using: &random))
      let back = MKCoordinateRegionForMapRect(MKMapRectForCoordinateRegion(region))
      #expect(abs(back.center.latitude - region.center.latitude) < 1e-12)
      let turn = abs(back.center.longitude - region.center.longitude)
      #expect(min(turn, 360 - turn) < 1e-12)
      #expect(abs(back.span.latitudeDelta - region.span.latitudeDelta) < 1e-11)
      #expect(abs(back.span.longitudeDelta - region.span.longitudeDelta) < 1e-11)
    }
  }

  @Test func theRegionOfARectHasThatRect() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<20_000 {
      let width = Double.random(in: 0...world, using: &random)
      let height = Double.random(in: 0...world, using: &random)
      let rect = MKMapRect(
        x: .random(in: 0...world, using: &random) - width / 2,
        y: .random(in: 0...(world - height), using: &random), width: width, height: height)
      let back = MKMapRectForCoordinateRegion(MKCoordinateRegionForMapRect(rect))
      let turns = ((back.minX - rect.minX) / world).rounded()
      #expect(abs(back.minX - rect.minX - turns * world) < 1e-6 && abs(back.minY - rect.minY) < 1e-6)
      #expect(abs(back.width - width) < 1e-6 && abs(back.height - height) < 2e-6)
    }
  }

  @Test func theWholeEarthIsTheWholeMap() {
    #expect(MKMapRectForCoordinateRegion(region(0, 0, 180, 360)) == MKMapRectWorld)
    let back = MKCoordinateRegionForMapRect(MKMapRectWorld)
    #expect(back.center == CLLocationCoordinate2D(latitude: 0, longitude: 0))
    #expect(back.span.longitudeDelta == 360)
    #expect(abs(back.span.latitudeDelta - 2 * 85.05112877980659) < 1e-12)
  }

  @Test func aSpanOfZeroIsAPlace() {
    let rect = MKMapRectForCoordinateRegion(region(35, 139, 0, 0))
    #expect(rect.isEmpty && !rect.isNull)
    #expect(rect.origin == MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: 35, longitude: 139)))
  }

  @Test func aSpanBeyondTheEarthIsAllOfIt() {
    #expect(MKMapRectForCoordinateRegion(region(0, 0, 400, 400)) == MKMapRectWorld)
    #expect(MKMapRectForCoordinateRegion(region(0, 0, .infinity, .infinity)) == MKMapRectWorld)
    let high = MKMapRectForCoordinateRegion(region(60, 10, 400, 400))
    #expect(high.width == world && high.minY < 0 && high.maxY == world)
    let pole = MKMapRectForCoordinateRegion(region(90, 10, 180, 360))
    #expect(pole.minY == -world && pole.maxY == world)
  }

  @Test func whatIsNoRegionIsNoRect() {
    for bad in [
      region(.nan, 0, 1, 1), region(91, 0, 1, 1), region(0, 181, 1, 1), region(0, 0, -1, 1),
      region(0, 0, 1, -1), region(0, 0, .nan, 1), region(0, 0, 1, .nan),
    ] {
      #expect(MKMapRectForCoordinateRegion(bad).isNull)
    }
    let none = MKCoordinateRegionForMapRect(MKMapRectNull)
    #expect(none.center == kCLLocationCoordinate2DInvalid)
    #expect(none.span == MKCoordinateSpan(latitudeDelta: 0, longitudeDelta: 0))
  }

  /// MG-22: `MKCoordinateRegionMakeWithDistance` divides by M(φ) and N(φ)·cos φ.
  @Test func metersBecomeDegreesByTheRadiiOfCurvature() {
    // The lengths of a degree of latitude and of longitude on WGS 84, in meters.
    // - Source: NIMA TR8350.2's ellipsoid, as tabled in "Length of a degree", NGA Maritime Safety Office.
    for (latitude, north, east) in [
      (0.0, 110_574.0, 111_320.0), (45, 111_132, 78_847), (60, 111_412, 55_800),
    ] {
      let region = MKCoordinateRegionMakeWithDistance(
        CLLocationCoordinate2D(latitude: latitude, longitude: 7), north, east)
      #expect(abs(region.span.latitudeDelta - 1) < 1e-5, "\(latitude)")
      #expect(abs(region.span.longitudeDelta - 1) < 1e-5, "\(latitude)")
      #expect(region.center.latitude == latitude && region.center.longitude == 7)
    }
  }

  /// MG-22: a region of meters is capped at 180 and 360.
  @Test func metersBeyondTheEarthAreAllOfIt() {
    let everything = MKCoordinateRegionMakeWithDistance(
      CLLocationCoordinate2D(latitude: 0, longitude: 0), 1e9, .infinity)
    #expect(everything.span == MKCoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))
    let pole = CLLocationCoordinate2D(latitude: 90, longitude: 0)
    #expect(MKCoordinateRegionMakeWithDistance(pole, 1000, 1000).span.longitudeDelta == 360)
    #expect(MKCoordinateRegionMakeWithDistance(pole, 0, 0).span.longitudeDelta == 0)
    #expect(MKCoordinateRegionMakeWithDistance(pole, -5, -5).span.latitudeDelta == 0)
    #expect(MKCoordinateRegionMakeWithDistance(pole, .nan, 1).span.latitudeDelta.isNaN)
  }

  @Test func theConstructorsOfCMakeTheSame() {
    let made = MKCoordinateRegionMake(CLLocationCoordinate2DMake(1, 2), MKCoordinateSpanMake(3, 4))
    #expect(made == region(1, 2, 3, 4))
  }

  private func region(
    _ latitude: Double, _ longitude: Double, _ latitudeDelta: Double, _ longitudeDelta: Double
  ) -> MKCoordinateRegion {
    MKCoordinateRegion(
      center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      span: MKCoordinateSpan(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta))
  }
}
