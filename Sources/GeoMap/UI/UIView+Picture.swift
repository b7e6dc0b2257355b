/// Drawing of views into a picture.
extension UIView {
  /// Draws it and its subviews, at its place in its superview's coordinates, which are those of the context.
  ///
  /// An error of an overridden `draw` is reported once; a mark covers the view each time.
  ///
  /// - Source: AV-8 for the ground of opaque views.
  func drawTree(in context: CGContext, _ report: (any Error) -> Void) {
    guard !hidden, alpha > 0 else { return }
    context.saving {
      let origin = frame.origin
      context.translateBy(x: origin.x - bounds.origin.x, y: origin.y - bounds.origin.y)
      if clipsToBounds { context.clip(to: CGPath(bounds)) }
      guard alpha < 1 else { return drawContents(in: context, report) }
      // As one layer: a subview must hide what is below it.
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
        // As on a screen, where a script's drawing has a surface of the size of its view.
        if isDrawnByApp { context.clip(to: CGPath(bounds)) }
        try overrides.run(.drawRect, of: self, [.rect(bounds)], in: context) {
          try draw(bounds, in: context)
        }
      }
    } catch {
      if !hasFailedToDraw { report(error) }
      hasFailedToDraw = true
      OverlayFailure(area: CGPath(bounds)).draw(in: context)
    }
    dirtyRect = nil
  }

  /// Fills its background. An opaque view that draws itself promises to cover everything: without a
  /// background color it is black, as on Apple's screens.
  private func drawGround(in context: CGContext) {
    if opaque, isDrawnByApp, (backgroundColor?.alpha ?? 0) < 1 { fillBounds(.black, in: context) }
    if let backgroundColor, backgroundColor.alpha > 0 { fillBounds(backgroundColor, in: context) }
  }

  private func fillBounds(_ color: UIColor, in context: CGContext) {
    // Its and its subviews' drawing starts with black.
    context.saving {
      context.state.fill = .color(color)
      context.fill(CGPath(bounds))
    }
  }
}
