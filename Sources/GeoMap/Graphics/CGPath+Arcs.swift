import Glibc

/// Arcs in the manner of Core Graphics, and construction in transformed coordinates.
extension CGPath {
  /// An arc of a circle, connected to the current point by a line; a difference of a turn or more is the
  /// whole circle.
  ///
  /// - Parameter clockwise: as Core Graphics means it, with y growing upward: false goes from the x axis
  ///   toward the y axis, which on the screen is clockwise.
  /// - Units: radians from the x axis.
  public mutating func addArc(
    center: CGPoint, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool,
    _ transform: CGAffineTransform = .identity
  ) {
    let turn = 2 * Double.pi
    let difference = clockwise ? startAngle - endAngle : endAngle - startAngle
    guard difference.isFinite else { return }
    var sweep = difference
    if sweep < 0 { sweep = turn - (-sweep).truncatingRemainder(dividingBy: turn) }
    sweep = min(sweep, turn)
    var arc = CGPath()
    arc.addArc(
      center: center, radius: radius, from: startAngle, to: startAngle + (clockwise ? -sweep : sweep))
    append(arc.applying(transform), joined: true)
  }

  /// A line toward `corner` that turns into an arc, which touches the line from there to `end`.
  ///
  /// - Shape: a line to `corner` if there is no corner or the radius is 0.
  /// - Source: PostScript Language Reference, third edition, arct.
  public mutating func addArc(
    tangent1End corner: CGPoint, tangent2End end: CGPoint, radius: Double,
    _ transform: CGAffineTransform = .identity
  ) {
    guard let here = currentPoint, let inverse = transform.inverted else {
      return addLine(to: corner.applying(transform))
    }
    let from = here.applying(inverse)
    let (ax, ay, bx, by) = (from.x - corner.x, from.y - corner.y, end.x - corner.x, end.y - corner.y)
    let (a, b) = (hypot(ax, ay), hypot(bx, by))
    let (cross, dot) = (ax * by - ay * bx, ax * bx + ay * by)
    guard radius > 0, abs(cross) > 1e-12 * a * b else { return addLine(to: corner.applying(transform)) }
    // The arc begins at this distance from the corner; half the angle there is atan2(|cross|, dot) / 2.
    let half = atan2(abs(cross), dot) / 2
    let distance = radius / tan(half)
    let begin = CGPoint(x: corner.x + ax / a * distance, y: corner.y + ay / a * distance)
    // The center is off the first line by the radius, on the side of `end`.
    let side = cross > 0 ? 1.0 : -1.0
    let center = CGPoint(x: begin.x - side * ay / a * radius, y: begin.y + side * ax / a * radius)
    let start = atan2(begin.y - center.y, begin.x - center.x)
    var arc = CGPath()
    arc.addArc(center: center, radius: radius, from: start, to: start - side * (.pi - 2 * half))
    append(arc.applying(transform), joined: true)
  }

  public mutating func add(_ rect: CGRect, _ transform: CGAffineTransform) {
    guard !rect.isNull else { return }
    move(to: CGPoint(x: rect.minX, y: rect.minY).applying(transform))
    addLine(to: CGPoint(x: rect.maxX, y: rect.minY).applying(transform))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY).applying(transform))
    addLine(to: CGPoint(x: rect.minX, y: rect.maxY).applying(transform))
    close()
  }

  /// Begins a subpath at the first point and draws a line to each of the others.
  public mutating func addLines(_ line: [CGPoint], _ transform: CGAffineTransform) {
    if transform == .identity { return addLines(line) }
    addLines(line.lazy.map { $0.applying(transform) })
  }

  /// A rect whose corners are quarter ellipses, at most half as wide and half as high as the rect.
  public mutating func addRoundedRect(_ rect: CGRect, cornerWidth: Double, cornerHeight: Double) {
    guard cornerWidth > 0, cornerHeight > 0, !rect.isNull else { return add(rect) }
    if cornerWidth == cornerHeight { return addRoundedRect(rect, radius: cornerWidth) }
    // The same with round corners, stretched vertically about its upper edge.
    let stretch = cornerHeight / cornerWidth
    var round = CGPath()
    round.addRoundedRect(
      CGRect(x: rect.minX, y: 0, width: rect.width, height: rect.height / stretch), radius: cornerWidth)
    append(round.applying(CGAffineTransform(a: 1, b: 0, c: 0, d: stretch, tx: 0, ty: rect.minY)))
  }
}
