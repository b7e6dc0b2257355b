/// A rectangle on the projected map.
///
/// - Units: map points; the origin is the north-west corner. A rect across the 180th meridian extends beyond
///   the world.
/// - Source: F-3.
public struct MKMapRect: PlaneRect {
  public var origin: MKMapPoint
  public var size: MKMapSize

  @inlinable
  public init(origin: MKMapPoint, size: MKMapSize) {
    self.origin = origin
    self.size = size
  }

  /// For Map Kit, a shared edge is not an intersection.
  @inlinable public static var edgesIntersect: Bool { false }

  /// Whether the rect is null or a single place: unlike ``CGRect/isEmpty``, one side of 0 does not make it empty.
  @inlinable public var isEmpty: Bool { isNull || (size.width == 0 && size.height == 0) }

  /// Returns whether `point` lies inside or on an edge, so that a bounding rect contains each vertex.
  @inlinable
  public func contains(_ point: MKMapPoint) -> Bool {
    !isNull && minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }
}

/// The whole map.
public let MKMapRectWorld = MKMapRect(origin: MKMapPoint(x: 0, y: 0), size: MKMapSizeWorld)
/// The null rect; its origin is infinite.
public let MKMapRectNull = MKMapRect.null
