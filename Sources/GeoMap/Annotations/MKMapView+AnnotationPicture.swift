import GeoCore
import GeoLocation

/// Annotation views, the callout and the map's own subviews as part of a picture.
///
/// - Source: ZO-10.
extension MKMapView {
  /// Draws the user's location and the views from back to front.
  func drawViews(_ scene: MapScene, _ titles: [MarkerTitle], in context: CGContext) {
    draw(subviews, scene, titles, in: context)
  }

  /// Draws the same for a snapshot, without the map's own subviews.
  func drawAnnotations(_ scene: MapScene, _ titles: [MarkerTitle], in context: CGContext) {
    draw([annotationLayer], scene, titles, in: context)
  }

  /// The frames of the map's own subviews in the picture, for example a legend.
  func sheetFrames(_ scene: MapScene) -> [CGRect] {
    MKMapView.seen(subviews.filter { $0 !== annotationLayer }, scene)
  }

  /// The frames of visible views; a view as large as half the picture is assumed to be transparent.
  static func seen(_ views: [UIView], _ scene: MapScene) -> [CGRect] {
    let most = scene.size.width * scene.size.height / 2
    return views.filter { !$0.hidden && $0.alpha > 0 && $0.frame.width * $0.frame.height < most }.map(\.frame)
  }

  private func draw(
    _ views: [UIView], _ scene: MapScene, _ titles: [MarkerTitle], in context: CGContext
  ) {
    callout?.dress(isDark: scene.isDark)
    drawAccuracy(scene, in: context)
    draw(titles, in: context)
    for view in views { view.drawTree(in: context) { device?.hooks.onError?($0) } }
  }

  /// Draws the accuracy of the user's location to the scale of the map, under all views.
  private func drawAccuracy(_ scene: MapScene, in context: CGContext) {
    guard let circle = accuracyCircle(scene) else { return }
    context.saving {
      context.translateBy(x: circle.center.x, y: circle.center.y)
      UserLocationPicture.drawAccuracy(radius: circle.radius, isStale: isUserStale, in: context)
    }
  }

  /// The circle of the accuracy in the picture; nil if the dot covers it, or a script's view replaces the dot.
  func accuracyCircle(_ scene: MapScene) -> (center: CGPoint, radius: Double)? {
    guard let location = userLocation.location, location.horizontalAccuracy > 0, userLocationVisible else {
      return nil
    }
    let view = currentView(of: userLocation)
    if let view, !(view is MKUserLocationView) || view.hidden { return nil }
    let radius =
      location.horizontalAccuracy * MKMapPointsPerMeterAtLatitude(location.coordinate.latitude)
      * scene.zoomScale
    guard radius > UserLocationPicture.radius + 2, radius.isFinite else { return nil }
    return (scene.point(for: MKMapPointForCoordinate(location.coordinate)), radius)
  }
}
