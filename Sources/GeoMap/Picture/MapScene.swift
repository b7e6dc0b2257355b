public import GeoCore

/// What one picture of a map shows: everything that who draws it need know of the map view.
///
/// - Units: points of the picture, map points, degrees.
public struct MapScene {
  let viewport: Viewport
  public var mapType = MKMapType.standard
  /// Whether it is drawn in dark colors.
  public var isDark = false
  public var showsGraticule = false
  public var showsPointsOfInterest = true
  /// Pixels to a point of the picture.
  public var contentScale = 1.0
  /// Parts of the map, from overlays that replace what lies under them, that need not be drawn, and whether their names
  /// need not either.
  public var replaced: [(rect: MKMapRect, isAboveLabels: Bool)] = []
  /// Parts of the picture where nothing of the base map can be read, under a legend or the attribution.
  public var covered: [CGRect] = []
  /// Parts of the picture that annotations take; a name is better written beside them.
  public var marked: [CGRect] = []

  init(_ viewport: Viewport) { self.viewport = viewport }

  public var size: CGSize { viewport.size }
  /// Screen points per map point.
  public var zoomScale: MKZoomScale { viewport.zoomScale }
  /// At level z the world is 256·2^z points wide.
  public var level: Double { viewport.level }
  /// Degrees clockwise from north that are up.
  public var heading: CLLocationDirection { viewport.heading }
  public var center: MKMapPoint { viewport.center }
  /// The smallest upright rect that holds all that is seen; across the 180th meridian it reaches beyond the world.
  public var visibleRect: MKMapRect { viewport.visibleRect }

  /// Where a place appears; of its copies around the world the one nearest the middle counts.
  public func point(for mapPoint: MKMapPoint) -> CGPoint { viewport.point(for: mapPoint) }

  /// What a point of the picture shows.
  public func mapPoint(for point: CGPoint) -> MKMapPoint { viewport.mapPoint(for: point) }

  /// What makes points of the picture of map points relative to `origin`, without wrapping around the world.
  public func transform(from origin: MKMapPoint) -> CGAffineTransform {
    let corner = viewport.point(origin.x - center.x, origin.y - center.y)
    let right = viewport.point(origin.x + 1 / zoomScale - center.x, origin.y - center.y)
    let down = viewport.point(origin.x - center.x, origin.y + 1 / zoomScale - center.y)
    return CGAffineTransform(
      a: (right.x - corner.x) * zoomScale, b: (right.y - corner.y) * zoomScale,
      c: (down.x - corner.x) * zoomScale, d: (down.y - corner.y) * zoomScale, tx: corner.x, ty: corner.y)
  }

  /// The whole worlds by which a rect is to be moved to be seen, from west to east.
  public func shifts(of rect: MKMapRect) -> [Double] {
    let (world, visible) = (MKMapSizeWorld.width, visibleRect)
    guard rect.minY <= visible.maxY, visible.minY <= rect.maxY, rect.minX.isFinite, rect.maxX.isFinite else {
      return []
    }
    let first = ((visible.minX - rect.maxX) / world).rounded(.up)
    let last = ((visible.maxX - rect.minX) / world).rounded(.down)
    // What goes around the world more often than that is not drawn any more often.
    return Array(stride(from: first, through: min(last, first + 64), by: 1)).map { $0 * world }
  }

  /// Whether overlays replace all of the map that is seen, or all of its names.
  func isReplaced(withLabels: Bool) -> Bool {
    replaced.contains { part in
      guard part.isAboveLabels || !withLabels else { return false }
      // The map has nothing beyond its ends in the north and the south; a whole world goes all around.
      let isHigh =
        part.rect.minY <= max(visibleRect.minY, 0)
        && part.rect.maxY >= min(visibleRect.maxY, MKMapSizeWorld.height)
      if part.rect.width >= MKMapSizeWorld.width { return isHigh }
      return isHigh
        && shifts(of: part.rect).contains {
          part.rect.minX + $0 <= visibleRect.minX && part.rect.maxX + $0 >= visibleRect.maxX
        }
    }
  }
}
