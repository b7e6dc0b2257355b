import Geo

extension OSMTags {
  /// The kind of a named place; nil for kinds that are not searched for.
  ///
  /// - Source: OpenStreetMap's wiki, "Map features".
  var placeKind: PlaceKind? {
    if let place = self["place"], let kind = OSMTags.kind(ofPlace: place) { return kind }
    if let natural = self["natural"] {
      switch natural {
      case "peak", "volcano", "saddle", "valley", "cape", "ridge", "beach", "cave_entrance", "glacier",
        "cliff":
        return .terrain
      case "bay", "strait", "water", "spring", "hot_spring", "geyser": return .water
      default: break
      }
    }
    return isInterest ? .interest : nil
  }

  private static func kind(ofPlace place: String) -> PlaceKind? {
    switch place {
    case "city", "town", "village", "hamlet", "isolated_dwelling", "municipality": .settlement
    case "borough", "suburb", "quarter", "neighbourhood": .suburb
    case "country": .country
    case "state", "province": .region
    case "county", "district": .county
    case "island", "islet", "archipelago", "locality": .terrain
    case "sea", "ocean": .water
    case "square": .interest
    default: nil
    }
  }

  /// A company, a shop, a park, a landmark; not street furniture that is only named after its street.
  private var isInterest: Bool {
    if let amenity = self["amenity"] {
      switch amenity {
      case "parking_space", "parking_entrance", "bench", "waste_basket", "vending_machine", "post_box",
        "telephone", "recycling", "bicycle_parking", "motorcycle_parking", "charging_station", "atm", "clock":
        break
      default: return true
      }
    }
    if let railway = self["railway"], railway == "station" || railway == "halt" { return true }
    if let transport = self["public_transport"], transport == "station" { return true }
    if let place = self["aeroway"], place == "aerodrome" || place == "terminal" { return true }
    if let use = self["landuse"] {
      switch use {
      case "cemetery", "commercial", "industrial", "recreation_ground", "retail", "religious": return true
      default: break
      }
    }
    if let made = self["man_made"] {
      switch made {
      case "bridge", "lighthouse", "observatory", "pier", "tower", "windmill": return true
      default: break
      }
    }
    if let leisure = self["leisure"], leisure != "picnic_table", leisure != "slipway" { return true }
    return has("shop") || has("tourism") || has("office") || has("craft") || has("healthcare")
      || has("historic") || has("club") || (has("building") && !self.is("building", "no"))
  }

  /// Street furniture that carries the number of the house behind it.
  var isFurniture: Bool { has("highway") || has("amenity") || has("railway") || has("public_transport") }

  /// Whether its name is that of a street or a square with numbered houses.
  var isStreet: Bool {
    if self.is("place", "square") { return true }
    guard let highway = self["highway"] else { return false }
    switch highway {
    case "bus_stop", "construction", "corridor", "crossing", "elevator", "emergency_access_point",
      "motorway_junction", "platform", "proposed", "raceway", "rest_area", "services", "stop",
      "street_lamp", "traffic_signals", "turning_circle", "abandoned", "razed", "planned":
      return false
    default: return true
    }
  }
}
