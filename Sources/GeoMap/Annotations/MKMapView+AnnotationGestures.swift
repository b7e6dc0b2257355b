import GeoLocation

/// The user's gestures on annotations.
///
/// - Source: AV-27 … AV-31, LG-12 … LG-16.
extension MKMapView {
  /// The annotation view that a finger at `point`, in the map's own coordinates, touches; nil if there is
  /// none.
  ///
  /// Honors overrides of hit testing, so the view may lie elsewhere.
  func annotationView(at point: CGPoint) throws -> MKAnnotationView? {
    layOutNow()
    return annotationView(holding: try annotationLayer.findHit(inSuperview: point, with: nil))
  }

  /// The annotation view that is or contains a view.
  func annotationView(holding view: UIView?) -> MKAnnotationView? {
    var next = view
    while let current = next {
      if let view = current as? MKAnnotationView, view.map === self { return view }
      next = current.superview
    }
    return nil
  }

  /// Handles a tap on a view: selects it, or notifies it again if it is selected already.
  ///
  /// - Source: AV-22.
  func tapped(_ view: MKAnnotationView) {
    guard view.enabled, let annotation = view.annotation else { return }
    if isSelected(annotation) {
      report { try view.select(true, animated: true) }
    } else {
      selectAnnotation(annotation, animated: true)
    }
  }

  /// Handles a tap on an empty part of the map.
  func tappedEmptyMap() { deselect(animated: true) }

  /// Taps a control at a side of an annotation's callout; the annotation is selected first.
  ///
  /// - Returns: whether a visible callout has such a control.
  func tappedControl(_ side: Gesture.Side, of annotation: any MKAnnotation) -> Bool {
    guard let view = view(for: annotation), view.enabled else { return false }
    selectAnnotation(annotation, animated: true)
    device?.madeScreen?.flushCallbacks()
    guard let callout, callout.annotationView === view else { return false }
    guard let control = (side == .left ? callout.left : callout.right) as? UIControl, control.enabled else {
      return false
    }
    report { try control.sendActions(for: .touchUpInside) }
    return calloutControlTapped(control)
  }

  /// Handles the use of a control; if it is at a side of the callout, notifies the delegate.
  ///
  /// - Returns: whether it is.
  @discardableResult
  func calloutControlTapped(_ control: UIControl) -> Bool {
    guard let callout, control === callout.left || control === callout.right else { return false }
    let view = callout.annotationView
    queue(view, .tapCallout(view, control))
    return true
  }
}
