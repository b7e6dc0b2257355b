import Geo

/// Maps GeoNames' feature classes and codes to kinds.
///
/// - Source: https://www.geonames.org/export/codes.html
enum GeoNamesFeature {
  case kind(PlaceKind)
  /// Skipped and counted under this name.
  case skipped(String)

  /// - Parameter code: Up to five letters, packed by ``packed(_:)``.
  static func of(_ featureClass: UInt8, _ code: UInt64) -> GeoNamesFeature {
    switch featureClass {
    case UInt8(ascii: "P"):
      if historicalPlaces.contains(code) { return .skipped("historical or abandoned place") }
      return .kind(code == suburb ? .suburb : .settlement)
    case UInt8(ascii: "A"): return area(code)
    case UInt8(ascii: "S"):
      if isAbandoned(code) { return .skipped("abandoned spot") }
      return minorSpots.contains(code) ? .skipped("farm, house, well or the like") : .kind(.interest)
    case UInt8(ascii: "L"):
      if code == continent { return .skipped("continent") }
      if regions.contains(code) { return .kind(.terrain) }
      return parks.contains(code) ? .kind(.interest) : .skipped("field, tract or the like")
    case UInt8(ascii: "V"): return forests.contains(code) ? .kind(.terrain) : .skipped("vegetation")
    case UInt8(ascii: "H"): return isAbandoned(code) ? .skipped("abandoned water") : .kind(.water)
    case UInt8(ascii: "T"), UInt8(ascii: "U"): return .kind(.terrain)
    case UInt8(ascii: "R"): return walks.contains(code) ? .kind(.interest) : .skipped("road or railway")
    default: return .skipped("unknown feature class")
    }
  }

  /// The letters of a code as one number for fast comparison; 0 for more than eight letters.
  static func packed(_ code: some Collection<UInt8>) -> UInt64 {
    code.count > 8 ? 0 : code.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func area(_ code: UInt64) -> GeoNamesFeature {
    switch code {
    case firstLevel: return .kind(.region)
    // The third level holds the counties where the second groups several of them, as in Germany.
    case secondLevel, thirdLevel: return .kind(.county)
    default:
      if countries.contains(code) { return .kind(.country) }
      return .skipped(code & 0xff == 0x48 ? "historical area" : "area below the third level")
    }
  }

  /// GeoNames ends the codes of abandoned features with a Q; a park's headquarters are an exception.
  private static func isAbandoned(_ code: UInt64) -> Bool { code & 0xff == 0x51 && code != headquarters }

  private static let suburb = packed("PPLX".utf8)
  private static let firstLevel = packed("ADM1".utf8)
  private static let secondLevel = packed("ADM2".utf8)
  private static let thirdLevel = packed("ADM3".utf8)
  private static let continent = packed("CONT".utf8)
  private static let headquarters = packed("PRKHQ".utf8)
  private static let historicalPlaces = packed(["PPLH", "PPLQ", "PPLW", "PPLCH"])
  private static let countries = packed(["PCL", "PCLD", "PCLF", "PCLI", "PCLIX", "PCLS", "TERR"])
  private static let minorSpots = packed([
    "FRM", "FRMS", "FRMT", "RNCH", "HSE", "HUT", "HUTS", "SHPF", "CRRL", "DARY", "EST", "ESTO", "ESTR",
    "ESTSG",
    "ESTT", "ESTX", "GRVE", "SHSE", "DIP", "PMPO", "PMPW", "OILW", "BCN", "TRIG", "TRANT",
  ])
  private static let regions = packed(["RGN", "RGNE", "RGNH", "RGNL", "CST", "LAND", "OAS"])
  private static let parks = packed([
    "PRK", "AMUS", "PRT", "MILB", "NVB", "RES", "RESF", "RESH", "RESN", "RESV", "RESW", "BTL", "CTRB", "DEVH",
    "INDS",
  ])
  private static let forests = packed(["FRST", "FRSTF"])
  private static let walks = packed(["PRMN", "CSWY", "TNL", "TNLN", "TNLRD", "TNLRR", "TNLS"])

  private static func packed(_ codes: [String]) -> Set<UInt64> { Set(codes.map { packed($0.utf8) }) }
}
