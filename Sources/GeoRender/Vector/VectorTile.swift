import CVectorTile
import Geo

/// What one vector tile has to paint and to name.
struct VectorTile {
  let streets: StreetData
  /// Lines and areas with their names.
  private(set) var named: [(way: StreetWay, rings: [[StreetData.Place]], name: String)] = []
  private(set) var towns: [(town: StreetData.Town, name: String)] = []

  /// A tile of a dense city has some 100,000.
  private static let mostPlaces = 4_000_000

  /// Reads a tile that is not compressed.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged tile.
  init(_ bytes: [UInt8], _ path: MKTileOverlayPath) throws(GeoError) {
    let reader = VectorTileReader(path)
    try reader.read(bytes, most: VectorTile.mostPlaces)
    (named, towns) = (reader.named, reader.towns)
    let shapes = reader.shapes
    streets = StreetData(
      shapes: shapes.shapes, ringEnds: shapes.ringEnds, places: shapes.places, names: [], towns: [],
      bounds: StreetData.box(reader.origin, reader.origin &+ reader.side))
  }

  /// The names of several tiles.
  static func names(of tiles: [VectorTile]) -> StreetData {
    var shapes = StreetShapes()
    var names: [String] = []
    var numbers: [String: Int32] = [:]
    func number(_ name: String) -> Int32 {
      if let known = numbers[name] { return known }
      numbers[name] = Int32(names.count)
      names.append(name)
      return Int32(names.count - 1)
    }
    for tile in tiles {
      for (way, rings, name) in tile.named {
        var way = way
        way.name = number(name)
        shapes.add(rings, as: way)
      }
    }
    let towns = tiles.flatMap(\.towns).map { town, name in
      StreetData.Town(place: town.place, rank: town.rank, people: town.people, name: number(name))
    }
    return StreetData(
      shapes: shapes.shapes, ringEnds: shapes.ringEnds, places: shapes.places, names: names, towns: towns,
      bounds: nil)
  }
}

/// Collects the features of one tile.
private final class VectorTileReader {
  private(set) var shapes = StreetShapes()
  private(set) var named: [(way: StreetWay, rings: [[StreetData.Place]], name: String)] = []
  private(set) var towns: [(town: StreetData.Town, name: String)] = []
  /// The upper left corner of the tile, and its width and height.
  let origin: StreetData.Place
  let side: StreetData.Place

  init(_ path: MKTileOverlayPath) {
    let width = Int32(MKMapSizeWorld.width * StreetData.unit) >> Int32(path.z)
    side = StreetData.Place(width, width)
    origin = StreetData.Place(Int32(path.x), Int32(path.y)) &* side
  }

  func read(_ bytes: [UInt8], most: Int) throws(GeoError) {
    var receiver = mvt_receiver()
    // `mvt_read` calls back only before it returns, so this object outlives all callbacks.
    receiver.context = Unmanaged.passUnretained(self).toOpaque()
    receiver.layer = { _, name in VectorSchema.isKnown(String(name)) }
    receiver.feature = { context, feature in
      guard let context, let feature else { return }
      Unmanaged<VectorTileReader>.fromOpaque(context).takeUnretainedValue().take(feature.pointee)
    }
    var text = [CChar](repeating: 0, count: 200)
    guard !mvt_read(bytes, bytes.count, most, receiver, &text, text.count) else { return }
    throw GeoError(
      .data, String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  private func take(_ feature: mvt_feature) {
    let tags = StreetTags(
      UnsafeBufferPointer(start: feature.tags, count: feature.tag_count).map {
        (String($0.key), String($0.value))
      })
    let schema = VectorSchema(String(feature.layer), tags)
    let name = schema.name.flatMap { $0.isEmpty || $0.utf8.count > 200 ? nil : $0 }
    if feature.type == 1 {
      if let name, let rank = schema.rank { add(name, rank, schema.people, feature) }
      return
    }
    guard let kind = feature.type == 2 ? schema.line : schema.area else { return }
    var way = StreetWay(kind: kind, stratum: schema.stratum, name: -1)
    way.isLink = schema.isLink
    let parts = parts(of: feature).filter { $0.count > (feature.type == 2 ? 1 : 3) }
    let rings = feature.type == 2 ? parts : VectorTileReader.oriented(parts)
    guard !rings.isEmpty else { return }
    if !schema.isOnlyName { shapes.add(rings, as: way) }
    if let name { named.append((way, rings, name)) }
  }

  private func add(_ name: String, _ rank: StreetData.Rank, _ people: Int, _ feature: mvt_feature) {
    for place in parts(of: feature).joined() {
      // What lies beyond the edge is in the next tile, too.
      let end = origin &+ side
      guard all(place .>= origin), all(place .< end) else { continue }
      towns.append((StreetData.Town(place: place, rank: rank, people: people, name: -1), name))
    }
  }

  private func parts(of feature: mvt_feature) -> [[StreetData.Place]] {
    let places = UnsafeBufferPointer(start: feature.places, count: feature.place_count)
    let scale = Double(side.x) / Double(feature.extent)
    func place(_ origin: Int32, _ steps: Int32) -> Int32 {
      Int32(clamping: Int64(origin) + Int64((Double(steps) * scale).rounded()))
    }
    var start = 0
    return UnsafeBufferPointer(start: feature.ends, count: feature.part_count).map { end in
      defer { start = end }
      return places[start..<end].map { StreetData.Place(place(origin.x, $0.x), place(origin.y, $0.y)) }
    }
  }

  /// Rings with their inside on the right, and holes the other way: version 1 of the format does not say which is
  /// which, but its first ring is never a hole.
  private static func oriented(_ rings: [[StreetData.Place]]) -> [[StreetData.Place]] {
    guard let first = rings.first, first.turned(.outside) != first else { return rings }
    return rings.map { $0.reversed() }
  }
}

extension String {
  fileprivate init(_ text: mvt_text) {
    let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.length)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
