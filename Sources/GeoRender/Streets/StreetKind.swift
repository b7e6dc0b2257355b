/// The kind of a shape, in painting order: areas, then lines.
enum StreetKind: UInt8, CaseIterable {
  case settled, farmland, grass, wood, sand, park, sports, water, square, building
  case stream, river, rail, tram
  case path, cycleway, pedestrian, service, residential, tertiary, secondary, primary, trunk, motorway
  case coast

  static let areas: [StreetKind] = [
    .settled, .farmland, .grass, .wood, .sand, .park, .sports, .water, .square, .building,
  ]
  /// Minor roads first, so that major ones lie on top.
  static let roads: [StreetKind] = [
    .path, .cycleway, .pedestrian, .service, .residential, .tertiary, .secondary, .primary, .trunk, .motorway,
  ]

  var isArea: Bool { rawValue <= StreetKind.building.rawValue }

  /// The first level at which it is drawn.
  var firstLevel: Double {
    switch self {
    case .building: 14
    case .service, .square: 13.5
    case .path, .cycleway: 14.5
    case .pedestrian, .sports: 13
    case .residential, .stream, .tram: 12.5
    case .tertiary: 11
    case .secondary, .rail: 9.5
    case .primary: 8
    case .trunk: 7
    case .motorway: 6
    case .settled, .farmland, .grass, .sand, .park: 10
    case .wood, .river: 9
    case .water, .coast: 7
    }
  }

  /// The kind of area of a closed way or a relation with these tags; nil if it is not painted.
  init?(areaOf tags: StreetTags) {
    if tags.has("building"), tags["building"] != "no" {
      self = .building
      return
    }
    if tags.isUnderground { return nil }
    switch tags["natural"] {
    case "water", "bay": self = .water
    case "wood", "scrub": self = .wood
    case "grassland", "heath", "fell", "wetland": self = .grass
    case "beach", "sand", "shingle": self = .sand
    default:
      switch tags["landuse"] {
      case "reservoir", "basin": self = .water
      case "forest", "orchard", "vineyard": self = .wood
      case "grass", "meadow", "village_green", "recreation_ground", "cemetery", "allotments",
        "flowerbed", "greenfield":
        self = .grass
      case "farmland", "farmyard": self = .farmland
      case "residential", "commercial", "retail", "industrial", "railway": self = .settled
      default:
        switch tags["leisure"] {
        case "park", "garden", "golf_course", "common", "nature_reserve", "dog_park": self = .park
        case "pitch", "playground", "track", "stadium", "sports_centre": self = .sports
        case "swimming_pool": self = .water
        default:
          if ["riverbank", "dock"].contains(tags["waterway"]) {
            self = .water
          } else if ["pedestrian", "footway"].contains(tags["highway"])
            && (tags["area"] == "yes" || tags["type"] == "multipolygon") || tags["place"] == "square"
          {
            self = .square
          } else {
            return nil
          }
        }
      }
    }
  }

  /// The kind of line of a way with these tags; nil if it is not painted.
  init?(lineOf tags: StreetTags) {
    if tags["area"] == "yes" { return nil }
    if let road = tags["highway"] {
      // They run along every street and would clutter the map.
      if ["sidewalk", "crossing"].contains(tags["footway"]) || tags["path"] == "sidewalk" { return nil }
      switch road {
      case "motorway", "motorway_link": self = .motorway
      case "trunk", "trunk_link": self = .trunk
      case "primary", "primary_link": self = .primary
      case "secondary", "secondary_link": self = .secondary
      case "tertiary", "tertiary_link": self = .tertiary
      case "residential", "unclassified", "living_street", "road": self = .residential
      case "service", "busway": self = .service
      case "pedestrian": self = .pedestrian
      case "cycleway": self = .cycleway
      case "footway", "path", "steps", "track", "bridleway": self = .path
      default: return nil
      }
      return
    }
    switch tags["railway"] {
    case "rail", "narrow_gauge", "light_rail": self = .rail
    case "tram": self = .tram
    case "subway" where !tags.isUnderground: self = .rail
    default:
      switch tags["waterway"] {
      case "river", "canal": self = .river
      case "stream", "ditch": self = .stream
      default:
        guard tags["natural"] == "coastline" else { return nil }
        self = .coast
      }
    }
  }
}

/// The tags of one object.
struct StreetTags {
  private var pairs: [(key: String, value: String)] = []

  init(_ pairs: [(key: String, value: String)] = []) { self.pairs = pairs }

  subscript(key: String) -> String? { pairs.first { $0.key == key }?.value }
  func has(_ key: String) -> Bool { pairs.contains { $0.key == key } }

  /// The layer: 1 on a bridge, -1 in a tunnel, else 0.
  var stratum: Int8 {
    if isUnderground { return -1 }
    return has("bridge") && self["bridge"] != "no" ? 1 : 0
  }

  var isUnderground: Bool {
    (has("tunnel") && self["tunnel"] != "no") || self["location"] == "underground"
  }

  var isLink: Bool { self["highway"]?.hasSuffix("_link") == true }
}
