import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

/// Between places and points: table 4-1 of the guide.
///
/// - Source: MG-6, MG-20, MG-23.
@Suite struct MKMapViewConversionTests {
  private let tolerance = 1e-6

  /// A map anywhere, of any size, turned or not.
  private func anyMap(_ random: inout SplitMix) -> AreaLog {
    let it = AreaLog((10 + 2000 * random.unit()).rounded(), (10 + 2000 * random.unit()).rounded())
    let span = 120 * random.unit() * random.unit() * random.unit()
    it.map.zoomSnapping = random.unit() < 0.5
    it.map.region = area(170 * random.unit() - 85, 400 * random.unit() - 200, span, span)
    if random.unit() < 0.8 { it.map.setHeading(720 * random.unit() - 360, animated: false) }
    return it
  }

  private func anyPoint(_ it: AreaLog, _ random: inout SplitMix) -> CGPoint {
    CGPoint(
      x: it.map.bounds.size.width * random.unit(), y: it.map.bounds.size.height * random.unit())
  }

  // «conversions round trip at random regions, sizes and headings within 1e-6 points»
  @Test func pointsComeBackFromTheirCoordinates() {
    var random = SplitMix(state: 4)
    for _ in 0..<5000 {
      let it = anyMap(&random)
      let point = anyPoint(it, &random)
      let back = it.map.convert(it.map.convert(point, toCoordinateFrom: it.map), toPointTo: it.map)
      #expect(abs(back.x - point.x) < tolerance && abs(back.y - point.y) < tolerance)
      let there = it.map.point(for: it.map.mapPoint(for: point))
      #expect(abs(there.x - point.x) < tolerance && abs(there.y - point.y) < tolerance)
    }
  }

  // Where a map point is largest and latitudes are densest.
  @Test func alsoAtTheDeepestLevelNearTheEndsOfTheMap() {
    var random = SplitMix(state: 7)
    let it = AreaLog(1000, 1000)
    for _ in 0..<5000 {
      it.map.region = area(
        (random.unit() < 0.5 ? 1 : -1) * (84 + random.unit()), 360 * random.unit() - 180, 0, 0)
      it.map.setHeading(360 * random.unit(), animated: false)
      let point = anyPoint(it, &random)
      let back = it.map.convert(it.map.convert(point, toCoordinateFrom: it.map), toPointTo: it.map)
      #expect(abs(back.x - point.x) < tolerance && abs(back.y - point.y) < tolerance)
    }
  }

  @Test func uprightRectsComeBackFromTheirRegions() {
    var random = SplitMix(state: 5)
    for _ in 0..<5000 {
      let it = anyMap(&random)
      it.map.setHeading(0, animated: false)
      let (a, b) = (anyPoint(it, &random), anyPoint(it, &random))
      let rect = CGRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
      let back = it.map.convert(it.map.convert(rect, toRegionFrom: it.map), toRectTo: it.map)
      #expect(abs(back.minX - rect.minX) < tolerance && abs(back.minY - rect.minY) < tolerance)
      #expect(abs(back.maxX - rect.maxX) < tolerance && abs(back.maxY - rect.maxY) < tolerance)
    }
  }

