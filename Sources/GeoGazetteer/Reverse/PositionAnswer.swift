import Geo
import SQLite

/// Builds geocoders' answers from the surroundings of a position.
struct PositionAnswer {
  let gazetteer: Gazetteer
  let pack: GazetteerPack
  /// Preferred languages, see ``ChosenNames``.
  let languages: [String]
  let position: PackPosition

  var coordinate: CLLocationCoordinate2D { position.coordinate }
  var database: Database { gazetteer.database }
  var streets: StreetIndex { gazetteer.streets }
  var names: ChosenNames { ChosenNames(database, languages) }

  /// The least reach of a village, in meters.
  private static let leastReach = 500.0

  /// The main answer: house, place and areas, or water; nil if nothing is known.
  func best(_ surroundings: Surroundings) throws(GeoError) -> GeocodedPlace {
    var answer = GeocodedPlace(coordinate: coordinate)
    var sources = SourceList()
    if surroundings.lake != 0 || surroundings.ocean != 0 {
      try fill(&answer, water: surroundings, &sources)
    } else {
      try fill(&answer, land: surroundings, &sources)
      try addInterests(to: &answer, &sources)
      try addPostalCode(to: &answer, surroundings, &sources)
      if !streets.isEmpty, streets.mayHaveAny(near: coordinate) { try addStreet(to: &answer, &sources) }
      nameAddress(&answer.address)
    }
    answer.attribution = pack.attribution(sources)
    return answer
  }

  /// A street or a house at the requested position, with its areas.
  func place(of street: Street, in surroundings: Surroundings?) throws(GeoError) -> GeocodedPlace {
    var answer = GeocodedPlace(coordinate: coordinate)
    var sources = SourceList()
    if let surroundings {
      try fill(&answer, land: surroundings, &sources)
      try addPostalCode(to: &answer, surroundings, &sources)
    }
    if answer.address.ISOcountryCode == nil, !street.country.isEmpty {
      answer.address.ISOcountryCode = street.country
    }
    apply(street, to: &answer, &sources)
    answer.distance = nil
    nameAddress(&answer.address)
    answer.attribution = pack.attribution(sources)
    return answer
  }

  /// The street or house of a position of which nothing else is known, for example in a gazetteer of streets
  /// only.
  func streetAlone() throws(GeoError) -> GeocodedPlace? {
    guard !streets.isEmpty, let (street, distance) = try streets.match(at: coordinate, names) else {
      return nil
    }
    var answer = try place(of: street, in: nil)
    answer.distance = distance
    return answer
  }

  /// Names an address after its smallest part.
  ///
  /// Works in place, because copying all texts costs more than the whole step.
  private func nameAddress(_ address: inout PlacemarkAddress) {
    address.name =
      (address.thoroughfare == nil ? nil : address.street) ?? address.areasOfInterest.first
      ?? address.subLocality ?? address.locality ?? address.subAdministrativeArea
      ?? address.administrativeArea ?? address.country
  }

  /// A nearby settlement as a separate place.
  func neighbor(_ record: PackPlace, at distance: CLLocationDistance) throws(GeoError) -> GeocodedPlace {
    var answer = GeocodedPlace(coordinate: record.coordinate)
    var sources = SourceList()
    try fill(&answer, place: record, at: distance, &sources)
    let country = record.country != 0 ? record.country : record.home
    try fill(&answer, country: UInt32(country), region: record.region, county: record.county, &sources)
    answer.address.name = answer.address.subLocality ?? answer.address.locality
    answer.attribution = pack.attribution(sources)
    return answer
  }

  private func fill(
    _ answer: inout GeocodedPlace, water: Surroundings, _ sources: inout SourceList
  ) throws(GeoError) {
    let number = water.lake != 0 ? water.lake : water.ocean
    let name = try name(ofArea: number, &sources)
    if water.lake != 0 {
      answer.address.inlandWater = name
      // A lake has a country, as with Apple; the sea does not.
      try fill(&answer, country: water.country, region: water.region, county: 0, &sources)
    } else {
      answer.address.ocean = name
    }
    answer.address.name = name
    answer.timeZone = water.place.flatMap { pack.zone($0.record.zone) }
    answer.distance = 0
  }

  private func fill(
    _ answer: inout GeocodedPlace, land: Surroundings, _ sources: inout SourceList
  ) throws(GeoError) {
    answer.distance = 0
    if let place = land.place {
      if place.chord <= Surroundings.nameReach {
        let distance = position.distance(to: place.record.coordinate)
        try fill(&answer, place: place.record, at: distance, &sources)
      } else if place.chord <= Surroundings.farthest {
        answer.timeZone = pack.zone(place.record.zone)
      }
    }
    try fill(&answer, country: land.country, region: land.region, county: land.county, &sources)
  }

  /// Fills in a settlement and the city that it is part of.
  private func fill(
    _ answer: inout GeocodedPlace, place record: PackPlace, at distance: CLLocationDistance,
    _ sources: inout SourceList
  ) throws(GeoError) {
    sources.add(record.source)
    answer.coordinate = record.coordinate
    answer.distance = distance
    answer.radius =
      record.radius > 0
      ? Double(record.radius) : max(PositionAnswer.leastReach, PackParents.reach(record.population))
    answer.timeZone = pack.zone(record.zone)
    let name = try name(of: record)
    if let city = pack.settlements.places[Int(record.parent) - 1] {
      answer.address.subLocality = name
      answer.address.locality = try self.name(of: city)
      sources.add(city.source)
    } else if record.kind == PlaceKind.suburb.rawValue {
      answer.address.subLocality = name
    } else {
      answer.address.locality = name
    }
  }

  private func fill(
    _ answer: inout GeocodedPlace, country: UInt32, region: UInt32, county: UInt32,
    _ sources: inout SourceList
  ) throws(GeoError) {
    if let area = pack.area(country) {
      answer.address.country = try name(ofArea: country, &sources)
      // Areas without a two-letter ISO code have the border file's own code.
      if area.code.length == 2 { answer.address.ISOcountryCode = pack.areaCode(country) }
    }
    if region != 0 { answer.address.administrativeArea = try name(ofArea: region, &sources) }
    if county != 0 { answer.address.subAdministrativeArea = try name(ofArea: county, &sources) }
  }

  func name(of record: PackPlace) throws(GeoError) -> String? {
    if !languages.isEmpty, let name = try names.name(ofPlace: record.number) { return name }
    return pack.text(record.name)
  }

  private func name(ofArea number: UInt32, _ sources: inout SourceList) throws(GeoError) -> String? {
    guard let area = pack.area(number) else { return nil }
    sources.add(area.source)
    if !languages.isEmpty, let name = try names.name(ofArea: area.number) { return name }
    return pack.areaName(number)
  }
}

/// The set of sources of an answer.
struct SourceList: Hashable {
  /// A bit for each source up to 63; most gazetteers have fewer.
  private var few: UInt64 = 0
  private var others: Set<UInt16> = []

  @inline(__always)
  mutating func add(_ source: UInt16) {
    // 0 is none.
    if source == 0 { return }
    if source < 64 { few |= 1 << UInt64(source) } else { others.insert(source) }
  }

  /// Their numbers in ascending order.
  var sorted: [UInt16] { (1..<64).filter { few >> UInt64($0) & 1 == 1 } + others.sorted() }
}
