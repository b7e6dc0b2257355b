import Glibc

/// A path as straight lines, and the area they enclose.
extension CGPath {
  /// A subpath as the corners of a line.
  struct Piece {
    var points: [CGPoint]
    /// Whether it is closed.
    var isClosed = false
  }

  /// The subpaths as lines that stay within `tolerance` of the curves.
  ///
  /// - Source: Wang's formula for the number of lines, R. Goldman, "Pyramid Algorithms", 2003, section 5.6.3.
  func pieces(tolerance: Double = 0.1) -> [Piece] {
    var pieces: [Piece] = []
    var index = 0
    for verb in verbs {
      switch verb {
      case .move:
        pieces.append(Piece(points: [points[index]]))
        index += 1
      case .line:
        pieces[pieces.count - 1].points.append(points[index])
        index += 1
      case .curve:
        CGPath.flatten(
          points[index], points[index + 1], points[index + 2], tolerance, &pieces[pieces.count - 1].points)
        index += 3
      case .close:
        pieces[pieces.count - 1].isClosed = true
      }
    }
    return pieces
  }

  /// The maximum number of lines of one curve.
  private static let mostSteps = 500.0

  private static func flatten(
    _ c1: CGPoint, _ c2: CGPoint, _ end: CGPoint, _ tolerance: Double, _ line: inout [CGPoint]
  ) {
    guard let p = line.last else { return }
    let bend = max(
      hypot(p.x - 2 * c1.x + c2.x, p.y - 2 * c1.y + c2.y),
      hypot(c1.x - 2 * c2.x + end.x, c1.y - 2 * c2.y + end.y))
    let steps = (0.75 * bend / tolerance).squareRoot().rounded(.up)
    let count = steps.isFinite ? Int(min(max(steps, 1), mostSteps)) : 1
    for step in 1..<count {
      let t = Double(step) / Double(count)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      line.append(
        CGPoint(x: a * p.x + b * c1.x + c * c2.x + d * end.x, y: a * p.y + b * c1.y + c * c2.y + d * end.y))
    }
    line.append(end)
  }

  /// Whether a point lies inside; open subpaths count as closed.
  ///
  /// - Source: winding number by crossings, D. Sunday, "Inclusion of a point in a polygon", 2001.
  public func contains(_ point: CGPoint, _ rule: CGPathFillRule = .winding) -> Bool {
    let box = controlBounds
    guard point.x >= box.minX, point.x <= box.maxX, point.y >= box.minY, point.y <= box.maxY else {
      return false
    }
    var winding = 0
    for piece in pieces(tolerance: CGPath.tolerance(of: box)) {
      guard var a = piece.points.last else { continue }
      for b in piece.points {
        defer { a = b }
        guard (a.y <= point.y) != (b.y <= point.y) else { continue }
        let side = (b.x - a.x) * (point.y - a.y) - (point.x - a.x) * (b.y - a.y)
        if b.y > a.y, side > 0 { winding += 1 }
        if b.y <= a.y, side < 0 { winding -= 1 }
      }
    }
    return rule == .winding ? winding != 0 : winding % 2 != 0
  }

  /// A thousandth of a unit, or of a path's size if that is less.
  private static func tolerance(of box: CGRect) -> Double {
    let size = max(box.width, box.height)
    return size > 0 && size.isFinite ? min(1e-3, size * 1e-3) : 1e-3
  }

}
