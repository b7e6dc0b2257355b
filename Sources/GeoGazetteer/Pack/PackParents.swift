import Geo

/// Finds the city that each settlement is part of.
///
/// - Source: GC-30: a place within 0.0035·√population km of a more populous one in the same first-level area
///   is its `subLocality`. Districts named after the city with a number or a bracket are parts of it wherever
///   they lie: Paris reaches 5.1 km, and its 16th arrondissement is 5.3 km from the middle.
enum PackParents {
  /// How far a city reaches, in meters.
  static func reach(_ population: UInt32) -> Double { 3.5 * Double(population).squareRoot() }

  /// How far a suburb outside every city's reach may be from its city, in meters.
  private static let suburbReach: Float = 30_000

  /// - Parameters:
  ///   - places: in the order of the tree of `nodes` and `leaves`.
  ///   - names: the texts that hold the names of places.
  ///   - check: called now and then.
  static func find(
    _ places: inout [PackPlace], names: [UInt8], nodes: [UInt8], leaves: [UInt8],
    check: () throws(GeoError) -> Void = {}
  ) throws(GeoError) {
    let bytes = [nodes, leaves, places.packed].map(PackBytes.init)
    guard let layer = PackLayer(nodes: bytes[0].bytes, leaves: bytes[1].bytes, places: bytes[2].bytes) else {
      return
    }
    for (index, city) in places.enumerated() {
      if index % PackBuilder.checkedEvery == 0 { try check() }
      guard city.kind == PlaceKind.settlement.rawValue, city.population > 0 else { continue }
      let reach = PackParents.reach(city.population)
      for other in near(layer, city, Float(reach)) where other != index {
        guard isPart(places[other], of: city),
          Geodesic.distance(from: city.coordinate, to: places[other].coordinate) <= reach
        else { continue }
        let known = places[other].parent
        if known == 0 || isMore(city, places[Int(known) - 1]) { places[other].parent = UInt32(index) + 1 }
      }
    }
    for (index, part) in places.enumerated() {
      if index % PackBuilder.checkedEvery == 0 { try check() }
      guard let name = numbered(part.name, names) else { continue }
      let cities = near(layer, part, suburbReach).filter {
        places[$0].kind == PlaceKind.settlement.rawValue && isPart(part, of: places[$0])
          && text(places[$0].name, names).elementsEqual(name)
      }
      if let city = cities.max(by: { isMore(places[$1], places[$0]) }) {
        places[index].parent = UInt32(city) + 1
      }
    }
    for (index, suburb) in places.enumerated()
    where suburb.kind == PlaceKind.suburb.rawValue && suburb.parent == 0 {
      places[index].parent = nearestCity(of: suburb, layer, places)
    }
    withExtendedLifetime(bytes) {}
  }

  private static func text(_ name: PackName, _ names: [UInt8]) -> ArraySlice<UInt8> {
    guard let long = name.long else { return name.shortLetters[...] }
    return names[Int(long.offset)..<Int(long.offset) + Int(long.length)]
  }

  /// The city in the name of one of its districts: Paris 16 Passy, Zürich (Kreis 12). Nil for other names.
  private static func numbered(_ name: PackName, _ names: [UInt8]) -> ArraySlice<UInt8>? {
    let letters = text(name, names)
    for (index, letter) in zip(letters.indices, letters).dropFirst().dropLast() where letter == 0x20 {
      let next = letters[index + 1]
      if next == UInt8(ascii: "(") || 0x30...0x39 ~= next { return letters[..<index] }
    }
    return nil
  }

  private static func near(_ layer: PackLayer, _ place: PackPlace, _ reach: Float) -> [Int] {
    // A chord is shorter than its geodesic, and stored values are rounded.
    let chord = reach + 2 * PlaceTree.rounding
    var range = RangeCollector(AnyPlace(), squared: chord * chord)
    layer.tree.search(PlaceTree.point(place.coordinate), &range)
    return range.found.map(\.index)
  }

  private static func isPart(_ place: PackPlace, of city: PackPlace) -> Bool {
    place.country == city.country && place.region == city.region
      && (place.kind == PlaceKind.suburb.rawValue || place.population < city.population)
  }

  private static func isMore(_ a: PackPlace, _ b: PackPlace) -> Bool {
    (a.population, b.number) > (b.population, a.number)
  }

  /// The nearest city to a suburb, by distance relative to the city's reach.
  private static func nearestCity(of suburb: PackPlace, _ layer: PackLayer, _ places: [PackPlace]) -> UInt32 {
    var best: (city: Int, share: Double)?
    for index in near(layer, suburb, suburbReach).sorted() {
      let city = places[index]
      guard city.kind == PlaceKind.settlement.rawValue, isPart(suburb, of: city) else { continue }
      let distance = Geodesic.distance(from: suburb.coordinate, to: city.coordinate)
      let share = distance / PackParents.reach(max(city.population, 500))
      if share < best?.share ?? .infinity { best = (index, share) }
    }
    return best.map { UInt32($0.city) + 1 } ?? 0
  }
}
