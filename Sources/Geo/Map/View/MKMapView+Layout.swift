extension MKMapView {
  func layoutOverlays() {}
  func follow() {}
}
