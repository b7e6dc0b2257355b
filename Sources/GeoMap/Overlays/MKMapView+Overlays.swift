/// The overlays on a map and their order.
///
/// The order of a level is that of painting, the first at the bottom; the level above the labels covers the
/// other one. An overlay is on a map only once: adding it again moves it and keeps its renderer.
///
/// - Source: OV-12, ZO-1 … ZO-10, E-9, F-13.
extension MKMapView {
  /// All overlays: those above the roads from bottom to top, then those above the labels.
  public var overlays: [any MKOverlay] { overlayList.overlays }

  /// The overlays of a level from bottom to top.
  public func overlays(in level: MKOverlayLevel) -> [any MKOverlay] { overlayList.overlays(in: level) }

  /// Adds an overlay on top of a level.
  public func addOverlay(_ overlay: any MKOverlay, level: MKOverlayLevel = .aboveLabels) {
    insertOverlay(overlay, at: .max, level: level)
  }

  /// Adds overlays on top of a level, the last one uppermost.
  public func addOverlays(_ overlays: [any MKOverlay], level: MKOverlayLevel = .aboveLabels) {
    for overlay in overlays { addOverlay(overlay, level: level) }
  }

  /// Inserts an overlay at a position of a level, counted from 0; beyond the end it is added on top.
  public func insertOverlay(_ overlay: any MKOverlay, at index: Int, level: MKOverlayLevel = .aboveLabels) {
    (overlay as? MKTileOverlay)?.tileLoader = device?.screen.tileLoader
    overlayList.insert(overlay, at: index, level)
    needsLayout = true
  }

  /// Inserts an overlay directly above another, in its level; false if that one is not on the map.
  @discardableResult
  public func insertOverlay(_ overlay: any MKOverlay, above sibling: any MKOverlay) -> Bool {
    insert(overlay, beside: sibling, step: 1)
  }

  /// Inserts an overlay directly below another, in its level; false if that one is not on the map.
  @discardableResult
  public func insertOverlay(_ overlay: any MKOverlay, below sibling: any MKOverlay) -> Bool {
    insert(overlay, beside: sibling, step: 0)
  }

  private func insert(_ overlay: any MKOverlay, beside sibling: any MKOverlay, step: Int) -> Bool {
    guard let other = overlayList[sibling] else { return false }
    guard overlay !== sibling else { return true }
    var position = overlayList.position(of: other) + step
    // Removing an overlay from further below first shifts the position.
    if let moving = overlayList[overlay], moving.level == other.level,
      overlayList.position(of: moving) < position
    {
      position -= 1
    }
    insertOverlay(overlay, at: position, level: other.level)
    return true
  }

  /// Exchanges two overlays, including their levels; false if one of them is not on the map.
  @discardableResult
  public func exchangeOverlay(_ overlay: any MKOverlay, with other: any MKOverlay) -> Bool {
    guard let first = overlayList[overlay], let second = overlayList[other] else { return false }
    overlayList.exchange(first, second)
    return true
  }

  /// Exchanges two overlays above the labels, by their positions from 0; false if one is beyond the end.
  @discardableResult
  public func exchangeOverlay(at index: Int, withOverlayAt other: Int) -> Bool {
    guard let first = overlayList[.aboveLabels, index], let second = overlayList[.aboveLabels, other] else {
      return false
    }
    overlayList.exchange(first, second)
    return true
  }

  /// Removes an overlay and its renderer; ignores one that is not on the map.
  public func removeOverlay(_ overlay: any MKOverlay) { overlayList.remove([overlay]) }

  public func removeOverlays(_ overlays: [any MKOverlay]) { overlayList.remove(overlays) }
}
