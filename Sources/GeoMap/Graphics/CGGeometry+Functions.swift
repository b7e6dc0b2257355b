// The C functions of Core Graphics' geometry; the called members document them.

// MARK: Making

/// Returns the point at `x`, `y`.
@inlinable public func CGPointMake(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y) }
/// Returns the size of that width and height.
@inlinable public func CGSizeMake(_ width: Double, _ height: Double) -> CGSize {
  CGSize(width: width, height: height)
}
/// Returns the rect of that origin and size.
@inlinable public func CGRectMake(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

// MARK: Edges

/// Returns the left edge of a rect.
@inlinable public func CGRectGetMinX(_ rect: CGRect) -> Double { rect.minX }
/// Returns the upper edge of a rect.
@inlinable public func CGRectGetMinY(_ rect: CGRect) -> Double { rect.minY }
/// Returns the middle between the left and the right edge.
@inlinable public func CGRectGetMidX(_ rect: CGRect) -> Double { rect.midX }
/// Returns the middle between the upper and the lower edge.
@inlinable public func CGRectGetMidY(_ rect: CGRect) -> Double { rect.midY }
/// Returns the right edge of a rect.
@inlinable public func CGRectGetMaxX(_ rect: CGRect) -> Double { rect.maxX }
/// Returns the lower edge of a rect.
@inlinable public func CGRectGetMaxY(_ rect: CGRect) -> Double { rect.maxY }
/// Returns the width of a rect, 0 or more.
@inlinable public func CGRectGetWidth(_ rect: CGRect) -> Double { rect.width }
/// Returns the height of a rect, 0 or more.
@inlinable public func CGRectGetHeight(_ rect: CGRect) -> Double { rect.height }

// MARK: Comparing

/// Returns whether two points are the same.
@inlinable public func CGPointEqualToPoint(_ a: CGPoint, _ b: CGPoint) -> Bool { a == b }
/// Returns whether two sizes are the same.
@inlinable public func CGSizeEqualToSize(_ a: CGSize, _ b: CGSize) -> Bool { a == b }
/// Returns whether two rects are the same; all null rects are equal.
@inlinable public func CGRectEqualToRect(_ a: CGRect, _ b: CGRect) -> Bool {
  a == b || (a.isNull && b.isNull)
}

// MARK: Rects with rects

/// Returns whether a rect is null.
@inlinable public func CGRectIsNull(_ rect: CGRect) -> Bool {
  rect.isNull
}
/// See ``CGRect/isEmpty``.
@inlinable public func CGRectIsEmpty(_ rect: CGRect) -> Bool {
  rect.isEmpty
}
/// See ``CGRect/contains(_:)``.
@inlinable public func CGRectContainsPoint(_ rect: CGRect, _ point: CGPoint) -> Bool {
  rect.contains(point)
}
/// See ``PlaneRect/contains(_:)``.
@inlinable public func CGRectContainsRect(_ outer: CGRect, _ inner: CGRect) -> Bool {
  outer.contains(inner)
}
/// See ``PlaneRect/intersects(_:)``.
@inlinable public func CGRectIntersectsRect(_ a: CGRect, _ b: CGRect) -> Bool {
  a.intersects(b)
}
/// See ``PlaneRect/union(_:)``.
@inlinable public func CGRectUnion(_ a: CGRect, _ b: CGRect) -> CGRect {
  a.union(b)
}
/// See ``PlaneRect/intersection(_:)``.
@inlinable public func CGRectIntersection(_ a: CGRect, _ b: CGRect) -> CGRect {
  a.intersection(b)
}
/// See ``PlaneRect/insetBy(dx:dy:)``.
@inlinable public func CGRectInset(_ rect: CGRect, _ dx: Double, _ dy: Double) -> CGRect {
  rect.insetBy(dx: dx, dy: dy)
}
/// See ``PlaneRect/offsetBy(dx:dy:)``.
@inlinable public func CGRectOffset(_ rect: CGRect, _ dx: Double, _ dy: Double) -> CGRect {
  rect.offsetBy(dx: dx, dy: dy)
}
/// See ``PlaneRect/divided(atDistance:from:)``.
@inlinable public func CGRectDivide(
  _ rect: CGRect, _ amount: Double, _ edge: CGRectEdge
) -> (slice: CGRect, remainder: CGRect) {
  rect.divided(atDistance: amount, from: edge)
}
/// Returns the same rect with sides of 0 or more.
@inlinable public func CGRectStandardize(_ rect: CGRect) -> CGRect { rect.standardized }

// MARK: Constants

/// The corner (0, 0).
public let CGPointZero = CGPoint.zero
/// No width and no height.
public let CGSizeZero = CGSize.zero
/// An empty rect at (0, 0).
public let CGRectZero = CGRect.zero
/// The null rect; its origin is infinite.
public let CGRectNull = CGRect.null
