import GeoLocation
import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

/// The area of a map with another frame, or without one.
extension MKMapViewRegionTests {
  // The frame: «0 × 0: defined».
  @Test func aMapWithoutAreaKeepsWhatItIsAskedForUntilItHasOne() {
    let it = AreaLog(0, 0)
    #expect(it.map.region.span == MKCoordinateSpan(latitudeDelta: 0, longitudeDelta: 0))
    it.map.region = area(48, 16, 0.3, 0.1)
    #expect(abs(it.map.region.center.latitude - 48) < 1e-9)
    #expect(it.map.regionThatFits(area(1, 2, 3, 4)) == area(1, 2, 3, 4))
    it.map.centerCoordinate = spot(10, 10)
    it.map.frame = CGRect(x: 0, y: 0, width: 800, height: 600)
    let there = AreaLog(800, 600)
    there.map.region = area(48, 16, 0.3, 0.1)
    #expect(it.level == there.level)
    #expect(abs(it.map.centerCoordinate.latitude - 10) < 1e-6)
  }

  @Test(arguments: [
    (-5.0, 10.0), (.nan, 10), (.infinity, 10), (10, -5), (10, .nan), (10, .infinity), (0, 600),
  ])
  func invalidFrameHasNoArea(width: Double, height: Double) {
    let it = AreaLog(width, height)
    let point = it.map.convert(spot(1, 2), toPointTo: it.map)
    #expect(point.x.isFinite && point.y.isFinite)
    #expect(it.map.zoomScale > 0 && it.map.zoomScale.isFinite)
    #expect(CLLocationCoordinate2DIsValid(it.map.convert(.zero, toCoordinateFrom: it.map)))
  }

  @Test func anotherFrameKeepsCenterAndLevel() {
    let it = AreaLog(800, 600)
    it.map.region = area(48, 16, 0.3, 0.1)
    let (level, center) = (it.level, it.map.viewport.center)
    it.map.frame = CGRect(x: 10, y: 20, width: 300, height: 900)
    #expect(it.level == level && it.map.viewport.center == center)
    #expect(it.map.visibleMapRect.size.width == 300 / it.map.zoomScale)
    it.device.deliver()
    #expect(it.told() == ["will", "did", "will", "did"])
    it.map.frame = CGRect(x: 50, y: 60, width: 300, height: 900)
    it.device.deliver()
    #expect(it.told() == [])
  }

  @Test func aLargerFrameThanTheWorldGoesALevelDeeper() {
    let it = AreaLog(800, 600)
    it.map.frame = CGRect(x: 0, y: 0, width: 1025, height: 600)
    #expect(it.level == 3)
    it.map.frame = CGRect(x: 0, y: 0, width: 1e10, height: 1e10)
    #expect(it.level == 21)
    #expect(it.map.visibleMapRect.midY == MKMapSizeWorld.height / 2)
  }

  /// MV-36: a map without a frame gets the profile's screen.
  @Test func aNewMapTakesTheScreenOfTheProfile() {
    #expect(AreaLog().map.frame == CGRect(x: 0, y: 0, width: 800, height: 600))
    #expect(AreaLog(profile: .iphone).map.frame == CGRect(x: 0, y: 0, width: 393, height: 852))
  }
}