  @Test func onATurnedMapRectsAndRegionsAreTheSmallestAround() {
    var random = SplitMix(state: 6)
    for _ in 0..<1000 {
      let it = anyMap(&random)
      let (a, b) = (anyPoint(it, &random), anyPoint(it, &random))
      let rect = CGRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
      let corners = [
        CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
        CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.maxX, y: rect.maxY),
      ].map { it.map.mapPoint(for: $0) }
      let box = it.map.mapRect(for: rect)
      let fault = 1e-6 / it.map.zoomScale
      #expect(
        abs(box.minX - corners.map(\.x).min()!) < fault && abs(box.maxX - corners.map(\.x).max()!) < fault)
      #expect(
        abs(box.minY - corners.map(\.y).min()!) < fault && abs(box.maxY - corners.map(\.y).max()!) < fault)
    }
  }

  @Test func theHeadingIsUp() {
    let it = AreaLog(800, 600)
    it.map.region = area(0, 0, 1, 1)
    let east = spot(0, 0.1)
    let right = it.map.convert(east, toPointTo: it.map)
    #expect(right.x > 400 && abs(right.y - 300) < tolerance)
    it.map.setHeading(90, animated: false)
    let up = it.map.convert(east, toPointTo: it.map)
    #expect(up.x == 400 && abs(300 - up.y - (right.x - 400)) < tolerance)
    it.map.setHeading(-180, animated: false)
    let left = it.map.convert(east, toPointTo: it.map)
    #expect(abs(400 - left.x - (right.x - 400)) < tolerance && left.y == 300)
  }

  @Test func theVisibleRectOfATurnedMapHoldsAllThatIsSeen() {
    let it = AreaLog(800, 600)
    it.map.region = area(0, 0, 1, 1)
    let upright = it.map.visibleMapRect
    it.map.setHeading(90, animated: false)
    #expect(it.map.visibleMapRect.size.width == upright.size.height)
    #expect(it.map.visibleMapRect.size.height == upright.size.width)
    it.map.setHeading(45, animated: false)
    let side = (upright.size.width + upright.size.height) * 0.5.squareRoot()
    #expect(
      abs(it.map.visibleMapRect.size.width - side) < 1e-6
        && abs(it.map.visibleMapRect.size.height - side) < 1e-6)
  }

  // «x wraps to the copy nearest the view's middle»
  @Test func aPlaceBeyondThe180thMeridianAppearsBesideIt() {
    let it = AreaLog(800, 600)
    it.map.region = area(0, 179.9, 1, 1)
    let across = it.map.convert(spot(0, -179.9), toPointTo: it.map)
    let before = it.map.convert(spot(0, 179.7), toPointTo: it.map)
    #expect(abs((across.x - 400) - (400 - before.x)) < tolerance)
    let rect = it.map.convert(area(0, -179.9, 0.1, 0.1), toRectTo: it.map)
    #expect(abs(rect.midX - across.x) < tolerance)
    #expect(abs(it.map.convert(across, toCoordinateFrom: it.map).longitude + 179.9) < 1e-9)
  }

  // MG-6 with views: `view` is any view of the hierarchy, nil what holds all.
  @Test func pointsOfOtherViewsOfTheHierarchyAreTheirs() throws {
    let it = AreaLog(CGRect(x: 100, y: 50, width: 800, height: 600))
    it.map.region = area(48, 16, 1, 1)
    let inner = UIView(frame: CGRect(x: 30, y: 40, width: 50, height: 50))
    try it.map.addSubview(inner)
    let place = spot(48.1, 16.1)
    let own = it.map.convert(place, toPointTo: it.map)
    let theirs = it.map.convert(place, toPointTo: inner)
    let window = it.map.convert(place, toPointTo: nil)
    #expect(abs(own.x - theirs.x - 30) < tolerance && abs(own.y - theirs.y - 40) < tolerance)
    #expect(abs(window.x - own.x - 100) < tolerance && abs(window.y - own.y - 50) < tolerance)
    for (point, view) in [(own, it.map as UIView?), (theirs, inner), (window, nil)] {
      let back = it.map.convert(point, toCoordinateFrom: view)
      #expect(abs(back.latitude - 48.1) < 1e-9 && abs(back.longitude - 16.1) < 1e-9)
    }
    let rect = CGRect(x: 0, y: 0, width: 50, height: 50)
    #expect(it.map.convert(rect, toRegionFrom: inner) == it.map.convert(inner.frame, toRegionFrom: it.map))
    let region = it.map.convert(rect, toRegionFrom: inner)
    let there = it.map.convert(region, toRectTo: inner)
    #expect(abs(there.minX) < tolerance && abs(there.maxY - 50) < tolerance)
  }

  @Test func invalidPlacesAreTheNorthWestEndOfTheMap() {
    let it = AreaLog(800, 600)
    let corner = it.map.point(for: MKMapPoint(x: -1, y: -1))
    #expect(it.map.convert(spot(.nan, 0), toPointTo: it.map) == corner)
    #expect(it.map.convert(spot(95, 0), toPointTo: it.map) == corner)
    #expect(it.map.convert(area(95, 0, 1, 1), toRectTo: it.map).size == .zero)
    #expect(
      it.map.convert(CGPoint(x: .nan, y: 0), toCoordinateFrom: it.map) == kCLLocationCoordinate2DInvalid)
  }

  // «a valid latitude beyond ±85.0511 is clamped»
  @Test func thePolesLieAtTheEndsOfTheMap() {
    let it = AreaLog(800, 600)
    #expect(
      it.map.convert(spot(90, 0), toPointTo: it.map) == it.map.point(for: MKMapPoint(x: 134_217_728, y: 0)))
  }
}
