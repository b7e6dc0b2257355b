public import Geo

extension Gazetteer {
  /// Puts the house, the street and their postal code into what is known of a position.
  func addStreet(
    to place: inout GeocodedPlace, at coordinate: CLLocationCoordinate2D, languages: [String]
  ) throws(GeoError) {
    let (house, line) = try streets.nearest(to: coordinate)
    guard house != nil || line != nil else { return }
    let street = try line.flatMap { (line) throws(GeoError) in try streets.street(line.id) }
    guard var found = try house.flatMap({ (house) throws(GeoError) in try streets.house(house.id) }) ?? street
    else {
      return
    }
    if found.accuracy == .street, let line { found.coordinate = line.coordinate }
    // A house whose street nobody says is in the one beside it.
    if found.name.isEmpty { found.name = street?.name ?? "" }
    var name: String?
    if let line, let street, !languages.isEmpty,
      StreetNames.folded(street.name) == StreetNames.folded(found.name)
    {
      name = try streets.name(ofStreet: line.id, in: languages)
    }
    place.distance = house?.distance ?? line?.distance
    try apply(found, named: name ?? found.name, to: &place)
  }

  /// A street or a house with all that is known of where it is.
  func place(of street: Street, languages: [String]) throws(GeoError) -> GeocodedPlace {
    var place = try surroundings(of: street.coordinate, languages: languages)
    place.distance = nil
    try apply(street, named: street.name, to: &place)
    return place
  }

  private func apply(_ street: Street, named name: String, to place: inout GeocodedPlace) throws(GeoError) {
    place.coordinate = street.coordinate
    place.radius = street.radius
    if !street.country.isEmpty, place.address.ISOcountryCode == nil {
      place.address.ISOcountryCode = street.country
    }
    if !street.locality.isEmpty, place.address.locality != street.locality {
      // Who lives there says which city it is; whose part the nearest name is does not follow.
      if place.address.subLocality == street.locality { place.address.subLocality = nil }
      place.address.locality = street.locality
    }
    if !street.postalCode.isEmpty { place.address.postalCode = street.postalCode }
    place.address.thoroughfare = name.isEmpty ? nil : name
    place.address.subThoroughfare = street.number.isEmpty ? nil : street.number
    if let line = place.address.street { place.address.name = line }
    let attribution = try attribution(of: street.source)
    if !attribution.isEmpty, !place.attribution.contains(attribution) {
      place.attribution += (place.attribution.isEmpty ? "" : "; ") + attribution
    }
  }

  private func attribution(of source: Int64) throws(GeoError) -> String {
    try database.text("SELECT attribution FROM sources WHERE id = ?", .integer(source))
  }
}

extension Gazetteer {
  public func find(_ name: String, _ number: String) throws(GeoError) -> [GeocodedPlace] {
    var all: [GeocodedPlace] = []
    for s in try streets.streets(named: name, number: number) { all.append(try place(of: s, languages: [])) }
    return all
  }
}
