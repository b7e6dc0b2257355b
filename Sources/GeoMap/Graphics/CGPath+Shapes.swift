import Glibc

/// Rects, ellipses and arcs as lines and curves.
extension CGPath {
  public init(_ rect: CGRect) {
    self.init()
    add(rect)
  }

  public init(ellipseIn rect: CGRect) {
    self.init()
    addEllipse(in: rect)
  }

  public init(circle center: CGPoint, radius: Double) {
    self.init(
      ellipseIn: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
  }

  public mutating func add(_ rect: CGRect) {
    move(to: CGPoint(x: rect.minX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
    close()
  }

  /// The distance of a quarter circle's control points from its ends, in radii.
  private static let quarter = 0.552_284_749_830_793_4

  public mutating func addEllipse(in rect: CGRect) {
    let (x, y) = (rect.midX, rect.midY)
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    let (kx, ky) = (rx * CGPath.quarter, ry * CGPath.quarter)
    move(to: CGPoint(x: x + rx, y: y))
    addCurve(
      to: CGPoint(x: x, y: y + ry), control1: CGPoint(x: x + rx, y: y + ky),
      control2: CGPoint(x: x + kx, y: y + ry))
    addCurve(
      to: CGPoint(x: x - rx, y: y), control1: CGPoint(x: x - kx, y: y + ry),
      control2: CGPoint(x: x - rx, y: y + ky))
    addCurve(
      to: CGPoint(x: x, y: y - ry), control1: CGPoint(x: x - rx, y: y - ky),
      control2: CGPoint(x: x - kx, y: y - ry))
    addCurve(
      to: CGPoint(x: x + rx, y: y), control1: CGPoint(x: x + kx, y: y - ry),
      control2: CGPoint(x: x + rx, y: y - ky))
    close()
  }

  /// A rect with rounded corners, whose radius is at most half its shorter side.
  public mutating func addRoundedRect(_ rect: CGRect, radius: Double) {
    let r = min(max(radius, 0), min(rect.width, rect.height) / 2)
    let k = r * (1 - CGPath.quarter)
    let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    move(to: CGPoint(x: left + r, y: top))
    addLine(to: CGPoint(x: right - r, y: top))
    addCurve(
      to: CGPoint(x: right, y: top + r), control1: CGPoint(x: right - k, y: top),
      control2: CGPoint(x: right, y: top + k))
    addLine(to: CGPoint(x: right, y: bottom - r))
    addCurve(
      to: CGPoint(x: right - r, y: bottom), control1: CGPoint(x: right, y: bottom - k),
      control2: CGPoint(x: right - k, y: bottom))
    addLine(to: CGPoint(x: left + r, y: bottom))
    addCurve(
      to: CGPoint(x: left, y: bottom - r), control1: CGPoint(x: left + k, y: bottom),
      control2: CGPoint(x: left, y: bottom - k))
    addLine(to: CGPoint(x: left, y: top + r))
    addCurve(
      to: CGPoint(x: left + r, y: top), control1: CGPoint(x: left, y: top + k),
      control2: CGPoint(x: left + k, y: top))
    close()
  }

  /// A quadratic curve, as the equivalent cubic one.
  public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
    if currentPoint == nil { move(to: control) }
    guard let from = currentPoint else { return }
    func between(_ a: CGPoint) -> CGPoint {
      CGPoint(x: a.x + (control.x - a.x) * 2 / 3, y: a.y + (control.y - a.y) * 2 / 3)
    }
    addCurve(to: end, control1: between(from), control2: between(end))
  }

  /// An arc of a circle, connected to the current point by a line; if `end` is less than `start`, in the
  /// other direction.
  ///
  /// - Units: radians from the x axis toward the y axis, which points downward.
  public mutating func addArc(center: CGPoint, radius: Double, from start: Double, to end: Double) {
    let sweep = end - start
    guard sweep.isFinite, start.isFinite else { return }
    func place(_ angle: Double) -> CGPoint {
      CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    addLine(to: place(start))
    let pieces = max(1, Int((min(abs(sweep), 2 * .pi) / (.pi / 2)).rounded(.up)))
    let step = min(max(sweep, -2 * .pi), 2 * .pi) / Double(pieces)
    let k = 4.0 / 3 * tan(step / 4) * radius
    for piece in 0..<pieces {
      let (a, b) = (start + Double(piece) * step, start + Double(piece + 1) * step)
      let (p, q) = (place(a), place(b))
      addCurve(
        to: q, control1: CGPoint(x: p.x - k * sin(a), y: p.y + k * cos(a)),
        control2: CGPoint(x: q.x + k * sin(b), y: q.y - k * cos(b)))
    }
  }
}
