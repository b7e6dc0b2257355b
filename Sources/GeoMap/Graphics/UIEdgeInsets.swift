/// The distances of something from the edges of a rectangle.
///
/// - Units: points; positive is inward.
public struct UIEdgeInsets: Hashable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  @inlinable
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  @inlinable public static var zero: UIEdgeInsets { UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0) }
}

/// Returns the insets, counterclockwise from the top.
@inlinable
public func UIEdgeInsetsMake(
  _ top: Double, _ left: Double, _ bottom: Double, _ right: Double
) -> UIEdgeInsets {
  UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
}
