public import GeoCore

/// The edge of a rect to cut a slice from.
public enum CGRectEdge: Int, ConstantGroup {
  case minXEdge = 0
  case minYEdge = 1
  case maxXEdge = 2
  case maxYEdge = 3

  public static let constantPrefix = "CGRect"
}

extension PlaneRect {
  /// Returns the two parts of the rect: a slice `distance` deep along `edge`, and the remainder.
  ///
  /// A distance that is negative or NaN cuts nothing, one beyond the other edge everything; an empty part
  /// then lies on the edge. Null is divided into null and null.
  @inlinable
  public func divided(
    atDistance distance: Double, from edge: CGRectEdge
  ) -> (slice: Self, remainder: Self) {
    if isNull { return (.null, .null) }
    let (slice, remainder) = pieces(distance.isNaN ? 0 : distance, edge)
    // The far end of an infinite side is undefined.
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
