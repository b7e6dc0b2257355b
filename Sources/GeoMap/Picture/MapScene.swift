public import GeoCore

/// The content of one picture of a map, for drawing without the map view.
///
/// - Units: points of the picture, map points, degrees.
public struct MapScene {
  let viewport: Viewport
  public var mapType = MKMapType.standard
  /// Whether to use dark colors.
  public var isDark = false
  public var showsGraticule = false
  public var showsPointsOfInterest = true
  /// Pixels per point of the picture.
  public var contentScale = 1.0
  /// Parts of the map that overlays replace and that need not be drawn, and whether their names are replaced
  /// as well.
  public var replaced: [(rect: MKMapRect, isAboveLabels: Bool)] = []
  /// The space for names: what lies on the map, and texts that are placed already, are taken.
  public var labels: LabelSpace

  init(_ viewport: Viewport) {
    self.viewport = viewport
    labels = LabelSpace(viewport.size)
  }

  /// The scene of a tile: a square part of the world, north up.
  ///
  /// - Parameter side: its width in points.
  public init(tile: MKTileOverlayPath, side: Double) {
    let width = MKMapSizeWorld.width / Double(1 << tile.z)
    var viewport = Viewport(size: CGSize(width: side, height: side))
    viewport.center = MKMapPoint(x: (Double(tile.x) + 0.5) * width, y: (Double(tile.y) + 0.5) * width)
    viewport.zoomScale = side / width
    self.init(viewport)
  }

  public var size: CGSize { viewport.size }
  /// Screen points per map point.
  public var zoomScale: MKZoomScale { viewport.zoomScale }
  /// At level z the world is 256·2^z points wide.
  public var level: Double { viewport.level }
  /// The direction at the top, in degrees clockwise from north.
  public var heading: CLLocationDirection { viewport.heading }
  public var center: MKMapPoint { viewport.center }
  /// The smallest upright rect around the visible area; across the 180th meridian it extends beyond the
  /// world.
  public var visibleRect: MKMapRect { viewport.visibleRect }

  /// The point of a place in the picture: the copy around the world nearest to the middle.
  public func point(for mapPoint: MKMapPoint) -> CGPoint { viewport.point(for: mapPoint) }

  /// The place at a point of the picture.
  public func mapPoint(for point: CGPoint) -> MKMapPoint { viewport.mapPoint(for: point) }

  /// The transform from map points relative to `origin` to points of the picture, without wrapping around the
  /// world.
  public func transform(from origin: MKMapPoint) -> CGAffineTransform {
    let corner = viewport.point(origin.x - center.x, origin.y - center.y)
    let right = viewport.point(origin.x + 1 / zoomScale - center.x, origin.y - center.y)
    let down = viewport.point(origin.x - center.x, origin.y + 1 / zoomScale - center.y)
    return CGAffineTransform(
      a: (right.x - corner.x) * zoomScale, b: (right.y - corner.y) * zoomScale,
      c: (down.x - corner.x) * zoomScale, d: (down.y - corner.y) * zoomScale, tx: corner.x, ty: corner.y)
  }

  /// The whole worlds by which to move a rect into view, from west to east.
  public func shifts(of rect: MKMapRect) -> [Double] {
    let (world, visible) = (MKMapSizeWorld.width, visibleRect)
    guard rect.minY <= visible.maxY, visible.minY <= rect.maxY, rect.minX.isFinite, rect.maxX.isFinite else {
      return []
    }
    let first = ((visible.minX - rect.maxX) / world).rounded(.up)
    let last = ((visible.maxX - rect.minX) / world).rounded(.down)
    // Limits the number of drawn copies of the world.
    return Array(stride(from: first, through: min(last, first + 64), by: 1)).map { $0 * world }
  }

  /// Whether overlays replace the whole visible map, or all of its names.
  func isReplaced(withLabels: Bool) -> Bool {
    replaced.contains { part in
      guard part.isAboveLabels || !withLabels else { return false }
      // The map has nothing beyond its northern and southern ends; a whole world goes all around.
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
