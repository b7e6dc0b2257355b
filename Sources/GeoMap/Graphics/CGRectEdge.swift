public import GeoCore

/// The edge of a rect that a slice is cut from.
public enum CGRectEdge: Int, ConstantGroup {
  case minXEdge = 0
  case minYEdge = 1
  case maxXEdge = 2
  case maxYEdge = 3

  public static let constantPrefix = "CGRect"
}

extension PlaneRect {
  /// Returns the rect cut in two: a slice `distance` deep along `edge`, and what is left.
  ///
  /// A distance below 0 or NaN cuts nothing, one beyond the other edge everything; what is empty then lies on the edge. Null
  /// is cut into null and null.
  @inlinable
  public func divided(
    atDistance distance: Double, from edge: CGRectEdge
  ) -> (slice: Self, remainder: Self) {
    if isNull { return (.null, .null) }
    let (slice, remainder) = pieces(distance.isNaN ? 0 : distance, edge)
    // The far end of an infinite side is no place.
    return (slice.standardized, remainder.standardized)
  }

  @inlinable
  func pieces(_ distance: Double, _ edge: CGRectEdge) -> (slice: Self, remainder: Self) {
    switch edge {
    case .minXEdge:
      let (first, second) = horizontal.divided(at: distance)
      return (Self(first, vertical), Self(second, vertical))
    case .minYEdge:
      let (first, second) = vertical.divided(at: distance)
      return (Self(horizontal, first), Self(horizontal, second))
    case .maxXEdge:
      let (first, second) = horizontal.divided(at: width - distance)
      return (Self(second, vertical), Self(first, vertical))
    case .maxYEdge:
      let (first, second) = vertical.divided(at: height - distance)
      return (Self(horizontal, second), Self(horizontal, first))
    }
  }
}
