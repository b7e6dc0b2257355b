import GeoTesting
import Testing

@testable import GeoMap

/// How shapes are drawn.
@Suite struct PathRendererPictureTests {
  private let picture = OverlayPicture()
  private let world = MKMapSizeWorld.width

  /// A square in the middle of a view at level 20, where a map point is a point of the screen.
  private func square(_ side: Double = 100, _ x: Double? = nil) -> MKPolygon {
    let (x, y) = (x ?? world / 2, world / 2)
    return MKPolygon(points: [
      MKMapPoint(x: x - side / 2, y: y - side / 2), MKMapPoint(x: x + side / 2, y: y - side / 2),
      MKMapPoint(x: x + side / 2, y: y + side / 2), MKMapPoint(x: x - side / 2, y: y + side / 2),
    ])
  }

  private func red(_ renderer: MKOverlayPathRenderer, width: Double = 2) {
    renderer.strokeColor = UIColor(red: 1, green: 0, blue: 0)
    renderer.lineWidth = width
  }

  @Test func aPolygonIsFilledThenStrokedInPointsOfTheScreen() {
    let renderer = MKPolygonRenderer(polygon: square())
    renderer.fillColor = UIColor(red: 0, green: 0, blue: 1)
    red(renderer, width: 3)
    picture.add(renderer)
    picture.show(world / 2, world / 2, level: 20)
    let calls = picture.drawn()
    #expect(calls.count == 2)
    #expect(calls[0].hasPrefix("fill") && calls[0].contains("even-odd"))
    #expect(
      calls[0].places == [
        CGPoint(x: 206, y: 206), CGPoint(x: 306, y: 206), CGPoint(x: 306, y: 306), CGPoint(x: 206, y: 306),
      ])
    #expect(calls[1].hasPrefix("stroke") && calls[1].contains("width 3 cap round join round"))
    // Two levels further out the same line is as wide on the screen: four times as many map points.
    picture.show(world / 2, world / 2, level: 18)
    let out = picture.painted()
    #expect(out[1].contains("width 12") && out[1].contains("pen by [0.25 0 0 0.25"))
    #expect(out[0].places.first == CGPoint(x: 243.5, y: 243.5))
  }

  /// F-14: 0 is a road.
  @Test func withoutAWidthALineIsAsWideAsARoad() {
    let renderer = MKPolygonRenderer(polygon: square())
    red(renderer, width: 0)
    picture.add(renderer)
    picture.show(world / 2, world / 2, level: 18)
    #expect(picture.painted().first?.contains("width 60 ") == true)
  }

  @Test func aHoleIsARingMore() {
    let outer = square(200)
    let hole = square(50)
    let renderer = MKPolygonRenderer(polygon: MKPolygon(points: outer.points, interiorPolygons: [hole]))
    renderer.fillColor = .black
    picture.add(renderer)
    picture.show(world / 2, world / 2, level: 20)
    #expect(picture.painted().first?.places.count == 8)
  }

  @Test func alphaIsThatOfFillAndLineTogether() {
    let renderer = MKPolygonRenderer(polygon: square())
    renderer.fillColor = .black
    red(renderer)
    renderer.alpha = 0.5
    picture.add(renderer)
    picture.show(world / 2, world / 2, level: 20)
    let calls = picture.drawn()
    #expect(calls.first == "layer" && calls.last == "end layer alpha 0.5")
    #expect(!calls[1].contains("alpha"))
    renderer.alpha = 0
    #expect(picture.drawn().isEmpty)
  }

  @Test func whatLiesAcrossThe180thMeridianIsSeenFromBothSides() {
    let line = MKPolyline(coordinates: ShapeFixtures.ring((0, 179.9), (0, -179.9)))
    let renderer = MKPolylineRenderer(polyline: line)
    red(renderer)
    picture.add(renderer)
    picture.show(0, world / 2, level: 8)
    let east = picture.painted()
    #expect(east.count == 1)
    // 0.2° at level 8: 256·2^8/360 · 0.2 points.
    let places = east[0].places
    #expect(abs(places[1].x - places[0].x - 36.409) < 0.01 && abs(places[0].x - (256 - 18.204)) < 0.01)
    picture.show(world - 1, world / 2, level: 8)
    let west = picture.painted()
    #expect(west.count == 1 && abs(west[0].places[0].x - places[0].x) < 0.01)
  }

  /// A shape as wide as the world is one area in both copies that are seen, without a seam between them.
  @Test func aWholeWorldIsOneAreaAcrossTheMeridian() {
    let renderer = MKPolygonRenderer(
      polygon: MKPolygon(points: [
        MKMapPoint(x: 0, y: 0), MKMapPoint(x: world, y: 0), MKMapPoint(x: world, y: world),
        MKMapPoint(x: 0, y: world),
      ]))
    renderer.fillColor = .black
    picture.add(renderer)
    picture.show(0, world / 2, level: 1)
    let calls = picture.painted()
    #expect(calls.count == 1)
    let xs = Set(calls[0].places.map(\.x))
    #expect(xs.contains(256) && xs.min().map { $0 < 0 } == true && xs.max().map { $0 > 512 } == true)
  }

  /// Cairo's numbers end at ±8 million: nothing farther out reaches the canvas, and the visible part is
  /// right.
  @Test func aWorldAtTheGreatestZoomStaysNearTheView() {
    let corner = MKMapPoint(x: 200_000_000.25, y: 90_000_000.5)
    let renderer = MKPolygonRenderer(
      polygon: MKPolygon(points: [
        MKMapPoint(x: 0, y: 0), MKMapPoint(x: corner.x, y: 0), corner, MKMapPoint(x: 0, y: corner.y),
      ]))
    renderer.fillColor = .black
    red(renderer)
    picture.add(renderer)
    picture.show(corner.x, corner.y, level: 21)
    let calls = picture.painted()
    #expect(calls.count == 2)
    for place in calls.flatMap(\.places) {
      #expect(abs(place.x) < 1000 && abs(place.y) < 1000)
    }
    #expect(calls[0].places.contains(CGPoint(x: 256, y: 256)))
    // The stroke turns at the corner, and has no ends in sight.
    #expect(calls[1].places.contains(CGPoint(x: 256, y: 256)))
    #expect(calls[1].places.allSatisfy { $0.x == 256 || $0.y == 256 })
  }

  @Test func aLineThatStaysOutOfSightIsNotDrawn() {
    let renderer = MKPolygonRenderer(polygon: square(1_000_000))
    red(renderer)
    picture.add(renderer)
    picture.show(world / 2, world / 2, level: 20)
    #expect(picture.painted().isEmpty)
  }

  @Test func strokeStartAndEndPartALineByItsLength() {
    let (x, y) = (world / 2 - 100, world / 2)
    let line = MKPolyline(points: [
      MKMapPoint(x: x, y: y), MKMapPoint(x: x + 40, y: y), MKMapPoint(x: x + 40, y: y + 60),
      MKMapPoint(x: x + 140, y: y + 60),
    ])
    let renderer = MKPolylineRenderer(polyline: line)
    red(renderer)
    renderer.strokeStart = 0.1
    renderer.strokeEnd = 0.75
    picture.add(renderer)
    picture.show(world / 2, world / 2, level: 20)
    #expect(
      picture.painted().first?.places == [
        CGPoint(x: 176, y: 256), CGPoint(x: 196, y: 256), CGPoint(x: 196, y: 316), CGPoint(x: 246, y: 316),
      ])
    renderer.strokeEnd = 0.05
    #expect(picture.painted().isEmpty)
  }

  /// Dashes continue as if the line were drawn whole.
  @Test func dashesKeepTheirPlacesWhereALineIsCut() {
    let y = world / 2
    let line = MKPolyline(points: [MKMapPoint(x: 100, y: y), MKMapPoint(x: world - 100, y: y)])
    let renderer = MKPolylineRenderer(polyline: line)
    red(renderer)
    renderer.lineDashPattern = [6, 4]
    renderer.lineDashPhase = 1
    picture.add(renderer)
    picture.show(world / 2, y, level: 20)
    let starts = picture.painted().flatMap(\.places).enumerated().filter { $0.offset % 2 == 0 }.map(
      \.element.x)
    #expect(starts.count > 50)
    // A dash begins where the way from the line's start and the phase of 1 are whole tens.
    let left = world / 2 - 256
    for start in starts.dropFirst() {
      let way = (left + start - 100 + 1).truncatingRemainder(dividingBy: 10)
      #expect(min(way, 10 - way) < 0.01)
    }
  }

  @Test func aPathOfTheAppsOwnIsDrawnAsItIsUntilItIsInvalid() {
    final class Cross: MKOverlayPathRenderer {
      var made = 0
      override func createPath() throws {
        made += 1
        path = CGPath(CGRect(x: 0, y: 0, width: 10, height: Double(made)))
      }
    }
    let renderer = Cross(overlay: square())
    red(renderer)
    picture.add(renderer)
    picture.show(world / 2, world / 2, level: 20)
    _ = picture.painted()
    #expect(picture.painted().first?.places.contains(CGPoint(x: 216, y: 207)) == true)
    #expect(renderer.made == 1)
    renderer.invalidatePath()
    #expect(picture.painted().first?.places.contains(CGPoint(x: 216, y: 208)) == true)
    renderer.path = nil
    #expect(picture.painted().isEmpty && renderer.made == 2)
  }

  /// Parts that lie a world beside the others, as their coordinates say, are drawn beside them.
  @Test func partsOfSeveralShapesLieWhereTheirRectIs() {
    let multi = MKMultiPolygon([
      MKPolygon(coordinates: ShapeFixtures.square(-1, 178, 1, 179.5)),
      MKPolygon(coordinates: ShapeFixtures.square(-1, -179.5, 1, -178)),
    ])
    let renderer = MKMultiPolygonRenderer(multiPolygon: multi)
    renderer.fillColor = .black
    picture.add(renderer)
    picture.show(0, world / 2, level: 6)
    let calls = picture.painted()
    #expect(calls.count == 1 && calls[0].places.count == 8)
    let degree = 256 * 64 / 360.0
    #expect(abs((calls[0].places.map(\.x).min() ?? 0) - (256 - 2 * degree)) < 0.01)
    #expect(abs((calls[0].places.map(\.x).max() ?? 0) - (256 + 2 * degree)) < 0.01)
  }

  /// The edge of the map is not an edge of an area around a pole.
  @Test func anAreaAroundThePoleHasNoLineAlongTheMapsEnd() {
    let ring = MKPolygon(coordinates: ShapeFixtures.ring((-70, -120), (-70, 0), (-70, 120)))
    let renderer = MKPolygonRenderer(polygon: ring)
    renderer.fillColor = .black
    red(renderer)
    picture.add(renderer)
    picture.show(world / 2, world / 2, level: 1)
    let calls = picture.painted()
    #expect(calls.count == 2)
    let bottom = calls[0].places.map(\.y).max() ?? 0
    #expect(abs(bottom - 512) < 0.01)
    #expect(calls[1].places.allSatisfy { $0.y < 511 })
  }
}
