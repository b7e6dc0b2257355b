/// The current path: every point is in the coordinates of the context at the time it is added.
extension CGContext {
  public func move(to point: CGPoint) { path.move(to: point.applying(state.transform)) }
  public func addLine(to point: CGPoint) { path.addLine(to: point.applying(state.transform)) }

  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    let t = state.transform
    path.addCurve(to: end.applying(t), control1: control1.applying(t), control2: control2.applying(t))
  }

  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    path.addQuadCurve(to: end.applying(state.transform), control: control.applying(state.transform))
  }

  /// Begins a subpath at the first point and draws a line to each of the others.
  public func addLines(_ line: [CGPoint]) { path.addLines(line, state.transform) }

  public func addRect(_ rect: CGRect) { path.add(rect, state.transform) }
  public func addEllipse(in rect: CGRect) { add(CGPath(ellipseIn: rect)) }

  /// An arc of a circle, connected to the current point by a line.
  ///
  /// - Parameter clockwise: as Core Graphics means it, with y growing upward: false goes from the x axis
  ///   toward the y axis, which on the screen is clockwise.
  public func addArc(center: CGPoint, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool) {
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
      state.transform)
  }

  /// A line toward `corner` that turns into an arc, which touches the line from there to `end`.
  public func addArc(tangent1End corner: CGPoint, tangent2End end: CGPoint, radius: Double) {
    path.addArc(tangent1End: corner, tangent2End: end, radius: radius, state.transform)
  }

  public func closePath() { path.close() }

  /// Replaces the path by the outline of its stroke.
  public func replacePathWithStrokedPath() { path = path.stroked(with: pen) }

  /// The start of the next line, in user coordinates; nil before the first move.
  public var currentPoint: CGPoint? {
    guard let inverse = state.transform.inverted else { return nil }
    return path.currentPoint?.applying(inverse)
  }

  /// The current path, in user coordinates.
  public var copiedPath: CGPath { state.transform.inverted.map { path.applying($0) } ?? CGPath() }

  /// Whether painting the path according to `mode` would paint a point in user coordinates.
  public func pathContains(_ point: CGPoint, _ mode: CGPathDrawingMode) -> Bool {
    let place = point.applying(state.transform)
    if mode != .stroke, path.contains(place, mode.rule) { return true }
    return mode != .fill && mode != .eOFill && path.stroked(with: pen).contains(place)
  }
}
