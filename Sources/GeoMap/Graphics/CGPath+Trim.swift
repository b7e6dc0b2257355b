/// Parts of paths by length.
extension CGPath {
  /// The length of all its subpaths.
  ///
  /// - Units: those of its points.
  var length: Double {
    var sum = 0.0
    forEachStep { sum += $0.length }
    return sum
  }

  /// Returns the part between two shares of its length, from 0 to 1; empty if nothing remains.
  func trimmed(from start: Double, to end: Double) -> CGPath {
    guard start > 0 || end < 1 else { return self }
    let whole = length
    let (from, to) = (max(start, 0) * whole, min(end, 1) * whole)
    var part = CGPath()
    guard from < to else { return part }
    var before = 0.0
    var isDrawing = false
    forEachStep { step in
      let length = step.length
      defer { before += length }
      guard length > 0 || isDrawing, before + length > from, before < to else { return }
      let (low, high) = (max(0, from - before), min(length, to - before))
      let piece = low > 0 || high < length ? step.part(from: low, to: high) : step
      // Another subpath, or the first.
      if !isDrawing || step.isFirst { part.move(to: piece.curve.from) }
      isDrawing = true
      part.add(piece)
    }
    return part
  }

  /// One line or curve.
  private struct Step {
    var curve: Curve
    var isLine: Bool
    /// Whether a subpath begins with it.
    var isFirst: Bool

    /// For a curve, the length of sixteen chords.
    var length: Double {
      if isLine { return Step.distance(curve.from, curve.to) }
      var pieces = [curve]
      for _ in 0..<4 { pieces = pieces.flatMap { [$0.halves.0, $0.halves.1] } }
      return pieces.reduce(0) { $0 + Step.distance($1.from, $1.to) }
    }

    func part(from low: Double, to high: Double) -> Step {
      let whole = length
      guard whole > 0 else { return self }
      let (a, b) = (low / whole, high / whole)
      var part = self
      part.curve = curve.parted(at: b).0.parted(at: b > 0 ? a / b : 0).1
      return part
    }

    private static func distance(_ a: CGPoint, _ b: CGPoint) -> Double {
      ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
    }
  }

  private mutating func add(_ step: Step) {
    if step.isLine {
      addLine(to: step.curve.to)
    } else {
      addCurve(to: step.curve.to, control1: step.curve.control1, control2: step.curve.control2)
    }
  }

  private func forEachStep(_ body: (Step) -> Void) {
    var start = CGPoint.zero
    var current = CGPoint.zero
    var isFirst = true
    var next = 0
    func line(to point: CGPoint) {
      // Its control points lie on it, so that it splits like a curve.
      func mix(_ t: Double) -> CGPoint {
        CGPoint(x: current.x + (point.x - current.x) * t, y: current.y + (point.y - current.y) * t)
      }
      body(
        Step(
          curve: Curve(from: current, mix(1.0 / 3), mix(2.0 / 3), to: point), isLine: true, isFirst: isFirst))
      current = point
      isFirst = false
    }
    for verb in verbs {
      switch verb {
      case .move:
        start = points[next]
        current = start
        isFirst = true
        next += 1
      case .line:
        line(to: points[next])
        next += 1
      case .curve:
        let curve = Curve(from: current, points[next], points[next + 1], to: points[next + 2])
        body(Step(curve: curve, isLine: false, isFirst: isFirst))
        current = curve.to
        isFirst = false
        next += 3
      case .close:
        if current != start { line(to: start) }
        isFirst = true
      }
    }
  }
}
