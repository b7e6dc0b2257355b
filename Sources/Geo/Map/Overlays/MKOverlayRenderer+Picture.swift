/// How a renderer becomes part of a picture.
extension MKOverlayRenderer {
  /// What makes points of the picture of its own points, for the overlay's copy `shift` map points further east.
  func transform(_ scene: MapScene, shift: Double) -> CGAffineTransform {
    let corner = mapPoint(for: .zero)
    return scene.transform(from: MKMapPoint(x: corner.x + shift, y: corner.y))
  }

  /// Draws what is seen of it, once for each copy of the world that is seen.
  func render(_ scene: MapScene, in context: CGContext) throws {
    for shift in scene.shifts(of: overlay.boundingMapRect) {
      let visible = scene.visibleRect.offsetBy(dx: -shift, dy: 0)
      let mapRect = visible.intersection(overlay.boundingMapRect)
      try context.saving {
        context.state.blending.alpha = alpha
        context.concatenate(transform(scene, shift: shift))
        try draw(mapRect, zoomScale: scene.zoomScale, in: context)
      }
    }
    displayed()
  }
}
