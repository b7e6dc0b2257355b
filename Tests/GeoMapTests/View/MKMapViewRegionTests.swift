import GeoLocation
import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

func spot(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

func area(_ latitude: Double, _ longitude: Double, _ height: Double, _ width: Double) -> MKCoordinateRegion {
  MKCoordinateRegion(
    center: spot(latitude, longitude), span: MKCoordinateSpan(latitudeDelta: height, longitudeDelta: width))
}

/// The area of a map after a region was set.
///
/// - Source: MG-11 … MG-14, MV-6 … MV-13, F-5, MG-18 … MG-20.
@Suite struct MKMapViewRegionTests {
  // MV-6, MG-14; levels from 256·2^z ≥ both sides: 1024 ≥ 800, 512 ≥ 320 × 480, 1024 ≥ 393 × 852.
  /// MG-20: levels run from the smallest z at which 256·2^z covers both sides of the view.
  @Test(arguments: [(800.0, 600.0, 2), (320, 480, 1), (393, 852, 2), (256, 256, 0), (257, 1, 1)])
  func aNewMapShowsTheWorldAsFarAsItFits(width: Double, height: Double, level: Int) {
    let it = AreaLog(width, height)
    #expect(it.level == level)
    #expect(it.map.centerCoordinate == spot(0, 0))
    let world = Double(256 << level)
    #expect(it.map.visibleMapRect.size.width == MKMapSizeWorld.width * width / world)
    #expect(it.map.visibleMapRect.size.height == MKMapSizeWorld.height * height / world)
    #expect(it.lines == [])
  }

  @Test func aMapOfTheWorldsOwnSizeShowsAllOfIt() {
    let it = AreaLog(1024, 1024)
    #expect(it.map.visibleMapRect == MKMapRectWorld)
    #expect(abs(it.map.region.span.longitudeDelta - 360) < 1e-12)
    #expect(abs(it.map.region.span.latitudeDelta - 170.10225755961318) < 1e-9)
  }

  // F-5, «the largest integer z at which it fits»: 0.01° are 7456.5 map points; 800 / 7456.5 is 2^−3.22.
  /// MG-19: z = ⌊20 + log2(min(vw/w, vh/h)) + 0.05⌋.
  @Test func theDeepestLevelThatShowsAllOfTheRegionIsTaken() {
    let it = AreaLog(800, 600)
    it.map.setRegion(area(35, 135, 0.01, 0.01), animated: false)
    #expect(it.level == 16)
    let shown = it.map.region
    #expect(shown.span.latitudeDelta >= 0.01 && shown.span.longitudeDelta >= 0.01)
    #expect(min(shown.span.latitudeDelta / 2 - 0.01, shown.span.longitudeDelta / 2 - 0.01) < 0)
    #expect(abs(shown.center.latitude - 35) < 1e-12 && abs(shown.center.longitude - 135) < 1e-12)
  }

  // «A region read back keeps its level.»
  /// MG-19: a region read back keeps its level.
  @Test func aRegionReadBackKeepsItsLevelAndMakesNoCall() {
    var random = SplitMix(state: 1)
    for _ in 0..<2000 {
      let it = AreaLog((20 + random.unit() * 1500).rounded(), (20 + random.unit() * 1500).rounded())
      if random.unit() < 0.5 { it.map.setHeading(random.unit() * 360, animated: false) }
      let span = 180 * random.unit() * random.unit() * random.unit()
      it.map.setRegion(
        area(random.unit() * 170 - 85, random.unit() * 360 - 180, span, span * 2 * random.unit()),
        animated: false)
      it.device.deliver()
      _ = it.told()
      let before = it.map.viewport
      it.map.region = it.map.region
      #expect(it.map.viewport == before)
      it.map.visibleMapRect = it.map.visibleMapRect
      #expect(it.map.viewport == before)
      it.device.deliver()
      #expect(it.lines == [])
    }
  }

  // «doubling both deltas is exactly one level from z 6 up»; MV-13.
  /// MG-19: doubling both deltas is exactly one level from z 6 up.
  @Test func doublingBothDeltasIsOneLevel() {
    var random = SplitMix(state: 2)
    for size in [(800.0, 600.0), (320, 480), (393, 852), (1024, 768)] {
      for level in 6...21 {
        for _ in 0..<20 {
          let it = AreaLog(size.0, size.1)
          it.map.zoomSnapping = true
          it.map.change(animated: false) { $0.zoomed(to: Double(level), snaps: true) }
          it.map.centerCoordinate = spot(random.unit() * 160 - 80, random.unit() * 360 - 180)
          #expect(it.level == level)
          var wider = it.map.region
          wider.span.latitudeDelta *= 2
          wider.span.longitudeDelta *= 2
          it.map.setRegion(wider, animated: false)
          #expect(it.level == level - 1, "\(size) \(level) \(wider.center)")
        }
      }
    }
  }

  // «Levels run … to 21; asked regions are clamped to that.»
  /// MG-20: asked regions are clamped to the levels up to 21.
  @Test func aSpanOfNothingIsLevelTwentyOneAndOneOfFourHundredDegreesTheWorld() {
    let it = AreaLog(800, 600)
    it.map.region = area(10, 20, 0, 0)
    #expect(it.level == 21)
    it.map.region = area(10, 20, 0, 5)
    #expect(it.level < 21)
    it.map.region = area(10, 20, 400, 400)
    #expect(it.level == 2)
    it.map.region = area(0, 0, 180, 360)
    #expect(it.level == 2)
  }

  // «the visible rect is shifted to stay within y 0…W, x wraps».
  /// MG-20: the visible rect is shifted to stay within y 0…W.
  @Test func theVisibleRectStaysWithinTheMapFromNorthToSouth() {
    let it = AreaLog(800, 600)
    it.map.region = area(89.9, 0, 1, 1)
    #expect(it.map.visibleMapRect.minY == 0)
    it.map.region = area(-90, 0, 60, 60)
    #expect(it.map.visibleMapRect.maxY == MKMapSizeWorld.height)
    it.map.centerCoordinate = spot(85, 0)
    #expect(it.map.visibleMapRect.minY == 0)
    #expect(it.map.centerCoordinate.latitude < 85)
  }

  /// MG-20: x wraps.
  @Test func acrossThe180thMeridianTheRectReachesBeyondTheWorld() {
    let it = AreaLog(800, 600)
    it.map.region = area(0, 180, 10, 10)
    #expect(it.map.visibleMapRect.minX < 0)
    #expect(it.map.centerCoordinate == spot(0, -180))
    it.map.centerCoordinate = spot(0, 179.999)
    #expect(it.map.visibleMapRect.maxX > MKMapSizeWorld.width)
  }

  // «center longitude is normalized to −180…180».
  /// MG-20: center longitude is normalized to −180…180.
  @Test func theCentersLongitudeIsTakenRoundTheWorld() {
    let it = AreaLog(800, 600)
    it.map.region = area(10, 190, 1, 1)
    #expect(abs(it.map.centerCoordinate.longitude + 170) < 1e-9)
    it.map.centerCoordinate = spot(10, -560)
    #expect(abs(it.map.centerCoordinate.longitude - 160) < 1e-9)
    it.map.centerCoordinate = spot(0, 1e300)
    #expect(abs(it.map.centerCoordinate.longitude) <= 180)
  }

  @Test(arguments: [
    area(.nan, 0, 1, 1), area(0, .nan, 1, 1), area(0, 0, .nan, 1), area(0, 0, 1, .nan), area(91, 0, 1, 1),
    area(0, .infinity, 1, 1), area(0, 0, .infinity, 1), area(0, 0, 1, -1), area(-180, -180, 0, 0),
  ])
  func invalidRegionChangesNothing(region: MKCoordinateRegion) {
    let it = AreaLog(800, 600)
    let before = it.map.viewport
    it.map.setRegion(region, animated: true)
    it.map.setCenterCoordinate(region.span.latitudeDelta == 1 ? region.center : spot(.nan, 0), animated: true)
    #expect(it.map.viewport == before || region.center.latitude == 0)
    #expect(!region.isShowable)
    let fitting = it.map.regionThatFits(region)
    #expect("\(fitting)" == "\(region)")
  }

  @Test(arguments: [
    MKMapRectNull, MKMapRect(x: .nan, y: 0, width: 1, height: 1),
    MKMapRect(x: 0, y: 0, width: .infinity, height: 1),
  ])
  func invalidRectChangesNothing(rect: MKMapRect) {
    let it = AreaLog(800, 600)
    let before = it.map.viewport
    it.map.visibleMapRect = rect
    it.map.setVisibleMapRect(
      MKMapRectWorld, edgePadding: UIEdgeInsets(top: .nan, left: 0, bottom: 0, right: 0), animated: false)
    #expect(it.map.viewport == before)
  }

  // MG-13, S28.
  @Test func regionThatFitsIsWhatTheRegionBecomesAndChangesNothing() {
    let it = AreaLog(800, 600)
    let before = it.map.viewport
    let asked = area(48.2, 16.37, 0.3, 0.1)
    let fitting = it.map.regionThatFits(asked)
    #expect(it.map.viewport == before)
    it.map.region = asked
    #expect(it.map.region == fitting)
    #expect(it.map.regionThatFits(fitting) == fitting)
    #expect(it.map.mapRectThatFits(it.map.visibleMapRect) == it.map.visibleMapRect)
  }

  // MV-10, MV-11: the level stays, however far the pan goes.
  @Test func panningByTheCenterKeepsTheLevel() {
    let it = AreaLog(800, 600)
    it.map.region = area(10, 10, 1, 1)
    let scale = it.map.zoomScale
    for latitude in stride(from: -80.0, through: 80, by: 10) {
      it.map.centerCoordinate = spot(latitude, -latitude)
      #expect(it.map.zoomScale == scale)
      #expect(abs(it.map.centerCoordinate.latitude - latitude) < 1e-9)
    }
  }

  // MV-12, S11.
  @Test func thePanOfTheGuideMovesByHalfTheWidth() {
    let it = AreaLog(800, 600)
    it.map.region = area(48.2, 16.37, 0.3, 0.1)
    let before = it.map.visibleMapRect
    let edge = it.map.convert(CGPoint(x: 1, y: 300), toCoordinateFrom: it.map)
    it.map.setCenterCoordinate(edge, animated: true)
    let after = it.map.visibleMapRect
    #expect(abs((before.origin.x - after.origin.x) * it.map.zoomScale - 399) < 1e-6)
    #expect(abs(before.origin.y - after.origin.y) * it.map.zoomScale < 1e-6)
  }

  /// MG-20: `zoomSnapping = false` gives continuous levels.
  @Test func withoutSnappingTheRegionFillsTheView() {
    let it = AreaLog(800, 600)
    it.map.zoomSnapping = false
    it.map.region = area(48.2, 16.37, 0.001, 0.1)
    #expect(abs(it.map.region.span.longitudeDelta - 0.1) < 1e-12)
    it.map.region = area(48.2, 16.37, 0, 0)
    #expect(it.map.zoomScale == 2)
    it.map.region = area(48.2, 16.37, 180, 360)
    #expect(it.level == 2)
  }

  @Test func edgePaddingStaysFree() {
    var random = SplitMix(state: 3)
    let it = AreaLog(800, 600)
    for _ in 0..<500 {
      it.map.zoomSnapping = random.unit() < 0.5
      let rect = MKMapRect(
        x: 1e8 + random.unit() * 1e7, y: 1e8, width: 1e4 + 1e5 * random.unit(),
        height: 1e4 + 1e5 * random.unit())
      let insets = UIEdgeInsets(
        top: random.unit() * 200, left: random.unit() * 300, bottom: random.unit() * 200,
        right: random.unit() * 300)
      it.map.setVisibleMapRect(rect, edgePadding: insets, animated: false)
      #expect(it.map.mapRectThatFits(rect, edgePadding: insets) == it.map.visibleMapRect)
      let shown = it.map.rect(for: rect)
      // A snapped level may cover up to 0.05 of a level more.
      let slack = it.map.zoomSnapping ? 0.018 * 800 : 1e-6
      #expect(shown.minX >= insets.left - slack && shown.maxX <= 800 - insets.right + slack)
      #expect(shown.minY >= insets.top - slack && shown.maxY <= 600 - insets.bottom + slack)
      #expect(abs((shown.minX - insets.left) - (800 - insets.right - shown.maxX)) < 1e-6)
      #expect(abs((shown.minY - insets.top) - (600 - insets.bottom - shown.maxY)) < 1e-6)
    }
  }

  @Test func morePaddingThanRoomIsTheWorld() {
    let it = AreaLog(800, 600)
    it.map.region = area(0, 0, 1, 1)
    it.map.setVisibleMapRect(
      MKMapRect(x: 1e8, y: 1e8, width: 10, height: 10),
      edgePadding: UIEdgeInsets(top: 400, left: 0, bottom: 400, right: 0), animated: false)
    #expect(it.level == 2)
  }
}
