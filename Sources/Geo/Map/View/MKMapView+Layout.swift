extension MKMapView {
  /// An annotation on the map has changed.
  public func annotation(_ annotation: any MKAnnotation, didChange key: AnnotationKey) { needsLayout = true }

  func layoutAnnotations() {}
  func follow() {}
}
