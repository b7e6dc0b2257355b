/// Views as part of a picture.
extension UIView {
  /// Draws it and the views in it, at its place in its superview's coordinates, which the context has.
  ///
  /// What an override of `draw` throws is told once; from then on a mark stands where it would have drawn.
  ///
  /// - Source: spec AV-8 for the ground of opaque views.
  func drawTree(in context: CGContext, _ report: (any Error) -> Void) {
    guard !hidden, alpha > 0 else { return }
    context.saving {
      let origin = frame.origin
      context.translateBy(x: origin.x - bounds.origin.x, y: origin.y - bounds.origin.y)
      if clipsToBounds { context.clip(to: CGPath(bounds)) }
      guard alpha < 1 else { return drawContents(in: context, report) }
      // Together: what lies under another view in it must not show through that.
      context.state.blending.alpha *= alpha
      context.layer { drawContents(in: context, report) }
    }
  }

  private func drawContents(in context: CGContext, _ report: (any Error) -> Void) {
    if !bounds.isEmpty { drawItself(in: context, report) }
    for view in subviews { view.drawTree(in: context, report) }
  }

  private func drawItself(in context: CGContext, _ report: (any Error) -> Void) {
    drawGround(in: context)
    do {
      try context.saving {
        // As on a screen, where what a script draws has a surface of the size of its view.
        if overridesDrawing { context.clip(to: CGPath(bounds)) }
        try draw(bounds, in: context)
      }
    } catch {
      if !hasFailedToDraw { report(error) }
      hasFailedToDraw = true
      FailureMark.draw(in: bounds, of: context)
    }
    dirtyRect = nil
  }

  /// Fills what it lies on with its colour. An opaque view that draws itself promises to cover everything: what it has
  /// no colour for is black, as on Apple's screens.
  private func drawGround(in context: CGContext) {
    if opaque, overridesDrawing, (backgroundColor?.alpha ?? 0) < 1 { fillBounds(.black, in: context) }
    if let backgroundColor, backgroundColor.alpha > 0 { fillBounds(backgroundColor, in: context) }
  }

  private func fillBounds(_ color: UIColor, in context: CGContext) {
    context.state.fill = .color(color)
    context.fill(CGPath(bounds))
  }
}

/// What stands where a script's drawing has failed.
enum FailureMark {
  private static let color = UIColor(red: 0.8, green: 0.1, blue: 0.35)
  /// Beyond this its sides need not grow, in points.
  private static let largest = 40.0

  /// Draws a small crossed frame in the middle of a rect.
  static func draw(in rect: CGRect, of context: CGContext) {
    let side = min(rect.width, rect.height, largest)
    guard side > 0, side.isFinite else { return }
    let frame = CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side)
      .insetBy(dx: min(1, side / 4), dy: min(1, side / 4))
    context.saving {
      context.state.fill = .color(color.withAlphaComponent(0.14))
      context.fill(CGPath(frame))
      context.state.stroke = .color(color)
      context.state.pen = Pen(width: 1)
      var lines = CGPath(frame)
      lines.move(to: CGPoint(x: frame.minX, y: frame.minY))
      lines.addLine(to: CGPoint(x: frame.maxX, y: frame.maxY))
      lines.move(to: CGPoint(x: frame.maxX, y: frame.minY))
      lines.addLine(to: CGPoint(x: frame.minX, y: frame.maxY))
      context.stroke(lines)
    }
  }
}
