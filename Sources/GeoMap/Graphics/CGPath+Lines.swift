/// A path as lines of the canvas: transformed, with straightened curves, thinned.
struct PathLines {
  /// The coordinates of the lines.
  let transform: CGAffineTransform
  /// The visible area; curves outside it become one line.
  let window: CGRect
  /// The maximum distance of a line from the path.
  ///
  /// - Units: points of the canvas.
  let tolerance: Double

  /// Calls `body` with each subpath: its points, and whether it is closed. A closed one does not repeat its
  /// first point.
  func forEachPiece(of path: CGPath, _ body: ([CGPoint], Bool) -> Void) {
    var line = LineThinning(tolerance: tolerance)
    line.reserve(min(path.points.count, 1 << 16))
    var start = CGPoint.zero
    var current = CGPoint.zero
    var next = 0
    func end(isClosed: Bool) {
      if isClosed { line.add(start) }
      line.finish()
      var points = line.points
      line.reset()
      if isClosed, points.count > 1, points.last == points.first { points.removeLast() }
      if !points.isEmpty { body(points, isClosed) }
    }
    path.points.withUnsafeBufferPointer { points in
      for verb in path.verbs {
        switch verb {
        case .move:
          end(isClosed: false)
          start = points[next].applying(transform)
          current = start
          line.add(start)
          next += 1
        case .line:
          current = points[next].applying(transform)
          line.add(current)
          next += 1
        case .curve:
          let curve = Curve(
            from: current, points[next].applying(transform), points[next + 1].applying(transform),
            to: points[next + 2].applying(transform))
          straighten(curve, into: &line, depth: 0)
          current = curve.to
          next += 3
        case .close:
          end(isClosed: true)
          current = start
        }
      }
    }
    end(isClosed: false)
  }

  /// A curve halved twenty times is a million lines.
  private static let greatestDepth = 20

  private func straighten(_ curve: Curve, into line: inout LineThinning, depth: Int) {
    guard depth < PathLines.greatestDepth, !curve.isFlat(tolerance), curve.meets(window) else {
      return line.add(curve.to)
    }
    let (first, second) = curve.halves
    straighten(first, into: &line, depth: depth + 1)
    straighten(second, into: &line, depth: depth + 1)
  }
}

/// A cubic curve by its ends and control points.
struct Curve {
  var from: CGPoint
  var control1: CGPoint
  var control2: CGPoint
  var to: CGPoint

  init(from: CGPoint, _ control1: CGPoint, _ control2: CGPoint, to: CGPoint) {
    self.from = from
    self.control1 = control1
    self.control2 = control2
    self.to = to
  }

  /// Both halves, by de Casteljau's construction.
  var halves: (Curve, Curve) { parted(at: 0.5) }

  func parted(at t: Double) -> (Curve, Curve) {
    func mix(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
    }
    let (a, b, c) = (mix(from, control1), mix(control1, control2), mix(control2, to))
    let (d, e) = (mix(a, b), mix(b, c))
    let middle = mix(d, e)
    return (Curve(from: from, a, d, to: middle), Curve(from: middle, e, c, to: to))
  }

  /// Whether its chord is nowhere farther from it than the tolerance; also true for non-finite curves.
  func isFlat(_ tolerance: Double) -> Bool {
    let x = max(abs(from.x - 2 * control1.x + control2.x), abs(control1.x - 2 * control2.x + to.x))
    let y = max(abs(from.y - 2 * control1.y + control2.y), abs(control1.y - 2 * control2.y + to.y))
    // The second derivative is at most six times as large, and the distance from the chord an eighth of that.
    return !((x * x + y * y).squareRoot() * 0.75 > tolerance)
  }

  func meets(_ rect: CGRect) -> Bool {
    let xs = [from.x, control1.x, control2.x, to.x]
    let ys = [from.y, control1.y, control2.y, to.y]
    func meets(_ values: [Double], _ low: Double, _ high: Double) -> Bool {
      values.contains { $0 >= low } && values.contains { $0 <= high }
    }
    return meets(xs, rect.minX, rect.maxX) && meets(ys, rect.minY, rect.maxY)
  }
}
