/// Draws one overlay.
///
/// Its coordinates are map points relative to the corner of the overlay's bounding rect: one unit is one map
/// point, and the context is already scaled.
///
/// - Source: OR-4, OR-10 … OR-14, MG-6, F-14, MG-24.
open class MKOverlayRenderer {
  public let overlay: any MKOverlay
  /// From 0, invisible, to 1.
  public var alpha = 1.0
  /// Pixels per point.
  public var contentScaleFactor = 1.0
  /// The area to redraw; null if there is none.
  public private(set) var dirtyMapRect: MKMapRect
  private let origin: MKMapPoint
  /// Which of its tiles may be drawn.
  var readiness = TileReadiness()
  /// Whether the last picture shows its failure mark.
  var hasFailed = false

  /// Any object that must live as long as this one, for example its memory charge.
  public var memory: AnyObject?
  /// The overrides of a script's class; nil for an object of the host's own class.
  package var overrides: (any Overrides)?

  public init(overlay: any MKOverlay) {
    self.overlay = overlay
    dirtyMapRect = overlay.boundingMapRect
    origin = dirtyMapRect.isNull ? MKMapPoint(x: 0, y: 0) : dirtyMapRect.origin
  }

  /// Whether it is drawn tile by tile, each when it is ready, like everything that scripts draw; the host's
  /// own drawings are drawn at once.
  open var drawsInTiles: Bool { true }

  /// Returns whether the content of a part is ready to be drawn; otherwise the map waits for
  /// ``setNeedsDisplay(_:zoomScale:)``.
  open func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool { true }

  /// Draws the part `mapRect` of the overlay in its own coordinates, which are those of the context.
  ///
  /// The context may extend beyond the rect and beyond the overlay.
  open func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) throws {}

  /// Starts to load what a picture needs; returns whether everything is loaded or has failed.
  func prepare(_ scene: MapScene) throws -> Bool { isDrawnInTiles ? try prepareTiles(scene) : true }

  /// Draws its visible part undivided, at places `shifts` map points farther east.
  func renderWhole(_ scene: MapScene, _ shifts: [Double], in context: CGContext) throws {
    for shift in shifts { try renderWhole(scene, shift, in: context) }
  }

  /// Marks all of it for redrawing.
  public func setNeedsDisplay() { setNeedsDisplay(overlay.boundingMapRect) }

  /// Marks a part for redrawing, and repeats ``canDraw(_:zoomScale:)``, at one zoom scale or at all.
  ///
  /// - Source: OR-12.
  open func setNeedsDisplay(_ mapRect: MKMapRect, zoomScale: MKZoomScale? = nil) {
    dirtyMapRect = dirtyMapRect.union(mapRect)
    readiness.askAgain(mapRect, zoomScale)
  }

  /// Notes that all of it was drawn.
  func displayed() { dirtyMapRect = MKMapRectNull }
}

extension MKOverlayRenderer {
  public func point(for mapPoint: MKMapPoint) -> CGPoint {
    CGPoint(x: mapPoint.x - origin.x, y: mapPoint.y - origin.y)
  }

  public func mapPoint(for point: CGPoint) -> MKMapPoint {
    MKMapPoint(x: point.x + origin.x, y: point.y + origin.y)
  }

  public func rect(for mapRect: MKMapRect) -> CGRect {
    CGRect(
      origin: point(for: mapRect.origin), size: CGSize(width: mapRect.size.width, height: mapRect.size.height)
    )
  }

  public func mapRect(for rect: CGRect) -> MKMapRect {
    MKMapRect(
      origin: mapPoint(for: rect.origin), size: MKMapSize(width: rect.size.width, height: rect.size.height))
  }
}
