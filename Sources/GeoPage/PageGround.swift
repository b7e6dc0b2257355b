import Geo
import GeoDelivery
import GeoFormats
import GeoHost

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
    let places = tiles.onMaps(PageGround.places(of: tracks))
    guard !places.isEmpty, case .object(let members)? = tiles.about(hasMaps: true) else { return nil }
    let quarters = Set(places.map(PageGround.quarter))
    var images: [(name: String, value: JSONValue)] = []
    var (size, last) = (0, 0)
    for level in PageGround.first...PageGround.finest {
      let wanted = PageGround.near(quarters, level).sorted()
      guard images.count + wanted.count <= PageGround.mostTiles else { break }
      let drawn = wanted.compactMap { tile -> (String, [UInt8])? in
        let place = "\(level)/\(tile.x)/\(tile.y)"
        let image = tiles.tile("/tiles/light/\(place).png")
        return image.flatMap { $0.count > PageGround.blank ? (place, $0) : nil }
      }
      let more = drawn.reduce(0) { $0 + $1.1.count }
      guard size + more <= PageGround.mostBytes else { break }
      images += drawn.map { ($0, .string(String(decoding: Base64.encode($1), as: UTF8.self))) }
      size += more
      if !drawn.isEmpty { last = level }
    }
    guard !images.isEmpty else { return nil }
    (count, self.size) = (images.count, size)
    let maps = PageGround.maps(members.first { $0.name == "maps" }?.value, at: places)
    json = .object([
      ("from", .integer(Int64(PageGround.first + 1))), ("last", .integer(Int64(last))), ("maps", maps),
      ("images", .object(images)),
    ])
  }

  /// A PNG of at most so many bytes has one color: there is nothing on it.
  private static let blank = 1_000

  /// The maps on which one of the places lies: a page that is handed on tells of no other.
  private static func maps(_ all: JSONValue?, at places: [MKMapPoint]) -> JSONValue {
    guard case .array(let maps)? = all else { return .array([]) }
    let coordinates = places.map(MKCoordinateForMapPoint)
    return .array(
      maps.filter { map in
        guard case .array(let area)? = map["area"] else { return true }
        let edges = area.compactMap { if case .number(let edge) = $0 { edge } else { nil } }
        guard edges.count == 4 else { return true }
        return coordinates.contains {
          edges[0] <= $0.longitude && $0.longitude <= edges[2] && edges[1] <= $0.latitude
            && $0.latitude <= edges[3]
        }
      })
  }

  private struct Tile: Hashable, Comparable {
    let x: Int
    let y: Int

    static func < (a: Tile, b: Tile) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  /// The places of tracks, one in each quarter of the finest tiles.
  private static func places(of tracks: [PageTrack]) -> [MKMapPoint] {
    var places: [Tile: MKMapPoint] = [:]
    for track in tracks {
      for fix in track.fixes where CLLocationCoordinate2DIsValid(fix.coordinate) {
        let point = MKMapPointForCoordinate(fix.coordinate)
        // Beyond the edges of the map, at the poles, there are no tiles.
        if MKMapRectWorld.contains(point) { places[quarter(point)] = point }
      }
    }
    return Array(places.values)
  }

  private static func quarter(_ point: MKMapPoint) -> Tile {
    let side = MKMapSizeWorld.width / Double(2 << finest)
    return Tile(x: Int(point.x / side), y: Int(point.y / side))
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

extension Run {
  /// The map of streets under the tracks of a page in a file, nil where the user has none, and whether a server gave all
  /// of it.
  ///
  /// - Errors: ``GeoError`` of a privacy zone.
  func pageGround(
    under tracks: [PageTrack], _ output: Output
  ) throws(GeoError) -> (PageGround?, isWhole: Bool) {
    let privacy = try PrivacyZones(files: options.privacyZones)
    let source = PageTiles(.user, options.page?.baseMap ?? .shelf, privacy: privacy)
    source.report { [weak output] in output?.warn($0) }
    guard let ground = PageGround(under: tracks, from: source) else { return (nil, !source.isIncomplete) }
    let (tiles, size) = (counted(ground.count, "tile"), grouped(ground.size / 1000))
    output.note("the page has the map under the tracks: \(tiles), \(size) kB")
    return (ground, !source.isIncomplete)
  }
}
