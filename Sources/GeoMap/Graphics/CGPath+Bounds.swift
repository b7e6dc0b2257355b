/// The true extent of a path.
extension CGPath {
  /// The smallest rect around its curve, without control points; null for an empty path.
  public var boundingBox: CGRect {
    guard verbs.contains(.curve) else { return controlBounds }
    var ends = CGPath()
    var index = 0
    var here = CGPoint.zero
    func keep(_ point: CGPoint) { ends.move(to: point) }
    for verb in verbs {
      switch verb {
      case .move, .line:
        here = points[index]
        keep(here)
        index += 1
      case .curve:
        let curve = (here, points[index], points[index + 1], points[index + 2])
        for t in CGPath.turns(curve.0.x, curve.1.x, curve.2.x, curve.3.x)
          + CGPath.turns(curve.0.y, curve.1.y, curve.2.y, curve.3.y)
        {
          keep(CGPath.place(curve, t))
        }
        here = curve.3
        keep(here)
        index += 3
      case .close: break
      }
    }
    return ends.controlBounds
  }

  /// Where a coordinate of a cubic curve turns back: the roots of its derivative between its ends.
  private static func turns(_ p: Double, _ c: Double, _ d: Double, _ q: Double) -> [Double] {
    let (a, b, e) = (q - 3 * d + 3 * c - p, 2 * (d - 2 * c + p), c - p)
    let roots: [Double]
    if abs(a) < 1e-12 * (abs(b) + abs(e)) {
      roots = b == 0 ? [] : [-e / b]
    } else {
      let root = (b * b - 4 * a * e).squareRoot()
      roots = root.isNaN ? [] : [(-b + root) / (2 * a), (-b - root) / (2 * a)]
    }
    return roots.filter { $0 > 0 && $0 < 1 }
  }

  private static func place(_ curve: (CGPoint, CGPoint, CGPoint, CGPoint), _ t: Double) -> CGPoint {
    let u = 1 - t
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return CGPoint(
      x: a * curve.0.x + b * curve.1.x + c * curve.2.x + d * curve.3.x,
      y: a * curve.0.y + b * curve.1.y + c * curve.2.y + d * curve.3.y)
  }
}
