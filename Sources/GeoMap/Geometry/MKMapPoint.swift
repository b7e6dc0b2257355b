/// A place on the projected map.
///
/// - Units: map points, 2^28 across the world; the origin is its north-west corner, x grows east, y south.
/// - Source: F-1.
public struct MKMapPoint: PlanePoint {
  public var x: Double
  public var y: Double

  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A size on the projected map.
///
/// - Units: map points.
public struct MKMapSize: PlaneSize {
  public var width: Double
  public var height: Double

  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Map points across the world.
  @inlinable static var worldWidth: Double { 268_435_456 }
}

/// The whole map: 2^28 map points each way, the size of the 256-point tiles of zoom 20.
public let MKMapSizeWorld = MKMapSize(width: MKMapSize.worldWidth, height: MKMapSize.worldWidth)
