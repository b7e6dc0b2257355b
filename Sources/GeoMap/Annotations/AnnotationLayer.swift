/// The inner view of a map that contains its annotation views and the callout, from back to front.
///
/// It covers the map and passes through touches that hit none of them. It moves with the map, so that its
/// views need not.
///
/// - Source: AV-30: the superview of an annotation view is never the map.
final class AnnotationLayer: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    isFixture = true
    opaque = false
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  override func hitTest(_ point: CGPoint, with event: UIEvent?) throws -> UIView? {
    for view in subviews.reversed() {
      if let hit = try view.findHit(inSuperview: point, with: event) { return hit }
    }
    return nil
  }

  /// Shows exactly `views`, from back to front, except any that contains the map.
  func show(_ given: [UIView]) {
    let views = superview?.superview == nil ? given : given.filter { !isDescendant(of: $0) }
    for view in subviews where view.superview === self { view.superview = nil }
    for view in views where view.superview !== self {
      view.leaveSuperview()
      view.superview = self
    }
    subviews = views
    // Some of them may have a pending layout of their subviews.
    setNeedsLayout()
  }
}
