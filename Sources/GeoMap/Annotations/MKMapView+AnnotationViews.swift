import GeoCore
import GeoLocation

/// The views of annotations: where they lie, and how they are used again.
///
/// - Source: AV-10 … AV-12, F-12.
extension MKMapView {
  /// Returns what shows an annotation; nil if it is out of sight, or another view stands for it.
  ///
  /// Views that are due are asked for at once.
  public func view(for annotation: any MKAnnotation) -> MKAnnotationView? {
    layOutNow()
    guard let view = currentView(of: annotation),
      view.superview === annotationLayer || isLayingOutAnnotations,
      isVisible(annotation, view)
    else { return nil }
    return view
  }

  /// Takes a view that is no longer in use, made ready; nil when there is none with the identifier.
  public func dequeueReusableAnnotationView(withIdentifier identifier: String) throws -> MKAnnotationView? {
    guard let view = viewPool.dequeue(identifier) else { return nil }
    try view.overrides.run(.prepareForReuse, of: view) { try view.prepareForReuse() }
    return view
  }

  /// Returns a view for an annotation: one that is no longer in use, else a new one of the class registered.
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
      throw GeoError(
        .data, "no view class is registered for the identifier \"\(identifier)\" (register one first)")
    }
    return try maker(annotation, identifier)
  }

  /// Lets `maker` make the views of an identifier that none is left of; nil takes it back.
  public func register(
    forAnnotationViewWithReuseIdentifier identifier: String,
    _ maker: ((any MKAnnotation, String) throws -> MKAnnotationView)?
  ) { viewPool.register(identifier, maker) }

  /// Does what waits for the next layout pass, unless one is running.
  func layOutNow() {
    guard needsLayout, !isLayingOutAnnotations else { return }
    layoutIfNeeded()
    // What it reads as now is not what it is.
    if isReadingPast { needsLayout = true }
  }

  /// What an annotation or a cluster has for a view, in sight or not.
  func currentView(of annotation: any MKAnnotation) -> MKAnnotationView? {
    if let view = annotationList.view(of: annotation) { return view }
    return clusters.first { $0.annotation === annotation }?.view
  }

  /// Whether the place of an annotation is in sight, wherever its view is kept.
  private func isVisible(_ annotation: any MKAnnotation, _ view: MKAnnotationView) -> Bool {
    view !== selection?.view && view !== draggedView || sees(MKMapPointForCoordinate(annotation.coordinate))
  }

  /// Whether a map point is seen.
  ///
  /// - Source: AN-10: a coordinate in the visible map rect; of a turned map, in what the view shows of it.
  func sees(_ point: MKMapPoint) -> Bool {
    guard point.x >= 0 else { return false }
    let place = self.point(for: point)
    return place.x >= 0 && place.x <= viewport.size.width && place.y >= 0 && place.y <= viewport.size.height
  }

  /// Puts a view where its annotation is.
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

  /// Queues a call that names a view, which keeps its annotation until then.
  func queue(_ view: MKAnnotationView, _ call: MapDelegateCall) {
    view.waitingCalls += 1
    queue(call)
  }

  /// Does what may fail; the failure is reported and stops nothing.
  func report(_ body: () throws -> Void) {
    do { try body() } catch { device?.hooks.onError?(error) }
  }
}
