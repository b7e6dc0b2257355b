// The C functions of map rects, F-3; the called members document them.

// MARK: Making

/// Returns the point at `x`, `y`.
@inlinable public func MKMapPointMake(_ x: Double, _ y: Double) -> MKMapPoint { MKMapPoint(x: x, y: y) }
/// Returns the size of that width and height.
@inlinable public func MKMapSizeMake(_ width: Double, _ height: Double) -> MKMapSize {
  MKMapSize(width: width, height: height)
}
/// Returns the rect of that origin and size.
@inlinable public func MKMapRectMake(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> MKMapRect
{
  MKMapRect(x: x, y: y, width: width, height: height)
}

// MARK: Edges

/// Returns the left edge of a rect.
@inlinable public func MKMapRectGetMinX(_ rect: MKMapRect) -> Double { rect.minX }
/// Returns the upper edge of a rect.
@inlinable public func MKMapRectGetMinY(_ rect: MKMapRect) -> Double { rect.minY }
/// Returns the middle between the left and the right edge.
@inlinable public func MKMapRectGetMidX(_ rect: MKMapRect) -> Double { rect.midX }
/// Returns the middle between the upper and the lower edge.
@inlinable public func MKMapRectGetMidY(_ rect: MKMapRect) -> Double { rect.midY }
/// Returns the right edge of a rect.
@inlinable public func MKMapRectGetMaxX(_ rect: MKMapRect) -> Double { rect.maxX }
/// Returns the lower edge of a rect.
@inlinable public func MKMapRectGetMaxY(_ rect: MKMapRect) -> Double { rect.maxY }
/// Returns the width of a rect, 0 or more.
@inlinable public func MKMapRectGetWidth(_ rect: MKMapRect) -> Double { rect.width }
/// Returns the height of a rect, 0 or more.
@inlinable public func MKMapRectGetHeight(_ rect: MKMapRect) -> Double { rect.height }

// MARK: Comparing

/// Returns whether two points are the same.
@inlinable public func MKMapPointEqualToPoint(_ a: MKMapPoint, _ b: MKMapPoint) -> Bool { a == b }
/// Returns whether two sizes are the same.
@inlinable public func MKMapSizeEqualToSize(_ a: MKMapSize, _ b: MKMapSize) -> Bool { a == b }
/// Returns whether two rects are the same; all null rects are equal.
@inlinable public func MKMapRectEqualToRect(_ a: MKMapRect, _ b: MKMapRect) -> Bool {
  a == b || (a.isNull && b.isNull)
}

// MARK: Rects with rects

/// Returns whether a rect is null.
@inlinable public func MKMapRectIsNull(_ rect: MKMapRect) -> Bool {
  rect.isNull
}
/// See ``MKMapRect/isEmpty``.
@inlinable public func MKMapRectIsEmpty(_ rect: MKMapRect) -> Bool {
  rect.isEmpty
}
/// Returns whether a point lies inside a rect, or on its left or upper edge; false for a null or empty rect.
///
/// - Source: Apple's reference of `MKMapRectContainsPoint`.
@inlinable public func MKMapRectContainsPoint(_ rect: MKMapRect, _ point: MKMapPoint) -> Bool {
  !rect.isNull && rect.minX <= point.x && point.x < rect.maxX && rect.minY <= point.y && point.y < rect.maxY
}
/// See ``PlaneRect/contains(_:)``.
@inlinable public func MKMapRectContainsRect(_ outer: MKMapRect, _ inner: MKMapRect) -> Bool {
  outer.contains(inner)
}
/// See ``PlaneRect/intersects(_:)``.
@inlinable public func MKMapRectIntersectsRect(_ a: MKMapRect, _ b: MKMapRect) -> Bool {
  a.intersects(b)
}
/// See ``PlaneRect/union(_:)``.
@inlinable public func MKMapRectUnion(_ a: MKMapRect, _ b: MKMapRect) -> MKMapRect {
  a.union(b)
}
/// See ``PlaneRect/intersection(_:)``.
@inlinable public func MKMapRectIntersection(_ a: MKMapRect, _ b: MKMapRect) -> MKMapRect {
  a.intersection(b)
}
/// See ``PlaneRect/insetBy(dx:dy:)``.
@inlinable public func MKMapRectInset(_ rect: MKMapRect, _ dx: Double, _ dy: Double) -> MKMapRect {
  rect.insetBy(dx: dx, dy: dy)
}
/// See ``PlaneRect/offsetBy(dx:dy:)``.
@inlinable public func MKMapRectOffset(_ rect: MKMapRect, _ dx: Double, _ dy: Double) -> MKMapRect {
  rect.offsetBy(dx: dx, dy: dy)
}
/// See ``PlaneRect/divided(atDistance:from:)``.
@inlinable public func MKMapRectDivide(
  _ rect: MKMapRect, _ amount: Double, _ edge: CGRectEdge
) -> (slice: MKMapRect, remainder: MKMapRect) {
  rect.divided(atDistance: amount, from: edge)
}
/// See ``MKMapRect/spans180thMeridian``.
@inlinable public func MKMapRectSpans180thMeridian(_ rect: MKMapRect) -> Bool { rect.spans180thMeridian }
/// See ``MKMapRect/remainder``.
@inlinable public func MKMapRectRemainder(_ rect: MKMapRect) -> MKMapRect { rect.remainder }
