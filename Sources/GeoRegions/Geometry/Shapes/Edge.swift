import GeoCore

/// A line between two places, straight in longitude and latitude, going at most half around the earth.
///
/// - Shape: longitudes are lifted: whole turns are added so that `x2 − x1` is the direction of the edge.
///   Between two coordinates the edge goes the shorter way; ends exactly 180° apart are joined by the way
///   that does not cross the 180th meridian, which is the same in both directions.
/// - Units: degrees.
/// - Source: RFC 7946 §3.1.1.
struct Edge: Equatable {
  var x1: Double
  var y1: Double
  var x2: Double
  var y2: Double

  /// Returns the degrees to the east from one longitude to another, the shorter way around.
  @inline(__always)
  static func turn(from start: Double, to end: Double) -> Double {
    let degrees = end - start
    return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }

  func shifted(_ degrees: Double) -> Edge { Edge(x1: x1 + degrees, y1: y1, x2: x2 + degrees, y2: y2) }

  /// Returns the place at `t`, in 0…1.
  func place(_ t: Double) -> CLLocationCoordinate2D {
    let x = x1 + t * (x2 - x1)
    // Latitudes are computed from the nearer end, so that rounding moves neither beyond ±90°.
    let y = t < 0.5 ? y1 + t * (y2 - y1) : y2 - (1 - t) * (y2 - y1)
    return CLLocationCoordinate2D(latitude: y, longitude: x - 360 * ((x + 180) / 360).rounded(.down))
  }

  var west: Double { min(x1, x2) }
  var east: Double { max(x1, x2) }
  var south: Double { min(y1, y2) }
  var north: Double { max(y1, y2) }

  /// Returns on which side of the edge's line a place lies: above 0 left, below 0 right, 0 on it; exact
  /// except for products below 1e-290.
  ///
  /// - Source: Shewchuk 1997, doi:10.1007/PL00009321, the error bound of orient2d's first stage.
  @inline(__always)
  func side(ofX x: Double, y: Double) -> Double {
    let left = (x1 - x) * (y2 - y)
    let right = (y1 - y) * (x2 - x)
    let sign = left - right
    // At an end of the edge both products are 0, which is exact.
    if abs(sign) >= 3.330_669_073_875_472e-16 * (abs(left) + abs(right)) { return sign }
    return exactSide(ofX: x, y: y)
  }

  /// The sign of the determinant from its six products, each as two numbers that sum to it exactly.
  @inline(never)
  private func exactSide(ofX x: Double, y: Double) -> Double {
    var sum = ExactSum()
    sum.add(x1, times: y2)
    sum.add(-x1, times: y)
    sum.add(-x, times: y2)
    sum.add(-y1, times: x2)
    sum.add(y1, times: x)
    sum.add(y, times: x2)
    return sum.sign
  }

  /// Whether the two edges cross at a place inside both; touching is not crossing, so adjacent edges never
  /// cross.
  func crosses(_ other: Edge) -> Bool {
    let a = side(ofX: other.x1, y: other.y1)
    if a == 0 { return false }
    let b = side(ofX: other.x2, y: other.y2)
    guard a > 0 && b < 0 || a < 0 && b > 0 else { return false }
    let c = other.side(ofX: x1, y: y1)
    let d = other.side(ofX: x2, y: y2)
    return c > 0 && d < 0 || c < 0 && d > 0
  }

  /// Whether the edge meets a rectangle given by its middle and half its sides.
  @inline(__always)
  func meets(x: Double, y: Double, halfWidth: Double, halfHeight: Double) -> Bool {
    let dx = x2 - x1
    let dy = y2 - y1
    let fromX = (x1 + x2) / 2 - x
    let fromY = (y1 + y2) / 2 - y
    // Separated along the axes, or across the edge.
    return abs(fromX) <= abs(dx) / 2 + halfWidth && abs(fromY) <= abs(dy) / 2 + halfHeight
      && abs(dx * fromY - dy * fromX) <= abs(dx) * halfHeight + abs(dy) * halfWidth + 1e-12
  }
}

extension Edge {
  /// What the edge means for a place whose meridian it may meet.
  enum Crossing {
    /// The edge does not meet the meridian between the place and the north pole.
    case none
    case north
    /// The place lies on the edge.
    case here
  }

  /// Where the edge meets the meridian of a place; ends belong to the east, so that a corner is met once.
  @inline(__always)
  func crossing(ofX x: Double, y: Double) -> Crossing {
    if (x1 <= x) == (x2 <= x) {
      if x1 == x, y1 == y || x2 == x && (y1 < y) != (y2 < y) { return .here }
      return .none
    }
    if y1 > y && y2 > y { return .north }
    if y1 < y && y2 < y { return .none }
    let side = side(ofX: x, y: y)
    if side == 0 { return .here }
    // When going east, places to the right lie south of the edge.
    return (side < 0) == (x1 < x2) ? .north : .none
  }
}

/// The exact sign of a sum of products, without rounding.
///
/// - Source: Shewchuk 1997, doi:10.1007/PL00009321, grow-expansion.
private struct ExactSum {
  /// Parts that do not overlap, by ascending magnitude.
  private var parts: ContiguousArray<Double> = []

  mutating func add(_ a: Double, times b: Double) {
    let product = a * b
    add((-product).addingProduct(a, b))
    add(product)
  }

  private mutating func add(_ value: Double) {
    var carried = value
    for i in parts.indices {
      let sum = carried + parts[i]
      let virtual = sum - carried
      parts[i] = (carried - (sum - virtual)) + (parts[i] - virtual)
      carried = sum
    }
    parts.append(carried)
  }

  var sign: Double { parts.last { $0 != 0 } ?? 0 }
}
