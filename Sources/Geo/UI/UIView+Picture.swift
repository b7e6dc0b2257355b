/// Views as part of a picture.
extension UIView {
  /// Draws it and the views in it, at its place in its superview's coordinates, which the context has.
  ///
  /// - Source: spec AV-8 for the ground of opaque views.
  func drawTree(in context: CGContext, _ report: (any Error) -> Void) {
    guard !hidden, alpha > 0 else { return }
    context.saving {
      context.translateBy(x: frame.origin.x - bounds.origin.x, y: frame.origin.y - bounds.origin.y)
      if clipsToBounds { context.clip(to: CGPath(bounds)) }
      context.saving {
        do { try draw(bounds, in: context) } catch { report(error) }
      }
      for view in subviews { view.drawTree(in: context, report) }
    }
  }
}
