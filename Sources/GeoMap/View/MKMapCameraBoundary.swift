import GeoCore

/// The area in which the center of a map stays.
///
/// - Source: Apple's reference of `MKMapView.CameraBoundary`; MV-44.
public final class MKMapCameraBoundary: Sendable {
  public let mapRect: MKMapRect
  public let region: MKCoordinateRegion

  /// - Returns: nil for a rect without an area.
  public init?(mapRect: MKMapRect) {
    guard mapRect.isShowable, !MKMapRectIsEmpty(mapRect) else { return nil }
    self.mapRect = mapRect
    region = MKCoordinateRegionForMapRect(mapRect)
  }

  /// - Returns: nil for a region without an area.
  public init?(coordinateRegion: MKCoordinateRegion) {
    let rect = MKMapRectForCoordinateRegion(coordinateRegion)
    guard CLLocationCoordinate2DIsValid(coordinateRegion.center), rect.isShowable, !MKMapRectIsEmpty(rect)
    else { return nil }
    mapRect = rect
    region = coordinateRegion
  }
}

extension MKMapView {
  /// The area in which the map's center stays; nil sets no bounds.
  public var cameraBoundary: MKMapCameraBoundary? {
    get { boundary }
    set { setCameraBoundary(newValue, animated: false) }
  }

  /// Sets the area, and moves the map if its center is outside.
  public func setCameraBoundary(_ boundary: MKMapCameraBoundary?, animated: Bool) {
    self.boundary = boundary
    change(animated: animated) { $0 }
  }
}

extension Viewport {
  /// The viewport whose center is the nearest one inside of a boundary.
  func centered(within boundary: MKMapCameraBoundary?) -> Viewport {
    guard let rect = boundary?.mapRect, hasArea else { return self }
    let width = MKMapSizeWorld.width
    // Of the center's copies around the world, the one nearest to the boundary.
    let middle = MKMapRectGetMidX(rect)
    let x = center.x - ((center.x - middle) / width).rounded() * width
    let inside = MKMapPoint(
      x: min(max(x, MKMapRectGetMinX(rect)), MKMapRectGetMaxX(rect)),
      y: min(max(center.y, MKMapRectGetMinY(rect)), MKMapRectGetMaxY(rect)))
    guard inside.x != x || inside.y != center.y else { return self }
    return moved(to: inside)
  }
}
