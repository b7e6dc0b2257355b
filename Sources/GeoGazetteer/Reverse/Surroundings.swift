import Geo

/// In which areas a position lies, and which place is nearest within them.
///
/// Areas and places by their numbers in the pack, which are one more than their places in its lists; 0 for none.
struct Surroundings {
  var country: UInt32 = 0
  var region: UInt32 = 0
  var county: UInt32 = 0
  /// What water the position lies on; then it lies on no land.
  var lake: UInt32 = 0
  var ocean: UInt32 = 0
  /// The nearest settlement of the same areas, and its chord in meters.
  var place: (index: Int, record: PackPlace, chord: Float)?

  /// How far land reaches into the sea: what lies within is on it, as harbors and beaches are.
  ///
  /// - Source: GC-31: a point is water only if more than 5 km from all land or inside a lake.
  static let coast: CLLocationDistance = 5_000
  /// From how far a settlement gives a position its name.
  static let nameReach: Float = 50_000
  /// The people of a city; a gazetteer may have nothing smaller.
  private static let city: UInt32 = 100_000

  /// - Returns: nil where nothing at all is known.
  init?(of position: PackPosition, in pack: GazetteerPack) {
    let coordinate = position.coordinate
    // Each reads what has been fetched while the others worked.
    let locus = pack.map.locus(coordinate)
    let layer = pack.settlements
    let found = layer.tree.nearest(to: position, layer.places, AnyPlace())
    let areas = pack.map.areas(at: locus)
    pack.willSay(areas.region)
    pack.willSay(areas.county)
    add(found, layer)
    guard findCountry(areas, coordinate, pack) else {
      // The Caspian Sea is a lake that lies in no country.
      lake = areas.lake
      ocean = lake == 0 ? areas.ocean : 0
      (country, place) = (0, nil)
      guard lake != 0 || ocean != 0 else { return nil }
      return
    }
    findLake(areas, coordinate, pack)
    findPlace(in: areas, position, pack)
  }

  /// Whether a settlement is much nearer than borders are accurate: then it knows better where it is.
  private func isAtPlace(_ pack: GazetteerPack) -> Bool {
    guard let place else { return false }
    return Double(place.chord) <= pack.facts.accuracy / 2
  }

  /// Finds the country, or that there is none.
  private mutating func findCountry(
    _ areas: AreaMap.Answer, _ coordinate: CLLocationCoordinate2D, _ pack: GazetteerPack
  ) -> Bool {
    country = areas.country
    let home = UInt32(place?.record.home ?? 0)
    if country != 0 {
      // Any country's border: one that lies within another need not be cut out of it.
      if home != country, home != 0, isAtPlace(pack),
        pack.map.nearestEdge(to: coordinate, of: .country, within: pack.facts.accuracy) != nil
      {
        country = home
      }
      return true
    }
    guard let place else { return country(within: coordinate, pack) }
    if !isAtPlace(pack), country(within: coordinate, pack) { return true }
    // Small islands have places, and no borders at this scale.
    country = home
    if Double(place.chord) <= Surroundings.coast { return true }
    // Nobody says that it is the sea: there are no borders here.
    return areas.ocean == 0 && pack.facts.hasBorders == 0 && place.chord <= Surroundings.nameReach
  }

  /// Takes the country whose coast is near.
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
    // Without borders the nearest place tells. A city that is far does not: where it is the nearest, the gazetteer has
    // no smaller towns, and the next state may be full of them.
    if region == 0, let place,
      place.chord <= Surroundings.nameReach || place.record.population < Surroundings.city
    {
      region = place.record.region
    }
    if let area = pack.area(areas.county), UInt32(area.country) == country { county = areas.county }
    if county == 0, let place, place.record.region == region { county = place.record.county }
    // A territory that the borders give to another country: its places know better.
    if let own = place?.record.country, own != 0 { country = UInt32(own) }
  }

  private mutating func add(_ found: (index: Int, chord: Float)?, _ layer: PackLayer) {
    guard let found, let record = layer.places[found.index] else { return }
    place = (found.index, record, found.chord)
  }
}
