/// A length in a view.
///
/// - Units: points.
public typealias CGFloat = Double

/// A place in a view.
///
/// - Units: points; x grows to the right, y downward.
public struct CGPoint: PlanePoint {
  public var x: Double
  public var y: Double

  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The corner (0, 0).
  @inlinable public static var zero: CGPoint { CGPoint(x: 0, y: 0) }
}

/// A size in a view.
///
/// - Units: points.
public struct CGSize: PlaneSize {
  public var width: Double
  public var height: Double

  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  @inlinable public static var zero: CGSize { CGSize(width: 0, height: 0) }
}

/// A rectangle in a view.
///
/// - Units: points; the origin is the upper left corner.
public struct CGRect: PlaneRect {
  public var origin: CGPoint
  public var size: CGSize

  @inlinable
  public init(origin: CGPoint, size: CGSize) {
    self.origin = origin
    self.size = size
  }

  @inlinable public static var zero: CGRect { CGRect(x: 0, y: 0, width: 0, height: 0) }

  /// For Core Graphics, a shared edge is an intersection, a rect without area.
  @inlinable public static var edgesIntersect: Bool { true }

  /// Whether the rect is null or one of its sides is 0.
  @inlinable public var isEmpty: Bool { isNull || size.width == 0 || size.height == 0 }

  /// Returns whether `point` lies inside, on the left or on the upper edge; the other edges belong to the
  /// adjacent rects.
  @inlinable
  public func contains(_ point: CGPoint) -> Bool {
    !isNull && minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
  }
}
