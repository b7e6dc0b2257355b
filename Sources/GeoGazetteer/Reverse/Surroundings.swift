import Geo

/// The areas that hold a position, and the nearest place within them.
///
/// Areas and places are numbers in the pack: index plus one, 0 for none.
struct Surroundings {
  var country: UInt32 = 0
  var region: UInt32 = 0
  var county: UInt32 = 0
  /// The water that the position lies on, if it is not on land.
  var lake: UInt32 = 0
  var ocean: UInt32 = 0
  /// The nearest settlement of the same areas, and its chord in meters.
  var place: (index: Int, record: PackPlace, chord: Float)?

  /// How far land extends into the sea, so that harbors and beaches count as land.
  ///
  /// - Source: GC-31: a point is water only if more than 5 km from all land or inside a lake.
  static let coast: CLLocationDistance = 5_000
  /// The distance within which a settlement names a position.
  static let nameReach: Float = 50_000
  /// The distance beyond which a settlement says nothing of a position: neither its region nor its time zone.
  static let farthest: Float = 1_000_000
  /// The population of a city; a gazetteer may have only cities.
  private static let city: UInt32 = 100_000

  /// - Returns: nil if nothing at all is known.
  init?(of position: PackPosition, in pack: GazetteerPack) {
    let coordinate = position.coordinate
    // Each step reads what was prefetched while the others worked.
    let locus = pack.map.locus(coordinate)
    let layer = pack.settlements
    let found = layer.tree.nearest(to: position, layer.places, AnyPlace())
    let areas = pack.map.areas(at: locus)
    pack.willSay(areas.region)
    pack.willSay(areas.county)
    add(found, layer)
    guard findCountry(areas, coordinate, pack) else {
      // The Caspian Sea is a lake without a country.
      lake = areas.lake
      ocean = lake == 0 ? areas.ocean : 0
      (country, place) = (0, nil)
      guard lake != 0 || ocean != 0 else { return nil }
      return
    }
    findLake(areas, coordinate, pack)
    findPlace(in: areas, position, pack)
  }

  /// Whether a settlement is much nearer than the accuracy of borders; then its own country counts.
  private func isAtPlace(_ pack: GazetteerPack) -> Bool {
    guard let place else { return false }
    return Double(place.chord) <= pack.facts.accuracy / 2
  }

  /// Finds the country, if there is one.
  private mutating func findCountry(
    _ areas: AreaMap.Answer, _ coordinate: CLLocationCoordinate2D, _ pack: GazetteerPack
  ) -> Bool {
    country = areas.country
    let home = UInt32(place?.record.home ?? 0)
    if country != 0 {
      // Any country's border counts: an enclave need not be cut out of the country around it.
      if home != country, home != 0, isAtPlace(pack),
        pack.map.nearestEdge(to: coordinate, of: .country, within: pack.facts.accuracy) != nil
      {
        country = home
      }
      return true
    }
    guard let place else { return country(within: coordinate, pack) }
    if !isAtPlace(pack), country(within: coordinate, pack) { return true }
    // Small islands have places but no borders at this scale.
    country = home
    if Double(place.chord) <= Surroundings.coast { return true }
    // The gazetteer has no borders here, so this need not be the sea.
    return areas.ocean == 0 && pack.facts.hasBorders == 0 && place.chord <= Surroundings.nameReach
  }

  /// Uses the country whose coast is near.
  private mutating func country(within coordinate: CLLocationCoordinate2D, _ pack: GazetteerPack) -> Bool {
    guard let edge = pack.map.nearestEdge(to: coordinate, of: .country, within: Surroundings.coast) else {
      return false
    }
    country = edge.area
    return true
  }

  private mutating func findLake(
    _ areas: AreaMap.Answer, _ coordinate: CLLocationCoordinate2D, _ pack: GazetteerPack
  ) {
    guard areas.lake != 0 else { return }
    // A town at the shore of a lake that is drawn too large, or on an island in it.
    if isAtPlace(pack),
      pack.map.nearestEdge(to: coordinate, of: .lake, area: areas.lake, within: pack.facts.accuracy) != nil
    {
      return
    }
    lake = areas.lake
  }

  /// Finds the first-level area and the nearest place within it.
  private mutating func findPlace(
    in areas: AreaMap.Answer, _ position: PackPosition, _ pack: GazetteerPack
  ) {
    let layer = pack.settlements
    if let place, UInt32(place.record.home) != country {
      self.place = nil
      if let area = pack.area(country), area.placeCount > 0, let home = UInt16(exactly: country) {
        let filter = HomeFilter(places: layer.places, home: home)
        add(layer.tree.nearest(to: position, layer.places, filter), layer)
      }
    }
    if let area = pack.area(areas.region), UInt32(area.country) == country { region = areas.region }
    if let place, region != 0, place.record.region != region, let area = pack.area(region) {
      if isAtPlace(pack), place.record.region != 0,
        pack.map.nearestEdge(to: position.coordinate, of: .region, area: region, within: pack.facts.accuracy)
          != nil
      {
        region = place.record.region
      } else if area.placeCount > 0 {
        let filter = RegionFilter(places: layer.places, region: region)
        add(layer.tree.nearest(to: position, layer.places, filter), layer)
      }
    }
    // Without borders the nearest place decides, unless it is a distant city: then the gazetteer has no
    // smaller towns, and the position may belong to the next state.
    if region == 0, let place,
      place.chord <= Surroundings.nameReach || place.record.population < Surroundings.city,
      place.chord <= Surroundings.farthest
    {
      region = place.record.region
    }
    if let area = pack.area(areas.county), UInt32(area.country) == country { county = areas.county }
    if county == 0, let place, place.chord <= Surroundings.farthest, place.record.region == region {
      county = place.record.county
    }
    // In a territory that the borders give to another country, its places decide.
    if let own = place?.record.country, own != 0 { country = UInt32(own) }
  }

  private mutating func add(_ found: (index: Int, chord: Float)?, _ layer: PackLayer) {
    guard let found, let record = layer.places[found.index] else { return }
    place = (found.index, record, found.chord)
  }
}
