extension MKMapView {
  /// An annotation on the map has changed.
  public func annotation(_ annotation: any MKAnnotation, didChange key: AnnotationKey) { needsLayout = true }

  func layoutAnnotations() {}
  func layoutOverlays() {}
  /// Puts the user among the annotations.
  func addUserLocation() {}
  func removeUserLocation() {}
}
