/// Drawing of a renderer into a picture.
extension MKOverlayRenderer {
  /// The transform from its points to points of the picture, for the overlay's copy `shift` map points
  /// farther east.
  func transform(_ scene: MapScene, shift: Double) -> CGAffineTransform {
    let corner = mapPoint(for: .zero)
    return scene.transform(from: MKMapPoint(x: corner.x + shift, y: corner.y))
  }

  /// Draws its visible part, once for each visible copy of the world.
  func render(_ scene: MapScene, in context: CGContext) throws {
    contentScaleFactor = context.canvas.scale
    guard alpha < 1 else { return try renderOpaque(scene, in: context) }
    // As one picture, so that the overlap of fill and line is no more opaque than the rest.
    try context.saving {
      context.state.blending.alpha = alpha
      try context.layer { try renderOpaque(scene, in: context) }
    }
  }

  private func renderOpaque(_ scene: MapScene, in context: CGContext) throws {
    if isDrawnInTiles {
      try renderTiles(scene, in: context)
    } else {
      try renderWhole(scene, scene.shifts(of: overlay.boundingMapRect.reaching(scene)), in: context)
    }
    displayed()
  }

  func renderWhole(_ scene: MapScene, _ shift: Double, in context: CGContext) throws {
    let visible = scene.visibleRect.reaching(scene).offsetBy(dx: -shift, dy: 0)
    let mapRect = visible.intersection(overlay.boundingMapRect.reaching(scene))
    try context.saving {
      context.concatenate(transform(scene, shift: shift))
      try drawMapRect(mapRect, zoomScale: scene.zoomScale, in: context)
    }
  }
}

extension MKMapRect {
  /// The visible rect, extended by the possible width of a line at its edge.
  func reaching(_ scene: MapScene) -> MKMapRect {
    let reach = MKMapRect.reach / scene.zoomScale
    return insetBy(dx: -reach, dy: -reach)
  }

  /// - Units: points of the screen.
  private static let reach = 32.0
}
