/// Draws the tiles of an ``MKTileOverlay``.
///
/// - Source: OR-3, OV-16 … OV-19, F-15.
open class MKTileOverlayRenderer: MKOverlayRenderer {
  public let tileOverlay: MKTileOverlay
  let tiles: TileLayer

  public init(tileOverlay: MKTileOverlay) {
    self.tileOverlay = tileOverlay
    tiles = TileLayer(tileOverlay)
    super.init(overlay: tileOverlay)
  }

  /// Its tiles are those of its source.
  open override var drawsInTiles: Bool { false }

  open override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) throws {
    tiles.draw(
      mapRect.intersection(MKMapRectWorld), zoomScale: zoomScale, origin: mapPoint(for: .zero), in: context)
  }

  override func renderWhole(_ scene: MapScene, _ shifts: [Double], in context: CGContext) throws {
    try TileLayer.joining(shifts, scene, in: context) { try renderWhole(scene, $0, in: context) }
  }

  override func prepare(_ scene: MapScene) throws -> Bool {
    let isReady = try super.prepare(scene)
    try tiles.prepare(scene)
    return isReady && tiles.isSettled
  }

  /// Reloads and redraws all tiles.
  open func reloadData() {
    tiles.removeAll()
    setNeedsDisplay()
  }
}
