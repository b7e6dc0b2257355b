/// A place in a view.
///
/// - Units: points; x grows to the right, y downward.
public struct CGPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The corner (0, 0).
  public static let zero = CGPoint(x: 0, y: 0)
}

/// How large something in a view is.
///
/// - Units: points.
public struct CGSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = CGSize(width: 0, height: 0)
}

/// A rectangle in a view.
///
/// - Units: points; the origin is the upper left corner.
public struct CGRect: Hashable, Sendable {
  public var origin: CGPoint
  public var size: CGSize

  @inlinable
  public init(origin: CGPoint, size: CGSize) {
    self.origin = origin
    self.size = size
  }

  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = CGPoint(x: x, y: y)
    size = CGSize(width: width, height: height)
  }

  public static let zero = CGRect(x: 0, y: 0, width: 0, height: 0)
}
