import Glibc

extension CGPath {
  /// The outline of the path's stroke, by the winding rule: one subpath for each line, each corner and each
  /// end; they overlap.
  ///
  /// - Parameter pen: its transform defines the coordinates of its width.
  public func stroked(with pen: Pen) -> CGPath {
    guard let inverse = pen.transform.inverted, pen.width > 0 else { return CGPath() }
    // Lines within a tenth of a point of the canvas.
    let tolerance = 0.1 / max(pen.transform.scale, 1e-9)
    let own = applying(inverse).dashed(phase: pen.dashPhase, lengths: pen.dashes)
    var outline = StrokeOutline(pen)
    for piece in own.pieces(tolerance: tolerance) { outline.add(piece) }
    return outline.path.applying(pen.transform)
  }
}

/// Collects the pieces of a stroke, all in the same direction.
private struct StrokeOutline {
  var path = CGPath()
  private let pen: Pen
  private let half: Double

  init(_ pen: Pen) {
    self.pen = pen
    half = pen.width / 2
  }

  mutating func add(_ piece: CGPath.Piece) {
    var points: [CGPoint] = []
    for point in piece.points where point != points.last { points.append(point) }
    if piece.isClosed, points.count > 1, points.first == points.last { points.removeLast() }
    guard points.count > 1 else {
      // A line without length is a dot if ends are drawn.
      if piece.points.count > 1 || piece.isClosed, let point = points.first {
        addCap(point, CGPoint(x: 1, y: 0))
        addCap(point, CGPoint(x: -1, y: 0))
      }
      return
    }
    let isRing = piece.isClosed && points.count > 2
    let line = isRing ? points + [points[0]] : points
    let directions = zip(line, line.dropFirst()).map { a, b in
      let length = hypot(b.x - a.x, b.y - a.y)
      return CGPoint(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
    }
    for (index, direction) in directions.enumerated() {
      let (a, b) = (line[index], line[index + 1])
      let (nx, ny) = (-direction.y * half, direction.x * half)
      addPolygon([
        CGPoint(x: a.x + nx, y: a.y + ny), CGPoint(x: b.x + nx, y: b.y + ny),
        CGPoint(x: b.x - nx, y: b.y - ny),
        CGPoint(x: a.x - nx, y: a.y - ny),
      ])
      if index > 0 { addJoin(a, directions[index - 1], direction) }
    }
    guard let first = directions.first, let last = directions.last else { return }
    if isRing {
      addJoin(line[0], last, first)
    } else {
      addCap(line[0], CGPoint(x: -first.x, y: -first.y))
      addCap(line[line.count - 1], last)
    }
  }

  private mutating func addJoin(_ place: CGPoint, _ from: CGPoint, _ to: CGPoint) {
    let cross = from.x * to.y - from.y * to.x
    let dot = from.x * to.x + from.y * to.y
    guard cross != 0 || dot < 0 else { return }
    if pen.join == .round, dot < 0.99 { return addDot(place) }
    // The corner is open on the outer side of the turn.
    let side = cross > 0 ? -half : half
    let a = CGPoint(x: place.x - from.y * side, y: place.y + from.x * side)
    let b = CGPoint(x: place.x - to.y * side, y: place.y + to.x * side)
    var corners = [place, a]
    // 1 / sin(angle / 2), with the angle between the lines π less the turn.
    let miter = (2 / (1 + dot)).squareRoot()
    if pen.join == .miter, miter <= pen.miterLimit {
      let reach = side / (1 + dot)
      corners.append(
        CGPoint(x: place.x - (from.y + to.y) * reach, y: place.y + (from.x + to.x) * reach))
    }
    addPolygon(corners + [b])
  }

  private mutating func addCap(_ place: CGPoint, _ outward: CGPoint) {
    switch pen.cap {
    case .butt: break
    case .round: addDot(place)
    case .square:
      let (ux, uy) = (outward.x * half, outward.y * half)
      addPolygon([
        CGPoint(x: place.x - uy, y: place.y + ux), CGPoint(x: place.x - uy + ux, y: place.y + ux + uy),
        CGPoint(x: place.x + uy + ux, y: place.y - ux + uy), CGPoint(x: place.x + uy, y: place.y - ux),
      ])
    }
  }

  private mutating func addDot(_ place: CGPoint) {
    path.addEllipse(
      in: CGRect(x: place.x - half, y: place.y - half, width: pen.width, height: pen.width))
  }

  private mutating func addPolygon(_ corners: [CGPoint]) {
    guard var before = corners.last else { return }
    var area = 0.0
    for corner in corners {
      area += before.x * corner.y - before.y * corner.x
      before = corner
    }
    path.addLines(area < 0 ? corners.reversed() : corners)
    path.close()
  }
}
