import Geo

/// Country codes as files of places and borders write them.
enum CountryCodes {
  /// The two-letter code for a two- or three-letter one; nil for anything else.
  static func twoLetters(_ code: String) -> String? {
    let code = code.uppercased()
    guard code.utf8.allSatisfy({ 0x41...0x5a ~= $0 }) else { return nil }
    switch code.utf8.count {
    case 2: return code
    case 3: return CountryCode.short(code) ?? naturalEarth[code]
    default: return nil
    }
  }

  /// Natural Earth's own codes, for places that ISO 3166 includes in a country.
  ///
  /// - Source: `ADM0_A3` of ne_10m_admin_0_countries 5.1.1.
  private static let naturalEarth = [
    "KOS": "XK", "SDS": "SS", "PSX": "PS", "SAH": "EH", "ALD": "AX", "CYN": "CY", "CNM": "CY", "SOL": "SO",
    "ESB": "GB", "WSB": "GB", "USG": "CU", "KAB": "KZ", "ATC": "AU", "CSI": "AU", "CLP": "FR",
  ]
}
