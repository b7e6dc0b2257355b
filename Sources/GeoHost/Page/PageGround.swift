import Geo
import GeoFormats

/// The map of streets under the tracks of a page in a file: the tiles that a served page would show there, drawn once
/// when the page is written.
///
/// - Source: HO-190.
struct PageGround {
  /// The level of its coarsest tiles: where the page's own world ends.
  private static let first = 9
  private static let finest = 15
  /// The most tiles, and the most bytes of them: a page stays small enough to be mailed.
  private static let mostTiles = 64
  private static let mostBytes = 4 << 20

  /// What the page reads.
  ///
  /// - Shape: ``PageTiles/about(hasMaps:)`` with `last`, the level of the finest tiles, and `images`: PNG in Base64 by
  ///   `Z/X/Y`.
  let json: JSONValue
  /// The number of tiles, and their bytes.
  let count: Int
  let size: Int

  /// Draws the tiles within half a tile of the tracks, level by level until there is no room for the next; nil if the
  /// tracks lie on no map that the user has, or too far apart.
  init?(under tracks: [PageTrack], from tiles: PageTiles) {
    let crossed = PageGround.crossed(by: tracks)
    guard !crossed.isEmpty, tiles.hasMap(at: crossed.values), let about = tiles.about(hasMaps: true),
      case .object(let members) = about
    else { return nil }
    var images: [(name: String, value: JSONValue)] = []
    var (size, last) = (0, 0)
    for level in PageGround.first...PageGround.finest {
      let wanted = PageGround.near(crossed.keys, level).sorted()
      guard images.count + wanted.count <= PageGround.mostTiles else { break }
      let drawn = wanted.compactMap { tile -> (String, [UInt8])? in
        let place = "\(level)/\(tile.x)/\(tile.y)"
        return tiles.tile("/tiles/light/\(place).png").map { (place, $0) }
      }
      let more = drawn.reduce(0) { $0 + $1.1.count }
      guard size + more <= PageGround.mostBytes, drawn.count == wanted.count else { break }
      images += drawn.map { ($0, .string(String(decoding: Base64.encode($1), as: UTF8.self))) }
      (size, last) = (size + more, level)
    }
    guard !images.isEmpty else { return nil }
    (count, self.size) = (images.count, size)
    json = .object(
      members.filter { $0.name != "from" } + [
        ("from", .integer(Int64(PageGround.first + 1))), ("last", .integer(Int64(last))),
        ("images", .object(images)),
      ])
  }

  private struct Tile: Hashable, Comparable {
    let x: Int
    let y: Int

    static func < (a: Tile, b: Tile) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  /// The quarters of the finest tiles that tracks cross, each with a place in it.
  private static func crossed(by tracks: [PageTrack]) -> [Tile: MKMapPoint] {
    let side = MKMapSizeWorld.width / Double(2 << finest)
    var crossed: [Tile: MKMapPoint] = [:]
    for track in tracks {
      for fix in track.fixes where CLLocationCoordinate2DIsValid(fix.coordinate) {
        let point = MKMapPointForCoordinate(fix.coordinate)
        // Beyond the edges of the map, at the poles, there are no tiles.
        guard MKMapRectWorld.contains(point) else { continue }
        crossed[Tile(x: Int(point.x / side), y: Int(point.y / side))] = point
      }
    }
    return crossed
  }

  /// The tiles of a level with such a quarter, or beside one: those within half a tile.
  private static func near(_ quarters: some Sequence<Tile>, _ level: Int) -> Set<Tile> {
    let count = 1 << level
    let own = Set(quarters.map { Tile(x: $0.x >> (finest - level), y: $0.y >> (finest - level)) })
    var tiles: Set<Tile> = []
    for quarter in own {
      for y in [(quarter.y - 1) >> 1, (quarter.y + 1) >> 1] where (0..<count).contains(y) {
        for x in [(quarter.x - 1) >> 1, (quarter.x + 1) >> 1] {
          tiles.insert(Tile(x: (x + count) % count, y: y))
        }
      }
    }
    return tiles
  }
}
