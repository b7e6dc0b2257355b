extension UIView {
  /// Converts `point` from the coordinates of its superview to its own.
  func fromSuperview(_ point: CGPoint) -> CGPoint {
    let origin = frame.origin
    return CGPoint(x: point.x - origin.x + bounds.origin.x, y: point.y - origin.y + bounds.origin.y)
  }

  /// Converts `point` from its own coordinates to those of its superview.
  func toSuperview(_ point: CGPoint) -> CGPoint {
    let origin = frame.origin
    return CGPoint(x: point.x - bounds.origin.x + origin.x, y: point.y - bounds.origin.y + origin.y)
  }

  /// Converts `point` from its own coordinates to those of `view`; nil means the root of the hierarchy.
  ///
  /// Views without a common ancestor are assumed to be at the same place.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    if view === self { return point }
    if let view, view === superview { return toSuperview(point) }
    var there = point
    var next: UIView? = self
    while let current = next {
      // Steps above a common ancestor would cancel each other out.
      if let view, view.isDescendant(of: current) { return view.fromAncestor(there, current) }
      there = current.toSuperview(there)
      next = current.superview
    }
    return view?.fromAncestor(there, nil) ?? there
  }

  /// Converts `point` from the coordinates of `view` to its own; nil means the root of the hierarchy.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    view?.convert(point, to: self) ?? fromAncestor(point, nil)
  }

  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, from: view), size: rect.size)
  }

  /// Converts a point of `ancestor` to its own coordinates; nil means the coordinates around the root.
  private func fromAncestor(_ point: CGPoint, _ ancestor: UIView?) -> CGPoint {
    if ancestor === self { return point }
    return fromSuperview(superview?.fromAncestor(point, ancestor) ?? point)
  }
}
