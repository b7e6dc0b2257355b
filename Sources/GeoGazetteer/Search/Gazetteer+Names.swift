public import Geo
import SQLite

extension Gazetteer {
  /// The places that a text may mean, best first.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  public func places(
    named text: String, near bias: GeocodeRequest.Bias? = nil, limit: Int = 10, languages: [String] = []
  ) throws(GeoError) -> [GeocodedPlace] {
    try places(for: SearchQuery(text), near: bias, limit: limit, languages: languages)
  }

  /// The places that an address in parts may mean, best first.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  public func places(
    address: PlacemarkAddress, near bias: GeocodeRequest.Bias? = nil, limit: Int = 10,
    languages: [String] = []
  ) throws(GeoError) -> [GeocodedPlace] {
    // A code alone is searched like any word.
    var country = address.country
    if country == nil, let code = address.ISOcountryCode {
      country = try search.name(of: .country, code.uppercased(), ChosenNames(database, [])) ?? code
    }
    let parts = [
      address.name ?? address.areasOfInterest.first, address.street, address.subLocality, address.locality,
      address.subAdministrativeArea, address.administrativeArea, address.postalCode,
      country,
    ]
    var known: [String] = []
    for part in parts.compactMap({ $0 }) where !known.contains(part) { known.append(part) }
    let text = known.joined(separator: ", ")
    guard let code = address.ISOcountryCode?.uppercased(), code.utf8.count == 2, limit > 0 else {
      return try places(named: text, near: bias, limit: limit, languages: languages)
    }
    // An explicit country restricts the search: 10115 in Germany is not the one in New York.
    let wanted = code == "UK" ? "GB" : code
    let found = try places(
      named: text, near: bias, limit: max(limit, Gazetteer.mostOfCountry), languages: languages)
    return Array(found.filter { $0.address.ISOcountryCode ?? wanted == wanted }.prefix(limit))
  }

  /// The number of places searched for those of one country.
  private static let mostOfCountry = 50

  private func places(
    for query: SearchQuery, near bias: GeocodeRequest.Bias?, limit: Int, languages: [String]
  ) throws(GeoError) -> [GeocodedPlace] {
    guard limit > 0 else { return [] }
    let context = try search.context(query, near: bias)
    let bound = try search.areas(binding: context)
    let candidates = context.found.values.filter { candidate in
      // Of places without a country nobody knows where they are.
      bound.isEmpty || candidate.place.country.isEmpty || bound.contains(where: candidate.place.isIn)
    }
    let found = try streetAnswers(context, languages) + candidates.map(SearchAnswer.init)
    let names = ChosenNames(database, languages)
    return try SearchAnswer.best(found, of: query, limit: limit).map { (answer) throws(GeoError) in
      switch answer.what {
      case .place(let candidate):
        var found = try self.answer(candidate.place, named: candidate.span.key, names)
        found.matched = try search.matched(candidate, found.address, context)
        return found
      case .street(let place): return place
      }
    }
  }

  /// Builds the result for a place.
  func answer(
    _ place: SearchPlace, named key: String, _ names: ChosenNames
  ) throws(GeoError) -> GeocodedPlace {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    let pack = try openPack()
    let answer = PositionAnswer(
      gazetteer: self, pack: pack, languages: names.languages, position: PackPosition(place.coordinate))
    if place.kind == .settlement || place.kind == .suburb, let record = pack.settlement(place) {
      var found = try answer.neighbor(record, at: 0)
      found.distance = nil
      return found
    }
    var found = GeocodedPlace(coordinate: place.coordinate)
    found.radius = place.radius
    found.timeZone = text(place.timeZone)
    let chosen =
      if let area = place.area {
        try names.name(ofArea: area)
      } else {
        try names.name(ofPlace: UInt32(truncatingIfNeeded: place.id))
      }
    let name = try search.town(place, named: key) ?? chosen ?? place.name
    found.address.name = name
    found.address.locality = text(place.locality)
    found.address.thoroughfare = text(place.street)
    found.address.subThoroughfare = text(place.houseNumber)
    found.address.postalCode = text(place.postalCode)
    // OpenStreetMap's places rarely have it.
    let country = place.country.isEmpty ? pack.countryCode(at: place.coordinate) : place.country
    found.address.ISOcountryCode = text(country)
    found.address.country = try search.name(of: .country, country, names)
    found.address.administrativeArea = try search.name(of: .region, place.region, names)
    found.address.subAdministrativeArea = try search.name(of: .county, place.county, names)
    switch place.kind {
    case .settlement: found.address.locality = name
    case .suburb: found.address.subLocality = name
    case .interest: found.address.areasOfInterest = [name]
    case .water where place.isOcean: found.address.ocean = name
    case .water: found.address.inlandWater = name
    case .country, .region, .county, .postalArea, .terrain: break
    }
    var sources = SourceList()
    sources.add(UInt16(exactly: place.source) ?? 0)
    found.attribution = pack.attribution(sources)
    return found
  }
}

extension GazetteerSearch {
  /// What a postal area is called by a question that does not give its code; nil for other places.
  ///
  /// - Source: GC-37.
  func town(_ place: SearchPlace, named key: String) throws(GeoError) -> String? {
    guard place.kind == .postalArea, !key.utf8.contains(where: { 0x30...0x39 ~= $0 }) else { return nil }
    if let name = try name(of: place.id, spelled: key) { return name }
    return place.locality.isEmpty ? nil : place.locality
  }

  /// The name of an area; nil if the area is unknown.
  func name(of kind: AreaKind, _ code: String, _ names: ChosenNames) throws(GeoError) -> String? {
    guard !code.isEmpty else { return nil }
    let row = try database.statement("SELECT id, name FROM areas WHERE kind = ? AND code = ?")
    defer { row.reset() }
    row.bind([.integer(Int64(kind.rawValue)), .text(code)])
    guard try row.step() else { return nil }
    if let name = try names.name(ofArea: UInt32(truncatingIfNeeded: row.integer(0))) { return name }
    return row.text(1).isEmpty ? nil : row.text(1)
  }
}

extension GazetteerPack {
  /// The country by borders; empty if there is none.
  func countryCode(at coordinate: CLLocationCoordinate2D) -> String {
    guard let area = area(map.areas(at: coordinate).country), area.code.length == 2 else { return "" }
    return text(area.code) ?? ""
  }

  /// The record of a place in the tables.
  func settlement(_ place: SearchPlace) -> PackPlace? {
    var near = RangeCollector(AnyPlace(), squared: 4 * PlaceTree.rounding * PlaceTree.rounding)
    settlements.tree.search(PlaceTree.point(place.coordinate), &near)
    for (index, _) in near.found {
      if let record = settlements.places[index], Int64(record.number) == place.id { return record }
    }
    return nil
  }
}
