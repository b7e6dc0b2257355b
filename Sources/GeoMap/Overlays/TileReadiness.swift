/// A renderer's answers about its tiles.
///
/// A tile that is not ready is checked again only when the script requests it.
///
/// - Source: OR-11, OR-12.
struct TileReadiness {
  private struct Key: Hashable {
    let tile: OverlayTile
    let zoomScale: MKZoomScale
  }

  private var answers: [Key: Bool] = [:]

  /// Nil if not checked yet.
  func answer(_ tile: OverlayTile, _ zoomScale: MKZoomScale) -> Bool? {
    answers[Key(tile: tile, zoomScale: zoomScale)]
  }

  mutating func store(_ answer: Bool, _ tile: OverlayTile, _ zoomScale: MKZoomScale) {
    answers[Key(tile: tile, zoomScale: zoomScale)] = answer
  }

  /// Forgets all tiles except those of a picture, so that a long way over the map does not accumulate.
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
