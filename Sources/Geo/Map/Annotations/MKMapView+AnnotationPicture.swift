/// Annotation views, the callout and the map's own subviews as part of a picture.
extension MKMapView {
  /// Draws the views from back to front.
  func drawViews(_ scene: MapScene, in context: CGContext) {
    for view in subviews { view.drawTree(in: context) { device?.onError?($0) } }
  }

  /// Draws what lies over everything: scale bar, compass, attribution.
  func drawFurniture(_ scene: MapScene, in context: CGContext) {}
}
