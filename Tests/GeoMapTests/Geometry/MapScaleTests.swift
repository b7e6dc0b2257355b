import Testing

@testable import GeoCore
@testable import GeoMap

@Suite struct MapScaleTests {
  @Test func aMapPointIsAsLongAsAPhoneSays() {
    // - Source: F-2: published device output, and M(φ) at the equator.
    #expect(abs(MKMetersPerMapPointAtLatitude(33.861315) - 0.123522) < 0.123522 * 3e-5)
    #expect(abs(MKMetersPerMapPointAtLatitude(0) - 0.148292) < 5e-7)
    #expect(abs(MKMapPointsPerMeterAtLatitude(0) - 6.743468) < 5e-7)
  }

  @Test func theTwoScalesAreReciprocal() {
    for latitude in stride(from: -90.0, through: 90, by: 7.5) {
      let product = MKMetersPerMapPointAtLatitude(latitude) * MKMapPointsPerMeterAtLatitude(latitude)
      #expect(abs(product - 1) < 1e-15)
    }
  }

  @Test func beyondTheMapTheScaleIsThatOfItsEnd() {
    #expect(MKMetersPerMapPointAtLatitude(90) == MKMetersPerMapPointAtLatitude(85.05112877980659))
    #expect(MKMetersPerMapPointAtLatitude(-1000) == MKMetersPerMapPointAtLatitude(85.05112877980659))
    #expect(MKMetersPerMapPointAtLatitude(.nan).isNaN)
  }

  /// MG-15: `MKMetersBetweenMapPoints` and `distanceFromLocation` are WGS 84 geodesics.
  @Test func metersBetweenMapPointsAreThoseOverTheGround() {
    let (sydney, tokyo) = (place(-33.8688, 151.2093), place(35.6762, 139.6503))
    let meters = MKMetersBetweenMapPoints(MKMapPointForCoordinate(sydney), MKMapPointForCoordinate(tokyo))
    #expect(abs(meters - Geodesic.distance(from: sydney, to: tokyo)) < 1e-6)
    let edge = MKMetersBetweenMapPoints(
      MKMapPointForCoordinate(place(0, 179.5)), MKMapPointForCoordinate(place(0, -179.5)))
    // A degree of the equator: π/180 · 6378137 m.
    #expect(abs(edge - 111_319.490793) < 1e-5)
    #expect(MKMetersBetweenMapPoints(MKMapRectNull.origin, MKMapPoint(x: 0, y: 0)).isNaN)
    #expect(MKMetersBetweenMapPoints(MKMapPoint(x: 5, y: 5), MKMapPoint(x: 5, y: 5)) == 0)
  }

  /// F-14: `MKRoadWidthAtZoomScale` is its table.
  @Test func roadsAreAsWideAsTheTableSays() {
    // - Source: F-14.
    let widths = [21.0, 32, 60, 96, 176, 288, 448, 768, 1536, 2048]
    for (halvings, width) in widths.enumerated() {
      #expect(MKRoadWidthAtZoomScale(1 / Double(1 << halvings)) == width)
    }
  }

  /// F-14: the table is interpolated in log2.
  @Test func betweenTwoScalesARoadIsBetweenTheirWidths() {
    #expect(abs(MKRoadWidthAtZoomScale(1 / 2.0.squareRoot()) - (21 * 32.0).squareRoot()) < 1e-9)
    var last = 0.0
    for step in 0...900 {
      var scale = 1.0
      for _ in 0..<step { scale *= 0.9930924954370359 }  // 2^(−1/100)
      let width = MKRoadWidthAtZoomScale(scale)
      #expect(width > last && (step == 0 || width < last * 1.02))
      last = width
    }
  }

  /// F-14: 4/zoomScale beyond the table.
  @Test func beyondTheTableARoadIsFourPointsOnTheScreen() {
    // - Source: F-14.
    #expect(MKRoadWidthAtZoomScale(1.0 / 1024) == 4096)
    #expect(MKRoadWidthAtZoomScale(2) == 2)
    for bad in [0, -1, Double.nan, .infinity] { #expect(MKRoadWidthAtZoomScale(bad) == 0) }
  }

  @Test func textIsWhatAppleAndPrintfPrint() {
    // - Source: F-3.
    #expect(MKStringFromMapPoint(MKMapPoint(x: 1, y: -2.26)) == "{1.0, -2.3}")
    #expect(MKStringFromMapSize(MKMapSize(width: 268_435_456, height: 0.04)) == "{268435456.0, 0.0}")
    #expect(
      MKStringFromMapRect(MKMapRect(x: 1.5, y: 2, width: 3, height: 4)) == "{{1.5, 2.0}, {3.0, 4.0}}")
    #expect(MKStringFromMapRect(MKMapRectNull) == "{{inf, inf}, {0.0, 0.0}}")
    // 0.35 is a little less, 0.45 a little more than a tie; 0.25 is one.
    #expect(MKStringFromMapPoint(MKMapPoint(x: 0.35, y: 0.45)) == "{0.3, 0.5}")
    #expect(MKStringFromMapPoint(MKMapPoint(x: 0.25, y: 0.75)) == "{0.2, 0.8}")
  }

  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
}
