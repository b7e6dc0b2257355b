import Geo

/// Makes places, as geocoders answer them, of what lies around a position.
struct PositionAnswer {
  let gazetteer: Gazetteer
  let pack: GazetteerPack
  /// Those that are wanted, see ``ChosenNames``.
  let languages: [String]
  let position: PackPosition

  var coordinate: CLLocationCoordinate2D { position.coordinate }
  var database: Database { gazetteer.database }
  var streets: StreetIndex { gazetteer.streets }
  var names: ChosenNames { ChosenNames(database, languages) }

  /// A village reaches this far at least, in meters.
  private static let leastReach = 500.0

  /// What a position is: its house, place and areas, or its water; nil where nothing is known.
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

  /// A street or a house, at the position that was asked for, with the areas that it is in.
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

  /// The street or the house of a position of which nothing else is known, as in a gazetteer of streets only.
  func streetAlone() throws(GeoError) -> GeocodedPlace? {
    guard !streets.isEmpty, let (street, distance) = try streets.match(at: coordinate, names) else {
      return nil
    }
    var answer = try place(of: street, in: nil)
    answer.distance = distance
    return answer
  }

  /// Gives an address the name of the smallest that it says.
  ///
  /// In place, and without its `street` where it has none: a copy of all its texts costs more than all of this.
  private func nameAddress(_ address: inout PlacemarkAddress) {
    address.name =
      (address.thoroughfare == nil ? nil : address.street) ?? address.areasOfInterest.first
      ?? address.subLocality ?? address.locality ?? address.subAdministrativeArea
      ?? address.administrativeArea ?? address.country
  }

  /// A settlement nearby, as a place of its own.
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
      // A lake lies in a country, as for Apple; the sea does not.
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
      } else {
        answer.timeZone = pack.zone(place.record.zone)
      }
    }
    try fill(&answer, country: land.country, region: land.region, county: land.county, &sources)
  }

  /// What a settlement says: itself, and the city that it is a part of.
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
      // Borders of what has no code of two letters have one of their own.
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

/// The sources of an answer, each once.
struct SourceList: Hashable {
  /// A bit for each of those up to 63; most gazetteers have no more.
  private var few: UInt64 = 0
  private var others: Set<UInt16> = []

  @inline(__always)
  mutating func add(_ source: UInt16) {
    // 0 is none.
    if source == 0 { return }
    if source < 64 { few |= 1 << UInt64(source) } else { others.insert(source) }
  }

  /// Their numbers, the least first.
  var sorted: [UInt16] { (1..<64).filter { few >> UInt64($0) & 1 == 1 } + others.sorted() }
}
