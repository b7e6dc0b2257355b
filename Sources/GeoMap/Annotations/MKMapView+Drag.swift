import GeoCore

/// An ongoing drag of an annotation.
///
/// Ownership: the map holds it while it lasts.
struct AnnotationDrag {
  let annotation: any MovableAnnotation
  let view: MKAnnotationView
  /// The annotation's position when the drag began, in points of the map.
  let origin: CGPoint
  /// The current coordinate.
  var coordinate: CLLocationCoordinate2D
}

/// The user's drags of annotations.
///
/// The delegate gets each state of the view before the next.
///
/// - Source: AV-23 … AV-26, AV-28.
extension MKMapView {
  /// The view being dragged: it stays at the finger.
  var draggedView: MKAnnotationView? { drag?.view }

  /// A finger holds an annotation's view, moves it along `path` and is lifted.
  ///
  /// - Returns: whether the drag began, see ``beginDrag(_:)``.
  func drag(_ annotation: any MKAnnotation, along path: [CLLocationCoordinate2D]) -> Bool {
    guard let end = path.last, CLLocationCoordinate2DIsValid(end), beginDrag(annotation) else { return false }
    for coordinate in path where CLLocationCoordinate2DIsValid(coordinate) { moveDrag(to: coordinate) }
    endDrag()
    return true
  }

  /// A finger has taken hold of an annotation's view.
  ///
  /// - Returns: whether the drag began: the view is in sight, draggable and not being dragged, and the
  ///   annotation can be moved.
  func beginDrag(_ annotation: any MKAnnotation) -> Bool {
    guard drag == nil, let view = view(for: annotation), view.enabled, view.draggable,
      view.dragState == .none,
      let movable = annotation as? any MovableAnnotation, movable.isMovable
    else { return false }
    let coordinate = annotation.coordinate
    drag = AnnotationDrag(
      annotation: movable, view: view, origin: point(for: MKMapPointForCoordinate(coordinate)),
      coordinate: coordinate)
    enter(.starting, view)
    return true
  }

  /// The finger has moved by `way` in total; a view still in the state Starting stays where it is.
  func moveDrag(by way: CGSize) {
    guard let drag else { return }
    let place = CGPoint(x: drag.origin.x + way.width, y: drag.origin.y + way.height)
    moveDrag(to: MKCoordinateForMapPoint(mapPoint(for: place)))
  }

  private func moveDrag(to coordinate: CLLocationCoordinate2D) {
    guard let drag, drag.view.dragState == .dragging, isCurrent(drag) else { return }
    self.drag?.coordinate = coordinate
    place(drag.view, at: MKMapPointForCoordinate(coordinate))
  }

  /// The finger is lifted: the annotation takes its new place. An annotation whose view never left Starting
  /// stays.
  func endDrag() {
    guard let drag else { return }
    defer { drop(drag) }
    guard drag.view.dragState == .dragging, isCurrent(drag) else { return }
    report { try drag.annotation.setCoordinate(drag.coordinate) }
    if isCurrent(drag) { enter(.ending, drag.view) }
  }

  /// The drag is canceled: the annotation returns to its place.
  func cancelDrag() {
    guard let drag else { return }
    defer { drop(drag) }
    if drag.view.dragState == .dragging || drag.view.dragState == .starting { enter(.canceling, drag.view) }
  }

  private func drop(_ drag: AnnotationDrag) {
    self.drag = nil
    needsLayout = true
    place(drag.view)
  }

  /// Sets a view's drag state, and reports all resulting states to the delegate.
  private func enter(_ state: MKAnnotationViewDragState, _ view: MKAnnotationView) {
    report {
      try view.overrides.run(.setDragState, of: view, [.state(state), .flag(true)]) {
        try view.setDragState(state, animated: true)
      }
    }
    device?.madeScreen?.flushCallbacks()
  }

  private func isCurrent(_ drag: AnnotationDrag) -> Bool { currentView(of: drag.annotation) === drag.view }
}
