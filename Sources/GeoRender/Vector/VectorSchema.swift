/// What the layers and properties of vector tiles mean.
///
/// - Source: the schemas of OpenMapTiles 3 (openmaptiles.org/schema), Protomaps basemaps 3 and 4
///   (docs.protomaps.com/basemaps/layers) and Shortbread 1 (shortbread-tiles.org/schema).
struct VectorSchema {
  private let layer: String
  private let tags: StreetTags

  init(_ layer: String, _ tags: StreetTags) { (self.layer, self.tags) = (layer, tags) }

  static func isKnown(_ layer: String) -> Bool {
    ground.contains(layer) || water.contains(layer) || ways.contains(layer) || towns.contains(layer)
      || layer.hasPrefix("building") || layer == "street_polygons"
  }

  private static let ground: Set = ["landcover", "landuse", "land", "park"]
  private static let water: Set = ["water", "water_polygons", "ocean", "waterway", "water_lines"]
  private static let ways: Set = [
    "transportation", "transportation_name", "roads", "streets", "street_labels",
  ]
  private static let towns: Set = ["place", "places", "place_labels"]

  /// The words that say what a feature is, the most exact first.
  private var words: [String] {
    ["kind_detail", "pmap:kind_detail", "subclass", "kind", "pmap:kind", "class"].compactMap { tags[$0] }
  }

  private func isTrue(_ keys: String...) -> Bool { keys.contains { ["true", "1"].contains(tags[$0]) } }

  /// Whether the layer has only the names of lines that another layer draws.
  var isOnlyName: Bool { layer == "transportation_name" || layer == "street_labels" }

  var name: String? { tags["name"] }

  /// The kind of a polygon; nil if it is not painted.
  var area: StreetKind? {
    if isUnderground { return nil }
    switch layer {
    case "water", "water_polygons", "ocean": return words.contains("glacier") ? nil : .water
    case "building", "buildings": return .building
    case "transportation", "street_polygons":
      return words.contains { ["pedestrian", "footway", "path"].contains($0) } ? .square : nil
    case "park": return .park
    case _ where VectorSchema.ground.contains(layer):
      return words.lazy.compactMap { VectorSchema.areas[$0] }.first
    default: return nil
    }
  }

  /// The kind of a line; nil if it is not painted.
  var line: StreetKind? {
    if VectorSchema.water.contains(layer) {
      return words.lazy.compactMap { VectorSchema.waters[$0] }.first
    }
    guard VectorSchema.ways.contains(layer) else { return nil }
    let kind = words.lazy.compactMap { word in
      VectorSchema.lines[word.hasSuffix("_link") ? String(word.dropLast(5)) : word]
    }.first
    return kind == .rail && isUnderground && words.contains("subway") ? nil : kind
  }

  /// The layer: 1 on a bridge, -1 in a tunnel, else 0.
  var stratum: Int8 {
    if isUnderground { return -1 }
    return tags["brunnel"] == "bridge" || tags["pmap:level"] == "1" || isTrue("bridge", "is_bridge") ? 1 : 0
  }

  private var isUnderground: Bool {
    tags["brunnel"] == "tunnel" || tags["pmap:level"] == "-1" || isTrue("tunnel", "is_tunnel")
  }

  var isLink: Bool {
    isTrue("ramp", "link", "is_link", "pmap:link") || words.contains { $0.hasSuffix("_link") }
  }

  /// How important a named place is; nil if it is not shown.
  var rank: StreetData.Rank? {
    guard VectorSchema.towns.contains(layer) else { return nil }
    return words.lazy.compactMap { VectorSchema.ranks[$0] }.first
  }

  /// About how many people live there.
  var people: Int {
    if let count = tags["population"].flatMap({ Int($0) }) { return min(max(count, 0), 100_000_000) }
    // OpenMapTiles numbers places from 1, the most important one.
    guard let rank = tags["rank"].flatMap({ Int($0) }), (1...24).contains(rank) else { return 0 }
    return 1 << (24 - rank)
  }

  private static let areas: [String: StreetKind] = [
    "wood": .wood, "forest": .wood, "scrub": .wood, "orchard": .wood, "vineyard": .wood,
    "grass": .grass, "grassland": .grass, "meadow": .grass, "heath": .grass, "fell": .grass,
    "wetland": .grass,
    "swamp": .grass, "bog": .grass, "marsh": .grass, "string_bog": .grass, "wet_meadow": .grass,
    "village_green": .grass, "recreation_ground": .grass, "cemetery": .grass, "grave_yard": .grass,
    "allotments": .grass, "greenfield": .grass, "flowerbed": .grass,
    "beach": .sand, "sand": .sand, "shingle": .sand,
    "farmland": .farmland, "farmyard": .farmland,
    "park": .park, "garden": .park, "golf_course": .park, "common": .park, "nature_reserve": .park,
    "national_park": .park, "protected_area": .park, "dog_park": .park,
    "pitch": .sports, "playground": .sports, "track": .sports, "stadium": .sports, "sports_centre": .sports,
    "swimming_pool": .water,
    "residential": .settled, "commercial": .settled, "retail": .settled, "industrial": .settled,
    "railway": .settled, "urban_area": .settled, "suburb": .settled, "quarter": .settled,
    "neighbourhood": .settled,
    "pedestrian": .square,
  ]

  private static let waters: [String: StreetKind] = [
    "river": .river, "canal": .river, "stream": .stream, "ditch": .stream, "drain": .stream,
  ]

  private static let lines: [String: StreetKind] = [
    "motorway": .motorway, "highway": .motorway, "trunk": .trunk, "primary": .primary, "major_road": .primary,
    "secondary": .secondary, "tertiary": .tertiary, "medium_road": .tertiary,
    "residential": .residential, "unclassified": .residential, "living_street": .residential,
    "road": .residential, "minor": .residential, "minor_road": .residential,
    "service": .service, "busway": .service, "raceway": .service, "pedestrian": .pedestrian,
    "cycleway": .cycleway, "footway": .path, "path": .path, "steps": .path, "track": .path,
    "bridleway": .path,
    "rail": .rail, "narrow_gauge": .rail, "light_rail": .rail, "subway": .rail, "tram": .tram,
  ]

  private static let ranks: [String: StreetData.Rank] = [
    "city": .city, "capital": .city, "state_capital": .city, "town": .town, "village": .village,
    "suburb": .suburb, "borough": .suburb, "macrohood": .suburb, "quarter": .quarter,
    "neighbourhood": .quarter, "hamlet": .hamlet, "isolated_dwelling": .hamlet, "island": .hamlet,
    "locality": .hamlet,
  ]
}
