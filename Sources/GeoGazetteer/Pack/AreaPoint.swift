import Geo

/// A point of a border in millionths of a degree, eleven centimeters: finer than the data.
struct AreaPoint: BitwiseCopyable, Equatable {
  var x: Int32
  var y: Int32

  static let scale = 1e6

  init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }

  /// Clamps degrees to the valid range.
  init(_ coordinate: CLLocationCoordinate2D) {
    x = Int32((max(-180, min(180, coordinate.longitude)) * AreaPoint.scale).rounded())
    y = Int32((max(-90, min(90, coordinate.latitude)) * AreaPoint.scale).rounded())
  }

  var coordinate: CLLocationCoordinate2D {
    CLLocationCoordinate2D(
      latitude: Double(y) / AreaPoint.scale, longitude: Double(x) / AreaPoint.scale)
  }

  /// Moves the point a step inside the cuts of areas, so that it lies on no cut edge; both names of the 180th
  /// meridian become one.
  var withinCuts: AreaPoint {
    AreaPoint(
      x: abs(x) == 180_000_000 ? 179_999_999 : x, y: max(-89_999_999, min(89_999_999, y)))
  }

  /// Whether the edge to `other` is a cut at the 180th meridian or a pole and not a real border.
  func isCut(to other: AreaPoint) -> Bool {
    (x == other.x && abs(x) == 180_000_000) || (y == other.y && abs(y) == 90_000_000)
  }
}

/// A cell of the grid over the earth, with the reference point for which the cell stores the containing
/// areas.
///
/// The grid has a cell for each degree; cells with many edges are divided again, up to 64 × 64. Units are
/// half steps of an ``AreaPoint``: border points are even and cells' points odd, so no border has a corner at
/// the latitude of a cell's point.
struct AreaCell {
  static let columns = 360
  static let rows = 180
  /// Steps in a degree.
  static let size = 2_000_000
  static let greatestDivision = 64

  /// Its southwestern corner.
  var x: Int
  var y: Int
  var size = AreaCell.size

  init(column: Int, row: Int) {
    x = (column - 180) * AreaCell.size
    y = (row - 90) * AreaCell.size
  }

  /// One of its `division` × `division` parts.
  func part(column: Int, row: Int, division: Int) -> AreaCell {
    var part = self
    part.size = size / division
    part.x += column * part.size
    part.y += row * part.size
    return part
  }

  var middle: (x: Int, y: Int) { (x + (size / 2 | 1), y + (size / 2 | 1)) }
}

/// Exact predicates on points, edges and lines, in half steps of an ``AreaPoint``.
enum AreaCrossing {
  /// Whether the line from a cell's point to another crosses an edge, however close it passes a corner.
  ///
  /// Collinear points are resolved as if the cells' points lay slightly farther east. The products stay below
  /// 2⁶¹.
  ///
  /// - Parameter isMiddle: whether the other is also a cell's point.
  /// - Source: H. Edelsbrunner, E. P. Mücke 1990, Simulation of Simplicity, doi:10.1145/77635.77639.
  @inline(__always)
  static func crosses(
    _ a: AreaPoint, _ b: AreaPoint, _ middle: (x: Int, y: Int), _ point: (x: Int, y: Int),
    isMiddle: Bool = false
  ) -> Bool {
    let (ax, ay) = (2 &* Int(a.x) &- middle.x, 2 &* Int(a.y) &- middle.y)
    let (bx, by) = (2 &* Int(b.x) &- middle.x, 2 &* Int(b.y) &- middle.y)
    let (px, py) = (point.x &- middle.x, point.y &- middle.y)
    // On which side of the line the ends of the edge are.
    let sideA = px &* ay &- py &* ax
    let sideB = px &* by &- py &* bx
    let isLeftA = sideA > 0 || (sideA == 0 && py > (isMiddle ? 0 : ay))
    let isLeftB = sideB > 0 || (sideB == 0 && py > (isMiddle ? 0 : by))
    guard isLeftA != isLeftB else { return false }
    // On which side of the edge the ends of the line are.
    let sideM = ax &* by &- ay &* bx
    let sideP = (bx &- ax) &* (py &- ay) &- (by &- ay) &* (px &- ax)
    let isLeftM = sideM > 0 || (sideM == 0 && by < ay)
    let isLeftP = sideP > 0 || (sideP == 0 && isMiddle && by < ay)
    return isLeftM != isLeftP
  }

  /// Whether an edge passes west of a cell's point, at its latitude.
  static func passesWest(_ a: AreaPoint, _ b: AreaPoint, of middle: (x: Int, y: Int)) -> Bool {
    let (ax, ay) = (2 * Int(a.x) - middle.x, 2 * Int(a.y) - middle.y)
    let (bx, by) = (2 * Int(b.x) - middle.x, 2 * Int(b.y) - middle.y)
    guard (ay > 0) != (by > 0) else { return false }
    let side = ax * by - ay * bx
    let isLeft = side > 0 || (side == 0 && by < ay)
    return isLeft != (by > ay)
  }
}
