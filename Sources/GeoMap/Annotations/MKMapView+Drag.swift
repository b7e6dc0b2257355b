import GeoCore

/// A drag of an annotation that goes on.
///
/// Ownership: the map holds it while it lasts.
struct AnnotationDrag {
  let annotation: any MovableAnnotation
  let view: MKAnnotationView
  /// Where the annotation appeared when it began, in points of the map.
  let origin: CGPoint
  /// Where it has come to.
  var coordinate: CLLocationCoordinate2D
}

/// How a user's hand drags annotations.
///
/// The delegate hears of each state of the view before the next.
///
/// - Source: AV-23 … AV-26, AV-28.
extension MKMapView {
  /// The view that is being dragged: it stays where the finger is.
  var draggedView: MKAnnotationView? { drag?.view }

  /// A finger holds an annotation's view, moves it along `path` and lets go.
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
  /// - Returns: whether the drag began: the view is in sight, may be dragged and is not being dragged, and the
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

  /// The finger has moved by `way` in all; a view that has not gone on from Starting stays where it is.
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

  /// The finger lets go: the annotation is where it was taken to. One that never moved on from Starting stays.
  func endDrag() {
    guard let drag else { return }
    defer { drop(drag) }
    guard drag.view.dragState == .dragging, isCurrent(drag) else { return }
    report { try drag.annotation.setCoordinate(drag.coordinate) }
    if isCurrent(drag) { enter(.ending, drag.view) }
  }

  /// The finger was taken away: the annotation is where it was.
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

  /// Asks a view for a drag state, and lets the delegate hear of all that follows.
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
