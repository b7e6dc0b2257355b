import Geo

extension GazetteerSearch {
  /// The areas that a text asks for after its last comma, if a country is among them: nothing outside of them answers.
  ///
  /// `Pickle Lake, Canada` is not La Cañada in California. `Lebanon, Georgia` may be in the country or in the state.
  ///
  /// - Source: GC-36.
  func areas(binding context: Context) throws(GeoError) -> [SearchArea] {
    let last = context.query.lastPart
    guard last != 0, last != context.query.all else { return [] }
    var areas: [SearchArea] = []
    for span in context.spans where span.words == last && span.quality == 1 {
      areas += span.areas
      for number in span.places.prefix(5) {
        guard let place = try place(number) else { continue }
        switch place.kind {
        case .country: areas.append(SearchArea(kind: .country, code: place.country))
        case .region: areas.append(SearchArea(kind: .region, code: place.region))
        default: break
        }
      }
    }
    return areas.contains { $0.kind == .country } ? areas : []
  }
}
