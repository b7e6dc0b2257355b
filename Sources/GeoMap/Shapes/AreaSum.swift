/// Sums areas on the map and computes their common centroid.
///
/// - Source: Bourke 1988, Calculating the area and centroid of a polygon.
struct AreaSum {
  /// Relative coordinates keep the digits that products of map points would lose.
  private let origin: MKMapPoint
  /// Twice the area.
  private(set) var area = 0.0
  private var x = 0.0
  private var y = 0.0

  init(_ origin: MKMapPoint) { self.origin = origin }

  /// Adds a ring moved by `shift`, in any direction; subtracts it if `sign` is negative.
  mutating func add(_ ring: [MKMapPoint], shift: Double, sign: Double) {
    guard var a = ring.last else { return }
    var sum = (area: 0.0, x: 0.0, y: 0.0)
    a = MKMapPoint(x: a.x + shift - origin.x, y: a.y - origin.y)
    for point in ring {
      let b = MKMapPoint(x: point.x + shift - origin.x, y: point.y - origin.y)
      let cross = a.x * b.y - b.x * a.y
      sum.area += cross
      sum.x += (a.x + b.x) * cross
      sum.y += (a.y + b.y) * cross
      a = b
    }
    let turned = sum.area < 0 ? -sign : sign
    area += turned * sum.area
    x += turned * sum.x
    y += turned * sum.y
  }

  /// The centroid; nil without an area.
  var middle: MKMapPoint? {
    guard area > 0 else { return nil }
    let point = MKMapPoint(x: origin.x + x / (3 * area), y: origin.y + y / (3 * area))
    return point.x.isFinite && point.y.isFinite ? point : nil
  }
}
