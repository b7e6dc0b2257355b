import GeoCore
import GeoTesting
import Testing

@testable import GeoMap

/// Renderers and tile overlays by themselves.
@Suite struct RendererTests {
  /// MG-24: a renderer's points are map points minus `boundingMapRect.origin`, 1:1.
  @Test func aRenderersPointsAreMapPointsFromTheCornerOfItsOverlay() {
    let colorado = OverlayFixtures.colorado()
    let renderer = MKPolygonRenderer(polygon: colorado)
    let origin = colorado.boundingMapRect.origin
    #expect(renderer.point(for: origin) == CGPoint.zero)
    #expect(renderer.point(for: MKMapPoint(x: origin.x + 3, y: origin.y + 4)) == CGPoint(x: 3, y: 4))
    #expect(renderer.mapPoint(for: CGPoint(x: 3, y: 4)) == MKMapPoint(x: origin.x + 3, y: origin.y + 4))
    let rect = renderer.rect(for: colorado.boundingMapRect)
    #expect(rect.origin == .zero && rect.size.width == colorado.boundingMapRect.width)
    #expect(renderer.mapRect(for: rect) == colorado.boundingMapRect)
    #expect(renderer.polygon === colorado && renderer.overlay === colorado)
    let empty = MKPolygonRenderer(polygon: MKPolygon(coordinates: []))
    #expect(empty.point(for: MKMapPoint(x: 1, y: 2)) == CGPoint(x: 1, y: 2))
  }

  /// F-14.
  @Test func aPathRendererHasThePublishedDefaults() {
    let renderer = MKCircleRenderer(circle: MKCircle(center: ShapeFixtures.place(0, 0), radius: 1))
    #expect(renderer.lineWidth == 0)
    #expect(renderer.lineJoin == .round && renderer.lineCap == .round)
    #expect(renderer.miterLimit == 10 && renderer.lineDashPhase == 0 && renderer.lineDashPattern == nil)
    #expect(renderer.fillColor == nil && renderer.strokeColor == nil)
    #expect(renderer.alpha == 1 && renderer.contentScaleFactor == 1)
    #expect(renderer.strokeStart == 0 && renderer.strokeEnd == 1)
    #expect(CGLineCap.square.constantName == "kCGLineCapSquare" && CGLineCap.square.rawValue == 2)
    #expect(CGLineJoin.bevel.constantName == "kCGLineJoinBevel" && CGLineJoin.bevel.rawValue == 2)
  }

  @Test func whatNeedsDisplayAddsUp() throws {
    let line = MKPolyline(points: [MKMapPoint(x: 0, y: 0), MKMapPoint(x: 100, y: 100)])
    let renderer = MKPolylineRenderer(polyline: line)
    #expect(renderer.dirtyMapRect == line.boundingMapRect)
    renderer.setNeedsDisplay(MKMapRect(x: 90, y: 90, width: 20, height: 20), zoomScale: 0.5)
    #expect(renderer.dirtyMapRect == MKMapRect(x: 0, y: 0, width: 110, height: 110))
    #expect(try renderer.canDraw(MKMapRectWorld, zoomScale: 1))
  }

  @Test func aGradientNeedsALocationForEachColor() throws {
    let renderer = MKGradientPolylineRenderer(polyline: MKPolyline(points: []))
    let colors = [UIColor(red: 1, green: 0, blue: 0), UIColor(red: 0, green: 0, blue: 1)]
    try renderer.setColors(colors, at: [0, 1])
    #expect(renderer.colors == colors && renderer.locations == [0, 1])
    #expect(throws: GeoError.self) { try renderer.setColors(colors, at: [0]) }
    #expect(throws: GeoError.self) { try renderer.setColors(colors, at: [0.5, 0.25]) }
    #expect(throws: GeoError.self) { try renderer.setColors(colors, at: [0, .nan]) }
    #expect(renderer.locations == [0, 1])
  }

  /// F-15.
  @Test func aTileOverlayHasThePublishedDefaults() throws {
    let tiles = MKTileOverlay(URLTemplate: nil)
    #expect(tiles.tileSize == CGSize(width: 256, height: 256))
    #expect(tiles.minimumZ == 0 && tiles.maximumZ == 21)
    #expect(!tiles.geometryFlipped && !tiles.canReplaceMapContent)
    #expect(tiles.boundingMapRect == MKMapRectWorld)
    #expect(tiles.coordinate == ShapeFixtures.place(0, 0))
    #expect(try tiles.url(forTilePath: MKTileOverlayPath(x: 0, y: 0, z: 0)) == nil)
    #expect(MKTileOverlayRenderer(tileOverlay: tiles).tileOverlay === tiles)
  }

  /// The tile of the first line holds Tokyo station, as mercantile.tile(139.767125, 35.681236, 10) has it.
  @Test func aTemplateTakesTheNumbersOfATile() throws {
    let tiles = MKTileOverlay(URLTemplate: "t/{z}/{x}/{y}@{scale}x.png")
    let tokyo = MKTileOverlayPath(x: 909, y: 403, z: 10, contentScaleFactor: 2)
    #expect(try tiles.url(forTilePath: tokyo) == "t/10/909/403@2x.png")
    tiles.geometryFlipped = true
    // y' = 2^10 − 1 − 403.
    #expect(try tiles.url(forTilePath: tokyo) == "t/10/909/620@2x.png")
    let odd = MKTileOverlay(URLTemplate: "{a}{x}{{y}}/{z")
    #expect(try odd.url(forTilePath: MKTileOverlayPath(x: 1, y: 2, z: 3)) == "{a}1{2}/{z")
    let again = MKTileOverlay(URLTemplate: "{x}{x}é{y}{")
    #expect(try again.url(forTilePath: MKTileOverlayPath(x: 1, y: 2, z: 3)) == "11é2{")
  }
}
