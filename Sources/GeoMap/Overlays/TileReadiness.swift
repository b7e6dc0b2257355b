/// What a renderer has answered about its tiles.
///
/// A tile that is not ready is not asked about again until the script says that it should be.
///
/// - Source: OR-11, OR-12.
struct TileReadiness {
  private struct Key: Hashable {
    let tile: OverlayTile
    let zoomScale: MKZoomScale
  }

  private var answers: [Key: Bool] = [:]

  /// Nil while nobody has asked.
  func answer(_ tile: OverlayTile, _ zoomScale: MKZoomScale) -> Bool? {
    answers[Key(tile: tile, zoomScale: zoomScale)]
  }

  mutating func store(_ answer: Bool, _ tile: OverlayTile, _ zoomScale: MKZoomScale) {
    answers[Key(tile: tile, zoomScale: zoomScale)] = answer
  }

  /// Forgets all but the tiles of a picture, so that a long way over the map is not kept.
  mutating func forget(allBut tiles: [OverlayTile], _ zoomScale: MKZoomScale) {
    guard answers.count > 2 * tiles.count + 64 else { return }
    let kept = Set(tiles)
    answers = answers.filter { $0.key.zoomScale == zoomScale && kept.contains($0.key.tile) }
  }

  mutating func askAgain(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale?) {
    guard !answers.isEmpty else { return }
    answers = answers.filter { key, _ in
      guard zoomScale == nil || key.zoomScale == zoomScale else { return true }
      return !key.tile.mapRect.intersectsAroundWorld(mapRect)
    }
  }
}
