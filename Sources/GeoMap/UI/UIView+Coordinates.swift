extension UIView {
  /// Returns `point` of its superview in its own coordinates.
  func fromSuperview(_ point: CGPoint) -> CGPoint {
    let origin = frame.origin
    return CGPoint(x: point.x - origin.x + bounds.origin.x, y: point.y - origin.y + bounds.origin.y)
  }

  /// Returns its own `point` in the coordinates of its superview.
  func toSuperview(_ point: CGPoint) -> CGPoint {
    let origin = frame.origin
    return CGPoint(x: point.x - bounds.origin.x + origin.x, y: point.y - bounds.origin.y + origin.y)
  }

  /// Returns its own `point` in the coordinates of `view`; nil stands for the view that holds all others.
  ///
  /// Views that hang together nowhere are taken to lie in the same place.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    if view === self { return point }
    if let view, view === superview { return toSuperview(point) }
    var there = point
    var next: UIView? = self
    while let current = next {
      // What a common ancestor adds on the way up it would take off again on the way down.
      if let view, view.isDescendant(of: current) { return view.fromAncestor(there, current) }
      there = current.toSuperview(there)
      next = current.superview
    }
    return view?.fromAncestor(there, nil) ?? there
  }

  /// Returns `point` of `view` in its own coordinates; nil stands for the view that holds all others.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    view?.convert(point, to: self) ?? fromAncestor(point, nil)
  }

  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, from: view), size: rect.size)
  }

  /// Returns a point of `ancestor`, nil being what its root lies in, in its own coordinates.
  private func fromAncestor(_ point: CGPoint, _ ancestor: UIView?) -> CGPoint {
    if ancestor === self { return point }
    return fromSuperview(superview?.fromAncestor(point, ancestor) ?? point)
  }
}
