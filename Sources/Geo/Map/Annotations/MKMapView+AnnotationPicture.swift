/// Annotation views, the callout and the map's own subviews as part of a picture.
///
/// - Source: design map, "Overlays and painting order".
extension MKMapView {
  /// Draws the user's location and the views from back to front.
  func drawViews(_ scene: MapScene, in context: CGContext) { draw(subviews, scene, in: context) }

  /// Draws the same for a snapshot, which shows nothing of the map's own subviews.
  func drawAnnotations(_ scene: MapScene, in context: CGContext) {
    draw([annotationLayer], scene, in: context)
  }

  private func draw(_ views: [UIView], _ scene: MapScene, in context: CGContext) {
    callout?.dress(isDark: scene.isDark)
    drawAccuracy(scene, in: context)
    for view in views { view.drawTree(in: context) { device?.onError?($0) } }
  }

  /// Draws how far off the user may be, to the scale of the map, under all views; a view of the script's for the user
  /// stands for that too.
  private func drawAccuracy(_ scene: MapScene, in context: CGContext) {
    guard let location = userLocation.location, location.horizontalAccuracy > 0, userLocationVisible else {
      return
    }
    let view = currentView(of: userLocation)
    if let view, !(view is MKUserLocationView) || view.hidden { return }
    let place = scene.point(for: MKMapPointForCoordinate(location.coordinate))
    let radius =
      location.horizontalAccuracy * MKMapPointsPerMeterAtLatitude(location.coordinate.latitude)
      * scene.zoomScale
    context.saving {
      context.translateBy(x: place.x, y: place.y)
      UserLocationPicture.drawAccuracy(radius: radius, isStale: isUserStale, in: context)
    }
  }
}
