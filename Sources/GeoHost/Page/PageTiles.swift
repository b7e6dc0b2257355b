import Geo
import GeoFormats
import GeoRender
import Synchronization

/// The base map of a served page at the scales of towns and streets: tiles as the engine of pictures draws them.
///
/// - Shape: `/tiles/light/Z/X/Y.png`, also `dark`, and `Y@2x.png`; a tile is ``side`` points wide.
/// - Source: HO-148.
final class PageTiles: Sendable {
  /// The width of a tile: wide ones cut fewer names.
  ///
  /// - Units: points.
  static let side = 1024.0
  /// The levels of tiles; before them the page draws the world from shapes.
  static let levels = 4...19
  /// The most drawn tiles in memory.
  private static let mostKept = 96

  /// What one thread at a time draws with.
  private struct Pencil {
    var map: ShelfBaseMap?
    let images = DecodedImages()
    var kept = MemoryCache<[UInt8]>(limit: PageTiles.mostKept)
  }

  private let pencil = Mutex(Pencil())
  private let shelf: MapShelf
  /// Gets a sentence about each file that cannot be drawn.
  private let advise = Mutex<@Sendable (String) -> Void>({ _ in })

  init(_ shelf: MapShelf = .user) { self.shelf = shelf }

  func report(to advise: @escaping @Sendable (String) -> Void) { self.advise.withLock { $0 = advise } }

  /// What the page knows of the tiles; nil where drawing is not installed.
  ///
  /// - Parameter hasMaps: whether it says which maps the shelf has, with their areas and credits.
  /// - Shape: `{"from": ZOOM, "maps": [{"area": [west, south, east, north], "credit": TEXT}]}`; the area is null for the
  ///   whole world.
  func about(hasMaps: Bool) -> JSONValue? {
    guard (try? CairoCanvas(.bitmap, size: CGSize(width: 1, height: 1), scale: 1)) != nil,
      let world = try? WorldMap.ofUser(advise: say)
    else { return nil }
    let maps = (hasMaps ? shelf.maps(say) : []).map { map in
      JSONValue.object([
        ("area", map.bounds.map { .array($0.map { .number($0) }) } ?? .null),
        ("credit", map.attribution.map { .string($0) } ?? .null),
      ])
    }
    // Without the finer coast the tiles have no water; until then the page's own world is better.
    return .object([("from", .integer(world.hasFinerCoast ? 5 : 10)), ("maps", .array(maps))])
  }

  /// Draws a tile; nil for a path that names none, and where drawing is not installed.
  func tile(_ path: String) -> [UInt8]? {
    guard let address = Address(path) else { return nil }
    return pencil.withLock { pencil in
      let now = monotonicSeconds()
      if let known = pencil.kept.content(of: path, now: now) { return known }
      guard let bytes = try? draw(address, with: &pencil) else { return nil }
      pencil.kept.store(bytes, of: path, until: now + PageTiles.age)
      return bytes
    }
  }

  /// Seconds for which a drawn tile is good.
  private static let age = 3600.0

  private func draw(_ address: Address, with pencil: inout Pencil) throws -> [UInt8] {
    let map =
      try pencil.map
      ?? ShelfBaseMap(shelf, over: try WorldMap.ofUser(advise: say), takesParts: true, advise: say)
    pencil.map = map
    var scene = MapScene(tile: address.tile, side: PageTiles.side)
    scene.isDark = address.isDark
    scene.contentScale = address.scale
    let picture = try Picture(.png, size: scene.size, scale: address.scale, images: pencil.images)
    let context = CGContext(picture.canvas)
    _ = map.prepare(scene)
    try map.drawGround(scene, in: context)
    try map.drawLabels(scene, in: context)
    return try picture.bytes()
  }

  private func say(_ text: String) { advise.withLock { $0 }(text) }

  /// What a path asks for.
  struct Address: Equatable {
    let tile: MKTileOverlayPath
    let isDark: Bool
    let scale: Double

    /// Nil for another path.
    init?(_ path: String) {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 6, parts[0].isEmpty, parts[1] == "tiles", ["light", "dark"].contains(parts[2]),
        let z = Address.number(parts[3]), PageTiles.levels.contains(z), let x = Address.number(parts[4]),
        parts[5].hasSuffix(".png")
      else { return nil }
      var name = parts[5].dropLast(4)
      scale = name.hasSuffix("@2x") ? 2 : 1
      if scale == 2 { name = name.dropLast(3) }
      guard let y = Address.number(name), x < 1 << z, y < 1 << z else { return nil }
      (tile, isDark) = (MKTileOverlayPath(x: x, y: y, z: z), parts[2] == "dark")
    }

    private static func number(_ text: Substring) -> Int? {
      guard (1...7).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      return Int(text)
    }
  }
}
