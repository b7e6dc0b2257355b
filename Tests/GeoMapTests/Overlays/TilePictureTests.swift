import RecordingCanvas
import Testing

@testable import GeoMap

/// Renderers with drawing of their own: tile by tile, when they are ready, and with a mark where they fail.
@Suite struct TilePictureTests {
  /// Paints each requested part.
  final class Painter: MKOverlayRenderer {
    struct Broken: Error {}

    var asked: [MKMapRect] = []
    var drawn: [MKMapRect] = []
    var isReady: (MKMapRect) -> Bool = { _ in true }
    var breaks = false

    override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool {
      asked.append(mapRect)
      return isReady(mapRect)
    }

    override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) throws {
      drawn.append(mapRect)
      context.saveGStateForTest()
      if breaks { throw Broken() }
      context.fill(CGPath(rect(for: mapRect)))
    }
  }

  private let picture = OverlayPicture()
  private let world = MKMapSizeWorld.width

  private func painter(_ rect: MKMapRect) -> Painter {
    let corners = [
      (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.maxX, rect.maxY), (rect.minX, rect.maxY),
    ]
    let painter = Painter(overlay: MKPolygon(points: corners.map { MKMapPoint(x: $0.0, y: $0.1) }))
    picture.add(painter)
    return painter
  }

  /// The tiles' sides are 512 map points at level 20, from the map's corner on.
  @Test func aLargeOverlayIsDrawnInTilesThatLieOnTheMapsGrid() {
    let painter = painter(MKMapRectWorld)
    picture.show(world / 2 + 100, world / 2 + 100, level: 20)
    let calls = picture.drawn()
    #expect(painter.drawn.count == 4 && painter.asked == painter.drawn)
    for rect in painter.drawn {
      #expect(rect.width == 512 && rect.height == 512)
      #expect(rect.minX.truncatingRemainder(dividingBy: 512) == 0)
      #expect(rect.minY.truncatingRemainder(dividingBy: 512) == 0)
    }
    // Clip and painting of each tile, edges between pixels.
    #expect(calls.count == 8 && calls[0] == "clip M -356 -356 L 156 -356 L 156 156 L -356 156 Z")
    #expect(calls[1].contains("M -356 -356 L 156 -356"))
    #expect(picture.canvas.depth == 0)
    // The same tiles, wherever the map is.
    let first = painter.drawn
    painter.drawn = []
    picture.show(world / 2 + 90, world / 2 + 120.3, level: 20)
    let moved = picture.drawn()
    #expect(painter.drawn == first)
    #expect(moved[0] == "clip M -346 -376 L 166 -376 L 166 136 L -346 136 Z")
  }

  /// OR-20: the area of a drawer is larger than the bounding rect.
  @Test func theTilesReachBeyondTheBoundingRect() {
    let painter = painter(MKMapRect(x: world / 2 + 10, y: world / 2 + 10, width: 20, height: 20))
    picture.show(world / 2, world / 2, level: 20)
    _ = picture.drawn()
    #expect(painter.drawn == [MKMapRect(x: world / 2, y: world / 2, width: 512, height: 512)])
  }

  @Test func betweenLevelsTilesJoinWithoutASeam() {
    _ = painter(MKMapRectWorld)
    picture.map.zoomSnapping = false
    picture.show(world / 2, world / 2, level: 18.4)
    let calls = picture.drawn()
    #expect(calls.first == "layer" && calls.last == "end layer")
    #expect(calls.filter { $0 == "end layer plusLighter" }.count == 4)
  }

  @Test func aTileThatIsNotReadyWaitsUntilItIsToBeDrawnAgain() {
    let painter = painter(MKMapRectWorld)
    let late = MKMapRect(x: world / 2, y: world / 2, width: 512, height: 512)
    var isLoaded = false
    painter.isReady = { $0 != late || isLoaded }
    picture.show(world / 2, world / 2, level: 20)
    #expect(!picture.map.prepareToDraw())
    #expect(!picture.map.prepareToDraw())
    #expect(painter.asked.count == 4)
    _ = picture.drawn()
    #expect(painter.drawn.count == 3 && !painter.drawn.contains(late))
    isLoaded = true
    // Nobody has said so.
    #expect(!picture.map.prepareToDraw())
    painter.setNeedsDisplay(late, zoomScale: 0.5)
    #expect(!picture.map.prepareToDraw() && painter.asked.count == 4)
    painter.setNeedsDisplay(late, zoomScale: 1)
    #expect(picture.map.prepareToDraw())
    #expect(painter.asked.count == 5 && painter.asked.last == late)
    painter.drawn = []
    _ = picture.drawn()
    #expect(painter.drawn.count == 4 && painter.asked.count == 5)
  }

  @Test func failuresAreMarkedAndReportedOnce() {
    let painter = painter(MKMapRect(x: world / 2 - 300, y: world / 2 - 300, width: 600, height: 600))
    painter.breaks = true
    let other = MKPolygonRenderer(
      polygon: MKPolygon(points: [
        MKMapPoint(x: world / 2, y: world / 2), MKMapPoint(x: world / 2 + 9, y: world / 2),
        MKMapPoint(x: world / 2, y: world / 2 + 9),
      ]))
    other.fillColor = .black
    picture.add(other)
    picture.show(world / 2, world / 2, level: 20)
    let calls = picture.painted()
    #expect(painter.drawn.count == 1)
    #expect(picture.errors.count == 1)
    // The mark's ground, hatching, edge, disc and sign; then the overlay above it.
    #expect(calls.count == 6 && calls.last?.places.first == CGPoint(x: 256, y: 256))
    #expect(picture.canvas.depth == 0)
    _ = picture.painted()
    #expect(picture.errors.count == 1)
    painter.breaks = false
    #expect(picture.painted().count == 5)
    painter.breaks = true
    _ = picture.painted()
    #expect(picture.errors.count == 2)
  }

  @Test func anOverlayAcrossTheMeridianHasTheSameTilesOnBothSides() {
    let painter = painter(MKMapRect(x: -100, y: world / 2, width: 200, height: 100))
    picture.show(0, world / 2 + 50, level: 20)
    _ = picture.drawn()
    let first = painter.drawn
    #expect(first.map(\.minX) == [-512, 0])
    painter.drawn = []
    picture.show(world - 1, world / 2 + 50, level: 20)
    _ = picture.drawn()
    #expect(painter.drawn == first)
  }
}

extension CGContext {
  /// What a script leaves behind.
  fileprivate func saveGStateForTest() { try? saveGState() }
}
