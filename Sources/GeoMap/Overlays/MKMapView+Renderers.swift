import GeoLocation

extension MKMapView {
  /// Returns the renderer that the delegate gave for an overlay; nil if it gave none, or was not asked
  /// because the overlay has never been in sight.
  ///
  /// Overlays that have come into sight get theirs first.
  public func renderer(for overlay: any MKOverlay) -> MKOverlayRenderer? {
    layoutIfNeeded()
    return overlayList[overlay]?.renderer
  }

  /// Asks the delegate for the renderers of overlays that came into sight for the first time.
  ///
  /// - Source: OV-6, OV-7, OR-5, OR-8, ZO-6, MV-32.
  func layoutOverlays() {
    guard let delegate, delegate.implements(.rendererForOverlay) else { return }
    let visible = visibleMapRect
    var added: [MKOverlayRenderer] = []
    for entry in overlayList.entries(meeting: visible) where !entry.isAsked {
      do {
        // Earlier calls to the delegate may have changed all of this.
        guard entry.isOnMap, !entry.isAsked, try entry.meets(visible) else { continue }
        entry.isAsked = true
        entry.renderer = try delegate.mapView(self, rendererFor: entry.overlay)
        if let renderer = entry.renderer, entry.isOnMap {
          added.append(renderer)
          watch((renderer as? MKTileOverlayRenderer)?.tiles)
        }
      } catch {
        entry.isAsked = true
        device?.hooks.onError?(error)
      }
    }
    guard !added.isEmpty else { return }
    do { try delegate.mapView(self, didAdd: added) } catch { device?.hooks.onError?(error) }
  }
}

extension OverlayList.Entry {
  /// Whether the overlay meets `rect`, also shifted by a world to the west or the east.
  fileprivate func meets(_ rect: MKMapRect) throws -> Bool {
    for shift in [0, -MKMapSizeWorld.width, MKMapSizeWorld.width] {
      let moved = MKMapRect(
        x: rect.minX + shift, y: rect.minY, width: rect.size.width, height: rect.size.height)
      guard moved.minX <= boundingMapRect.maxX, boundingMapRect.minX <= moved.maxX else { continue }
      if try overlay.intersects(moved) { return true }
    }
    return false
  }
}
