/// Draws one overlay.
open class MKOverlayRenderer {
  public let overlay: any MKOverlay

  public init(overlay: any MKOverlay) { self.overlay = overlay }
}
