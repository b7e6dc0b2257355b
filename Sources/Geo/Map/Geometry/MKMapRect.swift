/// A rectangle on the projected map.
///
/// - Units: map points; the origin is the north-west corner. One across the 180th meridian reaches beyond the world.
public struct MKMapRect: Hashable, Sendable {
  public var origin: MKMapPoint
  public var size: MKMapSize

  @inlinable
  public init(origin: MKMapPoint, size: MKMapSize) {
    self.origin = origin
    self.size = size
  }

  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = MKMapPoint(x: x, y: y)
    size = MKMapSize(width: width, height: height)
  }

  @inlinable public var minX: Double { origin.x }
  @inlinable public var minY: Double { origin.y }
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  @inlinable public var maxX: Double { origin.x + size.width }
  @inlinable public var maxY: Double { origin.y + size.height }
}

/// The whole map.
public let MKMapRectWorld = MKMapRect(origin: MKMapPoint(x: 0, y: 0), size: MKMapSizeWorld)
/// The rect that stands for none; its origin is infinite.
public let MKMapRectNull = MKMapRect(x: .infinity, y: .infinity, width: 0, height: 0)
