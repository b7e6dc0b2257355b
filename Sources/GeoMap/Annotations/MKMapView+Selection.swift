/// Which annotation is selected: at most one.
///
/// - Source: F-4, F-12, AV-19 … AV-22, AV-29.
extension MKMapView {
  /// The annotation that is selected, as an array of one or none; of those assigned the first counts.
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

  /// Selects an annotation in place of another, and shows its callout if it has one.
  ///
  /// Views that are due are asked for at once. An annotation that has no view in sight, or is selected already, stays
  /// as it is.
  public func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) {
    guard !isSelected(annotation), let view = view(for: annotation) else { return }
    select(view, annotation, animated: animated)
  }

  /// Takes the selection from an annotation; one that is not selected stays as it is, nil stands for any.
  public func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {
    if let annotation, !isSelected(annotation) { return }
    deselect(animated: animated)
  }

  func isSelected(_ annotation: any MKAnnotation) -> Bool { selection?.annotation === annotation }

  /// Takes the selection from whatever has it. Out of sight its view is no longer kept.
  func deselect(animated: Bool) {
    guard let view = selection?.view else { return }
    selection = nil
    refreshCallout(nil)
    needsLayout = true
    queue(view, .deselect(view))
    report { try view.select(false, animated: animated) }
  }

  private func select(_ view: MKAnnotationView, _ annotation: any MKAnnotation, animated: Bool) {
    deselect(animated: animated)
    selection = AnnotationSelection(annotation: annotation, view: view)
    // In front of all others.
    needsLayout = true
    annotationLayer.bringSubviewToFront(view)
    refreshCallout(of: view)
    queue(view, .select(view))
    report { try view.select(true, animated: animated) }
  }

  /// Makes the callout agree with a view, if that is the one selected.
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

/// What is selected on a map, and by which view.
struct AnnotationSelection {
  let annotation: any MKAnnotation
  let view: MKAnnotationView
}
