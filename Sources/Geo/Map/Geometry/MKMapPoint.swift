/// A place on the projected map.
///
/// - Units: map points, 2^28 across the world; the origin is its north-west corner, x grows east, y south.
/// - Source: spec F-1.
public struct MKMapPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// How large something on the projected map is.
///
/// - Units: map points.
public struct MKMapSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// The whole map: 2^28 map points each way, as 256-point tiles of zoom 20 make it.
public let MKMapSizeWorld = MKMapSize(width: 268_435_456, height: 268_435_456)
