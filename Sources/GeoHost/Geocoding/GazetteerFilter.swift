import Geo
import GeoGazetteer

/// Which records of a file a gazetteer takes.
public struct GazetteerFilter: Sendable, Hashable {
  /// Two letters of ISO 3166; empty for all. A record without a country is taken.
  public var countries: Set<String> = []
  /// Of names, as BCP 47 tags; empty for all. A name without a language is taken.
  public var languages: Set<String> = []

  public init() {}

  /// Distinguishes imports with this filter from others.
  var mark: String {
    (countries.isEmpty ? "" : " in \(countries.sorted().joined(separator: ","))")
      + (languages.isEmpty ? "" : " as \(languages.sorted().joined(separator: ","))")
  }

  /// The part of a record that is taken; nil for none.
  func part(of record: GazetteerRecord) -> GazetteerRecord? {
    if countries.isEmpty, languages.isEmpty { return record }
    switch record {
    case .place(var place):
      guard isIn(place.country) else { return nil }
      place.otherNames.removeAll { !isSpoken($0) }
      return .place(place)
    case .name(let name, _): return isSpoken(name) ? record : nil
    case .area(var area):
      switch area.kind {
      case .country, .region, .county:
        guard isIn(String(area.code.prefix { $0 != "." })) else { return nil }
      case .lake, .ocean: break
      }
      area.otherNames.removeAll { !isSpoken($0) }
      return .area(area)
    case .street(var street):
      street.otherNames.removeAll { !isSpoken($0) }
      return .street(street)
    case .address(let address): return isIn(address.country) ? record : nil
    }
  }

  private func isIn(_ country: String) -> Bool {
    countries.isEmpty || country.isEmpty || countries.contains(country)
  }

  private func isSpoken(_ name: PlaceName) -> Bool {
    if languages.isEmpty || name.language.isEmpty { return true }
    // "pt" also takes "pt-BR".
    return languages.contains(name.language)
      || languages.contains(String(name.language.prefix { $0 != "-" }))
  }
}
