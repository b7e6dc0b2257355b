import Geo
import GeoDelivery
import GeoFormats
import GeoHost
import GeoRender
import Synchronization

/// The base map of a page at the scales of towns and streets: tiles as the engine of pictures draws them. A server draws
/// each when a browser asks for it, ``PageGround`` those under the tracks when a page is written.
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
    var map: (any BaseMap)?
    /// The tiles that wait for a server; nil before the first.
    var queue: TileFetchQueue?
    /// Whether the user knows that some do not come.
    var hasWarned = false
    let images = DecodedImages()
    var kept = MemoryCache<[UInt8]>(limit: PageTiles.mostKept)
  }

  private let pencil = Mutex(Pencil())
  private let shelf: MapShelf
  /// The map of `--basemap`.
  private let source: PictureOptions.BaseMapSource
  private let privacy: PrivacyZones?
  private let fetcher: TileFetcher?
  /// Gets a sentence about each file that cannot be drawn.
  private let advise = Mutex<@Sendable (String) -> Void>({ _ in })

  /// - Parameters:
  ///   - source: what `--basemap` says.
  ///   - privacy: the zones about which no server is asked.
  init(
    _ shelf: MapShelf = .user, _ source: PictureOptions.BaseMapSource = .shelf, privacy: PrivacyZones? = nil
  ) {
    (self.shelf, self.source, self.privacy) = (shelf, source, privacy)
    fetcher = source.isChosen ? TileFetcher(cachePath: TileFetcher.standardCache) { _ in } : nil
  }

  deinit { fetcher?.close() }

  func report(to advise: @escaping @Sendable (String) -> Void) { self.advise.withLock { $0 = advise } }

  /// What the page knows of the tiles; nil where drawing is not installed.
  ///
  /// - Parameter hasMaps: whether it says which maps the shelf has, with their areas and credits.
  /// - Shape: `{"from": ZOOM, "maps": [{"area": [west, south, east, north], "credit": TEXT}]}`; the area is null for the
  ///   whole world.
  func about(hasMaps: Bool) -> JSONValue? {
    guard !source.isNone, (try? CairoCanvas(.bitmap, size: CGSize(width: 1, height: 1), scale: 1)) != nil,
      let world = try? WorldMap.ofUser(advise: say)
    else { return nil }
    if source.isChosen {
      return .object([
        // Tiles of this level are drawn one level farther out.
        ("from", .integer(Int64(PageTiles.levels.lowerBound + 1))),
        ("maps", hasMaps ? .array([.object([("area", .null), ("credit", credit)])]) : .array([])),
      ])
    }
    let isShelf = if case .shelf = source.kind { hasMaps } else { false }
    let maps = (isShelf ? shelf.maps(say) : []).map { map in
      JSONValue.object([
        ("area", map.bounds.map { .array($0.map { .number($0) }) } ?? .null),
        ("credit", map.attribution.map { .string($0) } ?? .null),
      ])
    }
    // Without the finer coast the tiles have no water; until then the page's own world is better.
    return .object([("from", .integer(world.hasFinerCoast ? 5 : 10)), ("maps", .array(maps))])
  }

  /// Whether a page has no map at all under what it shows.
  var isBare: Bool { source.isNone }

  /// Those of some places that lie on a map that the user has, which is finer than the world of the page.
  func onMaps(_ places: [MKMapPoint]) -> [MKMapPoint] {
    switch source.kind {
    case .tiles(let option): return PageTiles.places(places, in: option.area)
    case .streets(let data): return PageTiles.places(places, in: data.area)
    case .world, .none: return []
    case .shelf:
      let maps = shelf.maps(say).filter { $0.levels.map { $0.upperBound > PageTiles.worldLevel } ?? true }
      return places.filter { place in maps.contains { $0.area?.contains(place) ?? true } }
    }
  }

  private static func places(_ places: [MKMapPoint], in area: MKMapRect?) -> [MKMapPoint] {
    area.map { places.filter($0.containsAroundWorld) } ?? places
  }

  /// Whether a server did not give all that a tile needed.
  var isIncomplete: Bool { pencil.withLock(\.hasWarned) }

  /// The level up to which the page's own world is as good.
  private static let worldLevel = 10

  /// Draws a tile; nil for a path that names none, and where drawing is not installed.
  func tile(_ path: String) -> [UInt8]? {
    guard let address = Address(path) else { return nil }
    return pencil.withLock { pencil in
      let now = monotonicSeconds()
      if let known = pencil.kept.content(of: path, now: now) { return known }
      guard let (bytes, isWhole) = try? draw(address, with: &pencil) else { return nil }
      pencil.kept.store(bytes, of: path, until: now + (isWhole ? PageTiles.age : PageTiles.brokenAge))
      return bytes
    }
  }

  /// Seconds for which a drawn tile is good, and one for which a server did not give everything.
  private static let age = 3600.0
  private static let brokenAge = 30.0

  /// The credit of the map of `--basemap`.
  private var credit: JSONValue {
    pencil.withLock { pencil in
      // At this level the names are its own.
      let scene = MapScene(tile: MKTileOverlayPath(x: 0, y: 0, z: 15), side: PageTiles.side)
      return (try? map(&pencil))?.attribution(scene).map { .string($0) } ?? .null
    }
  }

  private func map(_ pencil: inout Pencil) throws -> any BaseMap {
    if let known = pencil.map { return known }
    let map = try makeMap(&pencil)
    pencil.map = map
    return map
  }

  /// Returns the picture of a tile, and whether it has everything.
  private func draw(_ address: Address, with pencil: inout Pencil) throws -> ([UInt8], isWhole: Bool) {
    let map = try map(&pencil)
    var scene = MapScene(tile: address.tile, side: PageTiles.side)
    scene.isDark = address.isDark
    scene.contentScale = address.scale
    let picture = try Picture(.png, size: scene.size, scale: address.scale, images: pencil.images)
    let context = CGContext(picture.canvas)
    let isWhole = prepare(map, scene, with: &pencil)
    try map.drawGround(scene, in: context)
    try map.drawLabels(scene, in: context)
    return (try picture.bytes(), isWhole)
  }

  /// Seconds of wall time that a tile waits for those of a server.
  private static let patience = 10.0

  /// Loads what a tile needs; returns whether all of it has come.
  private func prepare(_ map: any BaseMap, _ scene: MapScene, with pencil: inout Pencil) -> Bool {
    let end = monotonicSeconds() + PageTiles.patience
    while !map.prepare(scene), let queue = pencil.queue, queue.isBusy {
      guard !queue.wait(until: end) else { continue }
      queue.cancel()
      _ = map.prepare(scene)
      break
    }
    guard let failure = map.tiles?.failure else { return true }
    if !pencil.hasWarned { say("--basemap: \(failure.localizedDescription)") }
    pencil.hasWarned = true
    return false
  }

  private func makeMap(_ pencil: inout Pencil) throws -> any BaseMap {
    switch source.kind {
    case .shelf: return ShelfBaseMap(shelf, over: try WorldMap.ofUser(advise: say), advise: say)
    case .world, .none: return try WorldMap.ofUser(advise: say)
    case .tiles, .streets:
      var options = PictureOptions(name: try PictureName("page.png"))
      (options.baseMap, options.privacy) = (source, privacy)
      let context = try DrawingContext(options, advise: say, warn: say)
      guard let fetcher else { return try WorldMap.ofUser(advise: say) }
      let queue = TileFetchQueue(fetcher)
      pencil.queue = queue
      return try context.baseMap(queue) ?? WorldMap.ofUser(advise: say)
    }
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
