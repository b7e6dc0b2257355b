/// Annotation views, the callout and the map's own subviews as part of a picture.
///
/// - Source: ZO-10.
extension MKMapView {
  /// Draws the user's location and the views from back to front.
  func drawViews(_ scene: MapScene, in context: CGContext) { draw(subviews, scene, in: context) }

  /// Draws the same for a snapshot, which shows nothing of the map's own subviews.
  func drawAnnotations(_ scene: MapScene, in context: CGContext) {
    draw([annotationLayer], scene, in: context)
  }

  /// What views of annotations take of the picture.
  func markFrames(_ scene: MapScene) -> [CGRect] {
    MKMapView.seen(annotationLayer.subviews, scene)
  }

  /// What the map's own subviews take of it, a legend for one.
  func sheetFrames(_ scene: MapScene) -> [CGRect] {
    MKMapView.seen(subviews.filter { $0 !== annotationLayer }, scene)
  }

  /// Where views are that are seen; one as large as half of the picture is more likely to be seen through.
  private static func seen(_ views: [UIView], _ scene: MapScene) -> [CGRect] {
    let most = scene.size.width * scene.size.height / 2
    return views.filter { !$0.hidden && $0.alpha > 0 && $0.frame.width * $0.frame.height < most }.map(\.frame)
  }

  private func draw(_ views: [UIView], _ scene: MapScene, in context: CGContext) {
    callout?.dress(isDark: scene.isDark)
    drawAccuracy(scene, in: context)
    for view in views { view.drawTree(in: context) { device?.hooks.onError?($0) } }
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
