/// A map drawn as a picture.
///
/// - Source: ZO-10.
extension MKMapView {
  /// The current content of a picture of the map.
  public var scene: MapScene {
    var scene = MapScene(viewport)
    scene.mapType = mapType
    scene.isDark = isDark
    scene.showsGraticule = showsGraticule
    scene.showsPointsOfInterest = showsPointsOfInterest
    scene.contentScale = device?.screen.contentScaleFactor ?? 1
    scene.replaced = replacedParts(scene)
    return scene
  }

  /// Lays out the map and starts to load what a picture of it needs.
  ///
  /// - Returns: whether everything is loaded or has failed.
  public func prepareToDraw() -> Bool {
    layoutIfNeeded()
    let isReady = loadContent(scene)
    if isReady { reportFailure() }
    return isReady
  }

  /// Draws the map at the origin of the context, as large as its bounds.
  ///
  /// ``Device/Hooks/onError`` reports errors of a script; the drawing continues.
  public func draw(in context: CGContext) {
    layoutIfNeeded()
    var scene = scene
    scene.contentScale = context.canvas.scale
    scene.labels = labelSpace(scene, covered: furnitureFrames(scene, in: context) + sheetFrames(scene))
    let titles = placeTitles(&scene, in: context)
    draw(scene, in: context) {
      drawViews(scene, titles, in: context)
      drawFurniture(scene, in: context)
    }
  }

  /// Draws ground, overlays and labels, then what `views` draws over them.
  func draw(_ scene: MapScene, in context: CGContext, views: () -> Void) {
    context.saving {
      context.clip(to: CGPath(CGRect(origin: .zero, size: scene.size)))
      let base = device?.screen.baseMap
      // Tiles that replace the map may be missing, or partly transparent.
      if base != nil, !scene.replaced.isEmpty {
        context.saving {
          context.state.fill = .color(UIColor(white: scene.isDark ? 0.17 : 0.94))
          context.fill(CGPath(CGRect(origin: .zero, size: scene.size)))
        }
      }
      if !scene.isReplaced(withLabels: false) { report { try base?.drawGround(scene, in: context) } }
      drawOverlays(.aboveRoads, scene, in: context)
      if !scene.isReplaced(withLabels: true) { report { try base?.drawLabels(scene, in: context) } }
      drawOverlays(.aboveLabels, scene, in: context)
      views()
    }
  }
}
