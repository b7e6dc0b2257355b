/// A place in a plane: a ``CGPoint`` or an ``MKMapPoint``.
public protocol PlanePoint: Hashable, Sendable {
  var x: Double { get set }
  var y: Double { get set }
  init(x: Double, y: Double)
}

/// A size in a plane: a ``CGSize`` or an ``MKMapSize``.
public protocol PlaneSize: Hashable, Sendable {
  var width: Double { get set }
  var height: Double { get set }
  init(width: Double, height: Double)
}

/// The common part of rects in a view and rects on the map.
///
/// - Shape: an upper left corner and a size; y grows downward. A negative side extends in the other
///   direction, as in Core Graphics, and results always have sides of 0 or more. A non-finite origin or a NaN
///   side makes the rect null, whatever else it holds: no function returns NaN.
public protocol PlaneRect: Hashable, Sendable {
  associatedtype Point: PlanePoint
  associatedtype Size: PlaneSize
  var origin: Point { get set }
  var size: Size { get set }
  init(origin: Point, size: Size)

  /// Whether the rect is null or, by the definition of its kind, has no extent.
  var isEmpty: Bool { get }
  /// Whether a shared edge alone makes two rects intersect.
  static var edgesIntersect: Bool { get }
}

extension PlaneRect {
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The null rect; its origin is infinite.
  @inlinable public static var null: Self { Self(x: .infinity, y: .infinity, width: 0, height: 0) }

  @inlinable public var minX: Double { size.width < 0 ? origin.x + size.width : origin.x }
  @inlinable public var minY: Double { size.height < 0 ? origin.y + size.height : origin.y }
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  @inlinable public var maxX: Double { size.width < 0 ? origin.x : origin.x + size.width }
  @inlinable public var maxY: Double { size.height < 0 ? origin.y : origin.y + size.height }
  /// The width without its sign.
  @inlinable public var width: Double { abs(size.width) }
  /// The height without its sign.
  @inlinable public var height: Double { abs(size.height) }

  /// Whether this is the null rect, or one without arithmetic meaning.
  @inlinable
  public var isNull: Bool {
    // One comparison in the usual case: a sum is finite only if each term is. A side may be infinite, but
    // only forward.
    if (origin.x + origin.y + size.width + size.height).isFinite { return false }
    return !origin.x.isFinite || !origin.y.isFinite || !(size.width > -.infinity && size.height > -.infinity)
  }

  @inlinable var horizontal: PlaneSide { PlaneSide(start: minX, length: width) }
  @inlinable var vertical: PlaneSide { PlaneSide(start: minY, length: height) }

  @inlinable
  init(_ horizontal: PlaneSide, _ vertical: PlaneSide) {
    self.init(
      x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
  }

  /// The same rect with sides of 0 or more; any null rect becomes ``null``.
  @inlinable public var standardized: Self { isNull ? .null : Self(horizontal, vertical) }

  /// Returns the smallest rect that contains both; a null rect adds nothing, an empty one its position.
  @inlinable
  public func union(_ other: Self) -> Self {
    if isNull { return other.standardized }
    if other.isNull { return standardized }
    return Self(horizontal.union(other.horizontal), vertical.union(other.vertical))
  }

  /// Returns whether there is a place in both; their kind decides whether a shared edge counts. Null
  /// intersects nothing.
  ///
  /// If edges do not count, a side without length shares only what it lies strictly within, and itself.
  @inlinable
  public func intersects(_ other: Self) -> Bool {
    guard !isNull, !other.isNull else { return false }
    return Self.edgesIntersect
      ? horizontal.meets(other.horizontal) && vertical.meets(other.vertical)
      : horizontal.overlaps(other.horizontal) && vertical.overlaps(other.vertical)
  }

  /// Returns the common part; null if they do not intersect.
  @inlinable
  public func intersection(_ other: Self) -> Self {
    guard intersects(other) else { return .null }
    return Self(horizontal.intersection(other.horizontal), vertical.intersection(other.vertical))
  }

  /// Returns whether `other` lies inside, edges included; null lies in every rect.
  @inlinable
  public func contains(_ other: Self) -> Bool {
    other.isNull || (!isNull && horizontal.covers(other.horizontal) && vertical.covers(other.vertical))
  }

  /// Returns the rect with each side moved inward, or outward if `dx` or `dy` is negative; null if nothing
  /// remains.
  @inlinable
  public func insetBy(dx: Double, dy: Double) -> Self {
    let inset = Self(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
    return inset.isNull || inset.size.width < 0 || inset.size.height < 0 ? .null : inset
  }

  /// Returns the rect moved.
  @inlinable
  public func offsetBy(dx: Double, dy: Double) -> Self {
    Self(x: minX + dx, y: minY + dy, width: width, height: height).standardized
  }
}
