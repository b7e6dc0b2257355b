extension MKMapView {
  func layoutOverlays() {}
  /// Puts the user among the annotations.
  func addUserLocation() {}
  func removeUserLocation() {}
}
