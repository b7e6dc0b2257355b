import GeoLocation

/// What a user's hand does to annotations.
///
/// - Source: AV-27 … AV-31, LG-12 … LG-16.
extension MKMapView {
  /// The annotation view that a finger at `point`, in the map's own coordinates, touches; nil for none.
  ///
  /// Overrides of hit testing count, so it may lie elsewhere.
  func annotationView(at point: CGPoint) throws -> MKAnnotationView? {
    layOutNow()
    return annotationView(holding: try annotationLayer.findHit(inSuperview: point, with: nil))
  }

  /// The annotation view that a view is or lies in.
  func annotationView(holding view: UIView?) -> MKAnnotationView? {
    var next = view
    while let current = next {
      if let view = current as? MKAnnotationView, view.map === self { return view }
      next = current.superview
    }
    return nil
  }

  /// A view was tapped: it is selected, or if it is already, hears of it once more.
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

  /// The map was tapped where nothing lies.
  func tappedEmptyMap() { deselect(animated: true) }

  /// A control at a side of an annotation's callout is tapped; the annotation is selected first.
  ///
  /// - Returns: whether there was such a control, in a callout that shows.
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

  /// A control has been worked; if it is one at a side of the callout, the delegate hears of it.
  ///
  /// - Returns: whether it was.
  @discardableResult
  func calloutControlTapped(_ control: UIControl) -> Bool {
    guard let callout, control === callout.left || control === callout.right else { return false }
    let view = callout.annotationView
    queue(view, .tapCallout(view, control))
    return true
  }
}
