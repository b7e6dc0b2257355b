import GeoCore
import GeoLocation

/// Annotation views, the callout and the map's own subviews as part of a picture.
///
/// - Source: ZO-10.
extension MKMapView {
  /// Draws the user's location and the views from back to front.
  func drawViews(_ scene: MapScene, in context: CGContext) { draw(subviews, scene, in: context) }

  /// Draws the same for a snapshot, without the map's own subviews.
  func drawAnnotations(_ scene: MapScene, in context: CGContext) {
    draw([annotationLayer], scene, in: context)
  }

  /// The frames of annotation views and of markers' titles in the picture.
  func markFrames(_ scene: MapScene, in context: CGContext) -> [CGRect] {
    MKMapView.seen(annotationLayer.subviews, scene) + markerTitles(scene, in: context).map(\.frame)
  }

  /// The frames of the map's own subviews in the picture, for example a legend.
  func sheetFrames(_ scene: MapScene) -> [CGRect] {
    MKMapView.seen(subviews.filter { $0 !== annotationLayer }, scene)
  }

  /// The frames of visible views; a view as large as half the picture is assumed to be transparent.
  private static func seen(_ views: [UIView], _ scene: MapScene) -> [CGRect] {
    let most = scene.size.width * scene.size.height / 2
    return views.filter { !$0.hidden && $0.alpha > 0 && $0.frame.width * $0.frame.height < most }.map(\.frame)
  }

  private func draw(_ views: [UIView], _ scene: MapScene, in context: CGContext) {
    callout?.dress(isDark: scene.isDark)
    drawAccuracy(scene, in: context)
    draw(markerTitles(scene, in: context), in: context)
    for view in views { view.drawTree(in: context) { device?.hooks.onError?($0) } }
  }

  /// Draws the accuracy of the user's location to the scale of the map, under all views, unless a script's
  /// view replaces the user's location.
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
