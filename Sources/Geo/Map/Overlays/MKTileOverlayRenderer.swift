/// Draws the tiles of an ``MKTileOverlay``.
open class MKTileOverlayRenderer: MKOverlayRenderer {
  public let tileOverlay: MKTileOverlay

  public init(tileOverlay: MKTileOverlay) {
    self.tileOverlay = tileOverlay
    super.init(overlay: tileOverlay)
  }

  /// Has all tiles loaded and drawn again.
  open func reloadData() { setNeedsDisplay() }
}
