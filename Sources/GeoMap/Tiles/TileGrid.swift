import Glibc

/// The tiles of one level that cover a part of the map.
///
/// - Source: OV-16 … OV-19, F-15: at zoom z the world is 2^z by 2^z tiles.
package struct TileGrid: Hashable {
  let z: Int
  /// The value of `{scale}`: 1 or 2.
  let scale: Double
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>

  /// What a picture needs of a source.
  package struct Need {
    /// Screen points per map point.
    var zoomScale: MKZoomScale
    /// Pixels per point of the picture.
    var contentScale: Double
    /// The width of a tile, in points at scale 1.
    var side: Double
    /// Whether there are tiles with twice the pixels.
    var hasScales: Bool
    var levels: ClosedRange<Int>

    package init(
      zoomScale: MKZoomScale, contentScale: Double, side: Double, hasScales: Bool, levels: ClosedRange<Int>
    ) {
      (self.zoomScale, self.contentScale, self.side) = (zoomScale, contentScale, side)
      (self.hasScales, self.levels) = (hasScales, levels)
    }

    /// Pixels of a tile per point of its side.
    var tileScale: Double { hasScales && contentScale > 1 ? 2 : 1 }

    /// The level whose tiles have about as many pixels as the picture; nil above the first existing one.
    var level: Int? {
      let pixels = zoomScale * contentScale * MKMapSizeWorld.width / (side * tileScale)
      guard pixels > 0, pixels.isFinite else { return nil }
      // Halfway, the finer level applies, even if rounding makes the value slightly less.
      let level = Int((log2(pixels) + 0.5 + 1e-6).rounded(.down))
      return level < levels.lowerBound ? nil : min(level, levels.upperBound)
    }
  }

  /// The tiles of a level that meet a rect of the world; nil if there are none.
  init?(_ rect: MKMapRect, z: Int, scale: Double, hair: Double = 0) {
    guard !rect.isNull, rect.width >= 0, rect.height >= 0, (0...30).contains(z) else { return nil }
    self.z = z
    self.scale = scale
    let side = TileGrid.side(z)
    guard let columns = TileGrid.range(rect.minX + hair, rect.maxX - hair, side, 1 << z),
      let rows = TileGrid.range(rect.minY + hair, rect.maxY - hair, side, 1 << z)
    else { return nil }
    self.columns = columns
    self.rows = rows
  }

  /// The side of a tile.
  ///
  /// - Units: map points.
  static func side(_ z: Int) -> Double { MKMapSizeWorld.width / Double(1 << z) }

  private static func range(_ low: Double, _ high: Double, _ side: Double, _ count: Int) -> ClosedRange<Int>?
  {
    guard low.isFinite, high.isFinite, high > 0, low < MKMapSizeWorld.width else { return nil }
    let first = max(0, Int((max(low, 0) / side).rounded(.down)))
    let last = min(count - 1, Int((min(high, MKMapSizeWorld.width) / side).rounded(.up)) - 1)
    return first < count ? first...max(first, last) : nil
  }

  var count: Int { columns.count * rows.count }

  /// From north to south, in each row from west to east.
  package var paths: [MKTileOverlayPath] {
    rows.flatMap { y in
      columns.map { x in MKTileOverlayPath(x: x, y: y, z: z, contentScaleFactor: scale) }
    }
  }
}

extension TileGrid {
  /// Returns the tiles that show a part of the map; tiles of a coarser level if there were too many.
  package static func covering(
    _ rect: MKMapRect, _ need: Need, limit: Int
  ) -> (grid: TileGrid, isCoarser: Bool)? {
    guard let wanted = need.level else { return nil }
    // A tile counts as invisible if less than a hundredth of a pixel is visible.
    let hair = 0.01 / (need.zoomScale * need.contentScale)
    for z in stride(from: wanted, through: need.levels.lowerBound, by: -1) {
      guard let grid = TileGrid(rect, z: z, scale: need.tileScale, hair: hair) else { return nil }
      if grid.count <= limit { return (grid, z < wanted) }
    }
    return nil
  }
}

extension MKTileOverlayPath {
  /// The part of the map that it shows.
  package var mapRect: MKMapRect {
    let side = TileGrid.side(z)
    return MKMapRect(x: Double(x) * side, y: Double(y) * side, width: side, height: side)
  }

  /// The tile of the previous level that contains it; nil for the world.
  package var parent: MKTileOverlayPath? {
    z > 0 ? MKTileOverlayPath(x: x >> 1, y: y >> 1, z: z - 1, contentScaleFactor: contentScaleFactor) : nil
  }
}

extension MKTileOverlayPath: CustomStringConvertible {
  /// `3/1/2`: zoom, column, row.
  public var description: String { "\(z)/\(x)/\(y)" }
}
