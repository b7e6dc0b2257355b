import GeoCore

/// The annotations of the map.
///
/// - Source: AN-5 … AN-10, F-4.
extension MKMapView {
  /// All annotations in the order added, including those out of sight.
  public var annotations: [any MKAnnotation] { annotationList.annotations }

  /// The number of annotations.
  public var annotationCount: Int { annotationList.count }

  /// Adds an annotation. An annotation already on the map is unchanged; the map manages the user's location
  /// itself.
  public func addAnnotation(_ annotation: any MKAnnotation) {
    guard !(annotation is MKUserLocation) else { return }
    add(annotation)
  }

  public func addAnnotations(_ annotations: [any MKAnnotation]) {
    annotationList.reserve(annotations.count)
    for annotation in annotations { addAnnotation(annotation) }
  }

  /// Shows the area of some annotations, with a sixth of it free on each side, at least a kilometer across.
  ///
  /// Adds those that are not on the map. Annotations with invalid coordinates are ignored; without valid
  /// ones, the visible area does not change.
  public func showAnnotations(_ annotations: [any MKAnnotation], animated: Bool) {
    addAnnotations(annotations)
    let points = annotations.map { MKMapPointForCoordinate($0.coordinate) }.filter { $0.x >= 0 }
    let around = MapPath.narrowestRect(points.map { MKMapRect(x: $0.x, y: $0.y, width: 0, height: 0) })
    guard !around.isNull else { return }
    let least = 1000 * MKMapPointsPerMeterAtLatitude(MKCoordinateForMapPoint(around.middle).latitude)
    let width = max(around.size.width * 1.5, least)
    let height = max(around.size.height * 1.5, least)
    setVisibleMapRect(
      MKMapRect(x: around.midX - width / 2, y: around.midY - height / 2, width: width, height: height),
      animated: animated)
  }

  /// Removes an annotation; ignores one that is not on the map, and the user's location.
  public func removeAnnotation(_ annotation: any MKAnnotation) {
    guard !(annotation is MKUserLocation) else { return }
    remove(annotation)
  }

  public func removeAnnotations(_ annotations: [any MKAnnotation]) {
    for annotation in annotations { removeAnnotation(annotation) }
  }

  /// Adds the user's location to the annotations.
  func addUserLocation() { add(userLocation) }
  func removeUserLocation() { remove(userLocation) }

  /// Returns the annotations in a part of the map, its edges included, in the order added.
  public func annotations(in mapRect: MKMapRect) -> [any MKAnnotation] {
    annotationList.places(in: mapRect).compactMap { annotationList.entries[$0]?.annotation }
  }

  /// The visible part for annotation views, in the coordinates of their superview.
  public var annotationVisibleRect: CGRect { annotationLayer.bounds }

  /// Handles a change of an annotation on the map; others are ignored.
  ///
  /// - Source: AN-8.
  public func annotation(_ annotation: any MKAnnotation, didChange key: AnnotationKey) {
    if key == .coordinate, let place = annotationList.place(of: annotation) {
      annotationList.move(place)
      needsLayout = true
    }
    guard let view = currentView(of: annotation) else { return }
    if key == .coordinate { place(view) } else { refreshCallout(of: view) }
  }

  private func add(_ annotation: any MKAnnotation) {
    guard annotationList.add(annotation) else { return }
    if let observable = annotation as? any ObservableAnnotation { observable.observers.add(self) }
    needsLayout = true
  }

  private func remove(_ annotation: any MKAnnotation) {
    if isSelected(annotation) { deselect(animated: false) }
    guard let entry = annotationList.remove(annotation) else { return }
    if let observable = annotation as? any ObservableAnnotation { observable.observers.remove(self) }
    if let view = entry.view { leavingViews.append(view) }
    needsLayout = true
  }

  /// Removes the map, which is being freed, from all annotations that would notify it.
  func leaveAnnotations() {
    for case let entry? in annotationList.entries {
      (entry.annotation as? any ObservableAnnotation)?.observers.remove(self)
    }
    for cluster in clusters { cluster.annotation.observers.remove(self) }
  }
}

extension MKMapRect {
  fileprivate var middle: MKMapPoint { MKMapPoint(x: midX, y: midY) }
}
