/// Draws one overlay.
///
/// Its coordinates are map points with the corner of the overlay's bounding rect as origin: one unit is one map point,
/// and whoever draws has been scaled already.
///
/// - Source: OR-4, OR-10 … OR-14, MG-6, F-14, MG-24.
open class MKOverlayRenderer {
  public let overlay: any MKOverlay
  /// From 0, not to be seen, to 1.
  public var alpha = 1.0
  /// Pixels a point.
  public var contentScaleFactor = 1.0
  /// What is to be drawn again; null when nothing is.
  public private(set) var dirtyMapRect: MKMapRect
  private let origin: MKMapPoint
  /// Which of its tiles may be drawn.
  var readiness = TileReadiness()
  /// Whether the last picture has its mark of failure.
  var hasFailed = false

  /// Whatever is to last as long as this does, such as what it is charged to.
  public var memory: AnyObject?
  /// What a script's class overrides; nil for an object of the host's own class.
  package var overrides: (any Overrides)?

  public init(overlay: any MKOverlay) {
    self.overlay = overlay
    dirtyMapRect = overlay.boundingMapRect
    origin = dirtyMapRect.isNull ? MKMapPoint(x: 0, y: 0) : dirtyMapRect.origin
  }

  /// Whether it is drawn tile by tile, each when it is ready, as what is drawn by others is; what the host draws by
  /// itself is drawn at once.
  open var drawsInTiles: Bool { true }

  /// Returns whether the content of a part is ready to be drawn; while it is not, the map waits for
  /// ``setNeedsDisplay(_:zoomScale:)``.
  open func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool { true }

  /// Draws the part `mapRect` of the overlay in its own coordinates, which the context has.
  ///
  /// The context may reach beyond the rect, and beyond the overlay.
  open func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) throws {}

  /// Starts to load what a picture needs; returns whether all of it is there, or will never be.
  func prepare(_ scene: MapScene) throws -> Bool { isDrawnInTiles ? try prepareTiles(scene) : true }

  /// Draws what is seen of it without parting it, at places `shifts` map points further east.
  func renderWhole(_ scene: MapScene, _ shifts: [Double], in context: CGContext) throws {
    for shift in shifts { try renderWhole(scene, shift, in: context) }
  }

  /// Has all of it drawn again.
  public func setNeedsDisplay() { setNeedsDisplay(overlay.boundingMapRect) }

  /// Has a part drawn again, and asks ``canDraw(_:zoomScale:)`` again, at one zoom scale or at all.
  ///
  /// - Source: OR-12.
  open func setNeedsDisplay(_ mapRect: MKMapRect, zoomScale: MKZoomScale? = nil) {
    dirtyMapRect = dirtyMapRect.union(mapRect)
    readiness.askAgain(mapRect, zoomScale)
  }

  /// Takes note that all of it was drawn.
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
