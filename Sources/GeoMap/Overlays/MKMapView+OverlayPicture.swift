import GeoLocation

/// Overlays as part of a picture.
extension MKMapView {
  /// The renderers of overlays in sight, from bottom to top.
  func visibleRenderers(_ scene: MapScene) -> [MKOverlayRenderer] {
    overlayList.entries(meeting: scene.visibleRect).compactMap(\.renderer)
  }

  /// The number of overlays in sight that are not drawn, because the map has no renderers.
  public var bareOverlayCount: Int {
    if let delegate, delegate.implements(.rendererForOverlay) { return 0 }
    return overlayList.entries(meeting: visibleMapRect).count
  }

  /// Prepares a renderer for a picture; a renderer that fails need not be waited for.
  func prepare(_ renderer: MKOverlayRenderer, _ scene: MapScene) -> Bool {
    do { return try renderer.prepare(scene) } catch {
      fail(renderer, error)
      return (renderer as? MKTileOverlayRenderer)?.tiles.isSettled ?? true
    }
  }

  /// Parts of the map that overlays in sight replace.
  ///
  /// - Source: OV-15, ZO-10.
  func replacedParts(_ scene: MapScene) -> [(rect: MKMapRect, isAboveLabels: Bool)] {
    overlayList.entries(meeting: scene.visibleRect).compactMap { entry in
      guard let renderer = entry.renderer, renderer.alpha >= 1, entry.overlay.canReplaceMapContent else {
        return nil
      }
      return (entry.boundingMapRect, entry.level == .aboveLabels)
    }
  }

  /// Draws the overlays of a level from bottom to top; a mark replaces one whose drawing fails.
  func drawOverlays(_ level: MKOverlayLevel, _ scene: MapScene, in context: CGContext) {
    for entry in overlayList.entries(meeting: scene.visibleRect.reaching(scene)) where entry.level == level {
      guard let renderer = entry.renderer, renderer.alpha > 0 else { continue }
      do {
        try renderer.render(scene, in: context)
        renderer.hasFailed = false
      } catch {
        fail(renderer, error)
        renderer.drawFailure(scene, in: context)
      }
    }
  }

  /// Reports an error of a renderer's drawing, once until it succeeds.
  private func fail(_ renderer: MKOverlayRenderer, _ error: any Error) {
    guard !renderer.hasFailed else { return }
    renderer.hasFailed = true
    device?.hooks.onError?(error)
  }
}
