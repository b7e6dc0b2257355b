/// The overlays on a map: where each lies among the others.
///
/// The order of a level is that of painting, the first at the bottom; the level above the labels lies over the other.
/// An overlay is on a map once: adding one again moves it and keeps its renderer.
///
/// - Source: OV-12, ZO-1 … ZO-10, E-9, F-13.
extension MKMapView {
  /// All of them: those above the roads from bottom to top, then those above the labels.
  public var overlays: [any MKOverlay] { overlayList.overlays }

  /// Those of a level from bottom to top.
  public func overlays(in level: MKOverlayLevel) -> [any MKOverlay] { overlayList.overlays(in: level) }

  /// Puts an overlay on top of a level.
  public func addOverlay(_ overlay: any MKOverlay, level: MKOverlayLevel = .aboveLabels) {
    insertOverlay(overlay, at: .max, level: level)
  }

  /// Puts overlays on top of a level, the last uppermost.
  public func addOverlays(_ overlays: [any MKOverlay], level: MKOverlayLevel = .aboveLabels) {
    for overlay in overlays { addOverlay(overlay, level: level) }
  }

  /// Puts an overlay at a position of a level, counted from 0; past its end it is added on top.
  public func insertOverlay(_ overlay: any MKOverlay, at index: Int, level: MKOverlayLevel = .aboveLabels) {
    (overlay as? MKTileOverlay)?.tileLoader = device?.screen.tileLoader
    overlayList.insert(overlay, at: index, level)
    needsLayout = true
  }

  /// Puts an overlay right above another, in its level; false if that is not on the map.
  @discardableResult
  public func insertOverlay(_ overlay: any MKOverlay, above sibling: any MKOverlay) -> Bool {
    insert(overlay, beside: sibling, step: 1)
  }

  /// Puts an overlay right below another, in its level; false if that is not on the map.
  @discardableResult
  public func insertOverlay(_ overlay: any MKOverlay, below sibling: any MKOverlay) -> Bool {
    insert(overlay, beside: sibling, step: 0)
  }

  private func insert(_ overlay: any MKOverlay, beside sibling: any MKOverlay, step: Int) -> Bool {
    guard let other = overlayList[sibling] else { return false }
    guard overlay !== sibling else { return true }
    var position = overlayList.position(of: other) + step
    // Taken out first, one from further below makes room there.
    if let moving = overlayList[overlay], moving.level == other.level,
      overlayList.position(of: moving) < position
    {
      position -= 1
    }
    insertOverlay(overlay, at: position, level: other.level)
    return true
  }

  /// Lets two overlays change places, levels included; false if one of them is not on the map.
  @discardableResult
  public func exchangeOverlay(_ overlay: any MKOverlay, with other: any MKOverlay) -> Bool {
    guard let first = overlayList[overlay], let second = overlayList[other] else { return false }
    overlayList.exchange(first, second)
    return true
  }

  /// Lets two overlays above the labels change places, by their positions from 0; false if one is beyond the end.
  @discardableResult
  public func exchangeOverlay(at index: Int, withOverlayAt other: Int) -> Bool {
    guard let first = overlayList[.aboveLabels, index], let second = overlayList[.aboveLabels, other] else {
      return false
    }
    overlayList.exchange(first, second)
    return true
  }

  /// Takes an overlay off the map, and its renderer; one that is not on it is ignored.
  public func removeOverlay(_ overlay: any MKOverlay) { overlayList.remove([overlay]) }

  public func removeOverlays(_ overlays: [any MKOverlay]) { overlayList.remove(overlays) }
}
