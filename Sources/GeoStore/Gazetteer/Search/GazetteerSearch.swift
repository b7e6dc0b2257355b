import Geo

/// Finds places of an open gazetteer by what they are called.
///
/// The gazetteer owns it. Reads what a question needs when it is asked.
final class GazetteerSearch {
  let database: Database
  private var lists: [NameList.Kind: NameList] = [:]

  init(_ database: Database) { self.database = database }

  /// Where a text may be, the best first.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  func places(
    named text: String, near bias: GeocodeRequest.Bias?, limit: Int, languages: [String]
  ) throws(GeoError) -> [GeocodedPlace] {
    var places: [GeocodedPlace] = []
    for candidate in try candidates(for: text, near: bias, limit: limit) {
      places.append(try answer(candidate.place, languages: languages))
    }
    return places
  }

  /// - Errors: ``GeoError`` `data` for a damaged file.
  func list(_ kind: NameList.Kind) throws(GeoError) -> NameList {
    if let known = lists[kind] { return known }
    let list = try NameList(kind, of: database)
    lists[kind] = list
    return list
  }

  /// The place with a number; nil where there is none, as in a damaged file.
  func place(_ id: UInt32) throws(GeoError) -> SearchPlace? {
    let row = try database.statement(
      """
      SELECT id, kind, name, latitude, longitude, radius, population, country, region, county, time_zone,
        postal_code, locality, street, house_number, source
      FROM places WHERE id = ?
      """)
    defer { row.reset() }
    row.bind([.integer(Int64(id))])
    guard try row.step() else { return nil }
    return SearchPlace(
      id: row.integer(0), kind: PlaceKind(rawValue: UInt8(truncatingIfNeeded: row.integer(1))) ?? .settlement,
      name: row.text(2), coordinate: CLLocationCoordinate2D(latitude: row.real(3), longitude: row.real(4)),
      radius: row.real(5), population: Int(row.integer(6)), country: row.text(7), region: row.text(8),
      county: row.text(9), timeZone: row.text(10), postalCode: row.text(11), locality: row.text(12),
      street: row.text(13), houseNumber: row.text(14), source: row.integer(15))
  }

  func area(_ row: UInt32) throws(GeoError) -> SearchArea? {
    let found = try database.statement("SELECT kind, code FROM areas WHERE id = ?")
    defer { found.reset() }
    found.bind([.integer(Int64(row))])
    guard try found.step(), let kind = AreaKind(rawValue: UInt8(truncatingIfNeeded: found.integer(0))) else {
      return nil
    }
    return SearchArea(row: Int64(row), kind: kind, code: found.text(1))
  }

  /// All that the words of a question, as they stand, may be names of.
  func spans(of query: SearchQuery) throws(GeoError) -> [SearchSpan] {
    let (places, areas) = (try list(.places), try list(.areas))
    var spans: [SearchSpan] = []
    for first in query.words.indices {
      var key = ""
      for last in first..<query.words.count {
        key += query.words[last].text
        let place = try places.entry(key, limit: GazetteerSearch.mostPlaces)
        let area = try areas.entry(key, limit: 20)
        if !place.numbers.isEmpty || !area.numbers.isEmpty {
          var span = SearchSpan(range: first..<last + 1, key: key, places: place.numbers)
          for row in area.numbers { if let area = try self.area(row) { span.areas.append(area) } }
          spans.append(span)
        }
        guard place.isBeginning || area.isBeginning else { break }
      }
    }
    return spans
  }

  /// How many places of one name are looked at.
  static let mostPlaces = 1000
}
