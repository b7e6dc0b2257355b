extension MKMapView {
  func layoutOverlays() {}
}
