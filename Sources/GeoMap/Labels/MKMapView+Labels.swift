/// What the texts of a picture of a map must avoid.
///
/// - Source: PI-15.
extension MKMapView {
  /// The space for texts on a scene: beside views and the covered rects, and off the lines of overlays.
  func labelSpace(_ scene: MapScene, covered: [CGRect]) -> LabelSpace {
    var space = LabelSpace(scene.size)
    for rect in covered { space.cover(rect) }
    for rect in MKMapView.seen(annotationLayer.subviews, scene) { space.mark(rect) }
    for entry in overlayList.entries(meeting: scene.visibleRect.reaching(scene)) {
      (entry.renderer as? MKOverlayPathRenderer)?.addLines(to: &space, scene)
    }
    if let circle = accuracyCircle(scene) {
      space.avoid(CGPath(circle: circle.center, radius: circle.radius), width: 1)
    }
    return space
  }

  /// Lays the map out; returns the space for texts on it.
  package func labelSpace(in context: CGContext) -> LabelSpace {
    layoutIfNeeded()
    let scene = scene
    return labelSpace(scene, covered: furnitureFrames(scene, in: context) + sheetFrames(scene))
  }
}

extension MKOverlayPathRenderer {
  /// Keeps texts off its line, unless that is so faint that texts are readable on it.
  ///
  /// A path that a script creates is unknown until it is drawn.
  func addLines(to space: inout LabelSpace, _ scene: MapScene) {
    guard alpha * strokeOpacity >= MKOverlayPathRenderer.faint, overrides?.overrides(.createPath) != true,
      let path
    else { return }
    let width = lineWidth > 0 ? lineWidth : MKRoadWidthAtZoomScale(scene.zoomScale) * scene.zoomScale
    for shift in scene.shifts(of: overlay.boundingMapRect.reaching(scene)) {
      space.avoid(line(of: path), transform(scene, shift: shift), width: width)
    }
  }

  private static let faint = 0.3
}
