import Geo
import SQLite

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
    for span in context.spans
    where span.words & last == last && span.words != context.query.all && span.quality == 1 {
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

  /// Countries and first-level areas that the whole question names and that are in no list of places, as in the
  /// built-in set.
  func unplacedAreas(_ context: Context) throws(GeoError) -> [(SearchPlace, SearchSpan)] {
    var found: [(SearchPlace, SearchSpan)] = []
    for span in context.spans where span.words == context.query.all && span.quality == 1 {
      for area in span.areas where area.kind == .country || area.kind == .region {
        let kind: PlaceKind = area.kind == .country ? .country : .region
        guard !context.found.values.contains(where: { $0.place.kind == kind && $0.place.isIn(area) }),
          let number = try self.number(of: area), let place = try place(ofArea: number)
        else { continue }
        found.append((place, span))
      }
    }
    return found
  }

  private func number(of area: SearchArea) throws(GeoError) -> Int64? {
    let row = try database.statement("SELECT id FROM areas WHERE kind = ? AND code = ?")
    defer { row.reset() }
    row.bind([.integer(Int64(area.kind.rawValue)), .text(area.code)])
    return try row.step() ? row.integer(0) : nil
  }
}
