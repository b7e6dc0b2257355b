/// The selection: at most one annotation.
///
/// - Source: F-4, F-12, AV-19 … AV-22, AV-29.
extension MKMapView {
  /// The selected annotation in an array of at most one; when set, the first element counts.
  public var selectedAnnotations: [any MKAnnotation] {
    get { selection.map { [$0.annotation] } ?? [] }
    set {
      if let first = newValue.first {
        selectAnnotation(first, animated: false)
      } else {
        deselect(animated: false)
      }
    }
  }

  /// Selects an annotation instead of the current one, and shows its callout if it has one.
  ///
  /// Requests pending views at once. An annotation without a view in sight, or already selected, is
  /// unchanged.
  public func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) {
    guard !isSelected(annotation), let view = view(for: annotation) else { return }
    select(view, annotation, animated: animated)
  }

  /// Deselects an annotation; one that is not selected is unchanged, nil means any.
  public func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {
    if let annotation, !isSelected(annotation) { return }
    deselect(animated: animated)
  }

  func isSelected(_ annotation: any MKAnnotation) -> Bool { selection?.annotation === annotation }

  /// Deselects the current annotation. If it is out of sight, its view is released.
  func deselect(animated: Bool) {
    guard let (view, annotation) = selection.map({ ($0.view, $0.annotation) }) else { return }
    selection = nil
    refreshCallout(nil)
    needsLayout = true
    queue(view, .deselect(view))
    if delegate?.implements(.didDeselectAnnotation) == true { queue(.deselectAnnotation(annotation)) }
    report { try view.select(false, animated: animated) }
  }

  private func select(_ view: MKAnnotationView, _ annotation: any MKAnnotation, animated: Bool) {
    deselect(animated: animated)
    selection = AnnotationSelection(annotation: annotation, view: view)
    // The selected view is in front of all others.
    needsLayout = true
    annotationLayer.bringSubviewToFront(view)
    refreshCallout(of: view)
    queue(view, .select(view))
    if delegate?.implements(.didSelectAnnotation) == true { queue(.selectAnnotation(annotation)) }
    report { try view.select(true, animated: animated) }
  }

  /// Updates the callout for a view, if that is the selected one.
  func refreshCallout(of view: MKAnnotationView) {
    guard let selection, view === selection.view else { return }
    guard view.canShowCallout, let title = selection.annotation.title, !title.isEmpty else {
      return refreshCallout(nil)
    }
    let shown = callout ?? Callout(of: view)
    shown.refresh(title: title, subtitle: selection.annotation.subtitle)
    refreshCallout(shown)
  }

  private func refreshCallout(_ new: Callout?) {
    guard new !== callout else { return }
    if let callout {
      callout.close()
      annotationLayer.removeSubview(callout)
    }
    callout = new
    if let new { annotationLayer.show(annotationLayer.subviews + [new]) }
  }
}

/// The selected annotation of a map, and its view.
struct AnnotationSelection {
  let annotation: any MKAnnotation
  let view: MKAnnotationView
}
