import GeoCore

/// What marks places on the map.
///
/// - Source: AN-5 … AN-10, F-4.
extension MKMapView {
  /// All annotations in the order added, also those out of sight.
  public var annotations: [any MKAnnotation] { annotationList.annotations }

  /// How many there are.
  public var annotationCount: Int { annotationList.count }

  /// Adds an annotation; one that is on the map already stays as it is, and the user's location is the map's own affair.
  public func addAnnotation(_ annotation: any MKAnnotation) {
    guard !(annotation is MKUserLocation) else { return }
    add(annotation)
  }

  public func addAnnotations(_ annotations: [any MKAnnotation]) {
    annotationList.reserve(annotations.count)
    for annotation in annotations { addAnnotation(annotation) }
  }

  /// Shows the area around some annotations, with a sixth of it free on each side, and not less than a kilometer across.
  ///
  /// Those that are not on the map are added. Those whose coordinate is invalid do not count; where none is left,
  /// nothing is shown.
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

  /// Takes an annotation off the map; one that is not on it is ignored, and so is the user's location.
  public func removeAnnotation(_ annotation: any MKAnnotation) {
    guard !(annotation is MKUserLocation) else { return }
    remove(annotation)
  }

  public func removeAnnotations(_ annotations: [any MKAnnotation]) {
    for annotation in annotations { removeAnnotation(annotation) }
  }

  /// Lets the user's location appear among the annotations.
  func addUserLocation() { add(userLocation) }
  func removeUserLocation() { remove(userLocation) }

  /// Returns the annotations in a part of the map, its edges included, in the order added.
  public func annotations(in mapRect: MKMapRect) -> [any MKAnnotation] {
    annotationList.places(in: mapRect).compactMap { annotationList.entries[$0]?.annotation }
  }

  /// The part of the view that annotation views are seen in, in the coordinates of their superview.
  public var annotationVisibleRect: CGRect { annotationLayer.bounds }

  /// An annotation on the map has changed; others are ignored.
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

  /// Takes the map, which dies, from all that would tell it of changes.
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
