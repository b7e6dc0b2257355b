import Geo

/// The tiles that show parts of the map at several levels.
struct TileSelection {
  /// - Shape: sorted by level, row and column.
  let tiles: [MKTileOverlayPath]

  /// - Parameters:
  ///   - parts: the parts of the map; one may reach beyond the 180th meridian.
  ///   - limit: the most tiles.
  /// - Errors: ``GeoError`` `usage` for more tiles than the limit.
  init(_ parts: [MKMapRect], levels: ClosedRange<Int>, limit: Int) throws(GeoError) {
    var all: [MKTileOverlayPath] = []
    for level in levels {
      let count = 1 << level
      let side = MKMapSizeWorld.width / Double(count)
      var found: Set<MKTileOverlayPath> = []
      for part in parts {
        let columns = TileSelection.range(part.minX, part.maxX, side, 0...Int.max / 2)
        let rows = TileSelection.range(part.minY, part.maxY, side, 0...count - 1)
        // A whole row of the world is enough.
        for column in columns.prefix(count) {
          for row in rows { found.insert(MKTileOverlayPath(x: column % count, y: row, z: level)) }
          guard all.count + found.count <= limit else {
            throw GeoError(
              .usage,
              "levels \(levels.lowerBound) to \(levels.upperBound) of this area have more than "
                + "\(grouped(limit)) tiles: choose a smaller area, or fewer levels with --zoom")
          }
        }
      }
      all += found.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }
    tiles = all
  }

  /// The numbers of the tiles between two coordinates; an edge that only touches a tile does not need it.
  private static func range(
    _ low: Double, _ high: Double, _ side: Double, _ limits: ClosedRange<Int>
  ) -> ClosedRange<Int> {
    let first = Int((low / side).rounded(.down))
    let last = max(first, Int((high / side).rounded(.up)) - 1)
    return (first...last).clamped(to: limits)
  }
}
