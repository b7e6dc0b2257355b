import GeoCore
import GeoLocation

/// The views of annotations: their places and their reuse.
///
/// - Source: AV-10 … AV-12, F-12.
extension MKMapView {
  /// Returns the view of an annotation; nil if it is out of sight, or another view replaces it.
  ///
  /// Requests pending views at once.
  public func view(for annotation: any MKAnnotation) -> MKAnnotationView? {
    layOutNow()
    guard let view = currentView(of: annotation),
      view.superview === annotationLayer || isLayingOutAnnotations,
      isVisible(annotation, view)
    else { return nil }
    return view
  }

  /// Removes a view from the pool and prepares it; nil if there is none with the identifier.
  public func dequeueReusableAnnotationView(withIdentifier identifier: String) throws -> MKAnnotationView? {
    guard let view = viewPool.dequeue(identifier) else { return nil }
    try view.overrides.run(.prepareForReuse, of: view) { try view.prepareForReuse() }
    return view
  }

  /// Returns a view for an annotation: a pooled one, or else a new one of the registered class.
  ///
  /// - Errors: no class is registered for the identifier.
  public func dequeueReusableAnnotationView(
    withIdentifier identifier: String, for annotation: any MKAnnotation
  ) throws -> MKAnnotationView {
    if let view = try dequeueReusableAnnotationView(withIdentifier: identifier) {
      view.annotation = annotation
      return view
    }
    guard let maker = viewPool.maker(identifier) else {
      if let view = unregisteredView(of: annotation, identifier) { return view }
      throw GeoError(
        .data, "no view class is registered for the identifier \"\(identifier)\" (register one first)")
    }
    return try maker(annotation, identifier)
  }

  /// A view of the class that serves an identifier from the start; nil for an identifier of the app's.
  ///
  /// - Source: MV-45.
  func unregisteredView(of annotation: any MKAnnotation, _ identifier: String) -> MKAnnotationView? {
    switch identifier {
    case MKMapViewDefaultAnnotationViewReuseIdentifier:
      MKMarkerAnnotationView(annotation: annotation, reuseIdentifier: identifier)
    case MKMapViewDefaultClusterAnnotationViewReuseIdentifier:
      ClusterBubble(annotation: annotation, reuseIdentifier: identifier)
    default: nil
    }
  }

  /// Registers `maker` for new views of an identifier; nil unregisters it.
  public func register(
    forAnnotationViewWithReuseIdentifier identifier: String,
    _ maker: ((any MKAnnotation, String) throws -> MKAnnotationView)?
  ) { viewPool.register(identifier, maker) }

  /// Performs a pending layout pass, unless one is running.
  func layOutNow() {
    guard needsLayout, !isLayingOutAnnotations else { return }
    layoutIfNeeded()
    // The current property value is temporary.
    if isReadingPast { needsLayout = true }
  }

  /// The view of an annotation or a cluster, in sight or not.
  func currentView(of annotation: any MKAnnotation) -> MKAnnotationView? {
    if let view = annotationList.view(of: annotation) { return view }
    return clusters.first { $0.annotation === annotation }?.view
  }

  /// Whether the place of an annotation is in sight, wherever its view is kept.
  private func isVisible(_ annotation: any MKAnnotation, _ view: MKAnnotationView) -> Bool {
    view !== selection?.view && view !== draggedView || sees(MKMapPointForCoordinate(annotation.coordinate))
  }

  /// Whether a map point is visible.
  ///
  /// - Source: AN-10: a coordinate in the visible map rect; for a rotated map, in the part that the view
  ///   shows.
  func sees(_ point: MKMapPoint) -> Bool {
    guard point.x >= 0 else { return false }
    let place = self.point(for: point)
    return place.x >= 0 && place.x <= viewport.size.width && place.y >= 0 && place.y <= viewport.size.height
  }

  /// Positions a view at its annotation.
  func place(_ view: MKAnnotationView) {
    guard let annotation = view.annotation, view !== draggedView else { return }
    let known = annotationList.place(of: annotation).flatMap { annotationList.entries[$0]?.point }
    place(view, at: known ?? MKMapPointForCoordinate(annotation.coordinate))
  }

  func place(_ view: MKAnnotationView, at mapPoint: MKMapPoint) {
    let point = point(for: mapPoint)
    view.center = CGPoint(x: point.x + view.centerOffset.x, y: point.y + view.centerOffset.y)
    if view === selection?.view { callout?.place() }
  }

  /// Queues a call that names a view; the view keeps its annotation until then.
  func queue(_ view: MKAnnotationView, _ call: MapDelegateCall) {
    view.waitingCalls += 1
    queue(call)
  }

  /// Runs `body` and reports an error without propagating it.
  func report(_ body: () throws -> Void) {
    do { try body() } catch { device?.hooks.onError?(error) }
  }
}
