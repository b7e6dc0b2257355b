import Geo

extension GazetteerSearch {
  /// What a script gets of a place.
  func answer(_ place: SearchPlace, languages: [String]) throws(GeoError) -> GeocodedPlace {
    var found = GeocodedPlace(coordinate: place.coordinate)
    found.radius = place.radius
    found.timeZone = place.timeZone.isEmpty ? nil : place.timeZone
    let name = try self.name(ofPlace: place.id, in: languages) ?? place.name
    found.address.name = name
    switch place.kind {
    case .settlement: found.address.locality = name
    case .suburb: found.address.subLocality = name
    case .interest: found.address.areasOfInterest = [name]
    case .water: found.address.inlandWater = name
    case .country, .region, .county, .postalArea, .terrain: break
    }
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    found.address.locality = found.address.locality ?? text(place.locality)
    found.address.thoroughfare = text(place.street)
    found.address.subThoroughfare = text(place.houseNumber)
    found.address.postalCode = text(place.postalCode)
    found.address.ISOcountryCode = text(place.country)
    found.address.country = try self.name(ofArea: .country, place.country, in: languages)
    found.address.administrativeArea = try self.name(ofArea: .region, place.region, in: languages)
    found.address.subAdministrativeArea = try self.name(ofArea: .county, place.county, in: languages)
    found.attribution = try attribution(of: place.source)
    return found
  }

  private func attribution(of source: Int64) throws(GeoError) -> String {
    let row = try database.statement("SELECT attribution FROM sources WHERE id = ?")
    defer { row.reset() }
    row.bind([.integer(source)])
    return try row.step() ? row.text(0) : ""
  }

  /// The name of an area in the first of the languages that it has one in, else its own; nil where it has none.
  private func name(
    ofArea kind: AreaKind, _ code: String, in languages: [String]
  ) throws(GeoError) -> String? {
    guard !code.isEmpty else { return nil }
    let row = try database.statement("SELECT id, name FROM areas WHERE kind = ? AND code = ?")
    defer { row.reset() }
    row.bind([.integer(Int64(kind.rawValue)), .text(code)])
    guard try row.step() else { return nil }
    let translated = try self.name(
      "SELECT name FROM area_names WHERE area = ? AND language = ? ORDER BY preferred DESC, name LIMIT 1",
      of: row.integer(0), in: languages)
    return translated ?? (row.text(1).isEmpty ? nil : row.text(1))
  }

  private func name(ofPlace id: Int64, in languages: [String]) throws(GeoError) -> String? {
    try self.name(
      "SELECT name FROM names WHERE place = ? AND language = ? ORDER BY preferred DESC, name LIMIT 1", of: id,
      in: languages)
  }

  private func name(
    _ sql: String, of id: Int64, in languages: [String]
  ) throws(GeoError) -> String? {
    guard !languages.isEmpty else { return nil }
    let row = try database.statement(sql)
    defer { row.reset() }
    for language in languages {
      // `fi-FI` is served by `fi`.
      for tag in [language, String(language.prefix { $0 != "-" })] {
        row.reset()
        row.bind([.integer(id), .text(tag)])
        if try row.step() { return row.text(0) }
      }
    }
    return nil
  }
}
