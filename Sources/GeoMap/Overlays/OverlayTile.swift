/// A square part of an overlay, drawn by one call.
///
/// - Shape: 512 points of the screen at a whole level, up to twice that between levels; aligned to the map's
///   tiles, so that the same part has the same rect wherever the map is scrolled.
/// - Source: OR-16.
struct OverlayTile: Hashable {
  /// At level z the world is 2^z of them wide.
  var level: Int
  var x: Int
  var y: Int

  /// Its rect in map points.
  var mapRect: MKMapRect {
    let side = OverlayTile.side(level)
    return MKMapRect(x: Double(x) * side, y: Double(y) * side, width: side, height: side)
  }

  private static func side(_ level: Int) -> Double {
    MKMapSizeWorld.width / Double(1 << max(0, level))
  }

  /// Screen points per side of a tile at a whole level.
  static let points = 512.0

  /// Returns the tiles of both `bounds` and `visible`, row by row.
  static func tiles(of bounds: MKMapRect, in visible: MKMapRect, level: Double) -> [OverlayTile] {
    // Not their intersection, because an overlay may be a point.
    let (west, east) = (max(bounds.minX, visible.minX), min(bounds.maxX, visible.maxX))
    let (north, south) = (max(bounds.minY, visible.minY), min(bounds.maxY, visible.maxY))
    guard west <= east, north <= south, (east - west + south - north).isFinite else { return [] }
    let level = max(0, Int(level.rounded(.down)) - 1)
    let side = side(level)
    // Nothing can be drawn beyond the map's ends.
    let columns = span(west, east, side)
    let rows = span(north, south, side).clamped(to: 0...(1 << level) - 1)
    return rows.flatMap { y in columns.map { OverlayTile(level: level, x: $0, y: y) } }
  }

  /// An area that only touches a tile's edge is not in it, unless it is nowhere else.
  private static func span(_ low: Double, _ high: Double, _ side: Double) -> ClosedRange<Int> {
    // A script may make shapes far outside of the world.
    func number(_ tiles: Double) -> Int { Int(min(max(-1e15, tiles), 1e15)) }
    let first = number((low / side).rounded(.down))
    return first...max(first, number((high / side).rounded(.up)) - 1)
  }
}
