import Geo
import SQLite

/// Details of a position beyond its place: postal code, landmarks, street and number.
extension PositionAnswer {
  /// The greatest distance to the center of a postal area, in meters.
  private static let postalReach: Float = 20_000
  /// The default and the greatest radius of a landmark, in meters.
  private static let interestReach = 50.0
  private static let greatestInterestReach: Float = 2_000
  private static let interestCount = 5

  /// Adds the code of the nearest postal area of the country.
  ///
  /// If several areas lie at one point, for example at the center of a city, no code is added:
  /// ``PostalPoints`` has stored one without a code there.
  func addPostalCode(
    to answer: inout GeocodedPlace, _ surroundings: Surroundings, _ sources: inout SourceList
  ) throws(GeoError) {
    let layer = pack.postalAreas
    guard layer.tree.count > 0, answer.address.postalCode == nil else { return }
    if let area = pack.area(surroundings.country), area.hasPostalAreas == 0 { return }
    let filter = HomeFilter(places: layer.places, home: UInt16(exactly: surroundings.country) ?? 0)
    guard
      let found = layer.tree.nearest(
        to: position, layer.places, filter, within: PositionAnswer.postalReach),
      let area = layer.places[found.index], let code = pack.text(area.name)
    else { return }
    answer.address.postalCode = code
    sources.add(area.source)
  }

  /// Adds the landmarks that reach to the position, the smallest first, and the address of the first.
  func addInterests(to answer: inout GeocodedPlace, _ sources: inout SourceList) throws(GeoError) {
    let layer = pack.interests
    guard layer.tree.count > 0 else { return }
    let reach = PositionAnswer.greatestInterestReach + 2 * PlaceTree.rounding
    var range = RangeCollector(AnyPlace(), squared: reach * reach)
    layer.tree.search(position.point, &range)
    var found: [(record: PackPlace, reach: Double, distance: Double)] = []
    for (index, squared) in range.found {
      guard let record = layer.places[index] else { continue }
      let reach =
        record.radius > 0
        ? Double(min(record.radius, PositionAnswer.greatestInterestReach)) : PositionAnswer.interestReach
      guard Double(squared.squareRoot() - 2 * PlaceTree.rounding) <= reach else { continue }
      let distance = Geodesic.distance(from: coordinate, to: record.coordinate)
      if distance <= reach { found.append((record, reach, distance)) }
    }
    found.sort { ($0.reach, $0.distance, $0.record.number) < ($1.reach, $1.distance, $1.record.number) }
    for place in found.prefix(PositionAnswer.interestCount) {
      guard let name = try name(of: place.record), !answer.address.areasOfInterest.contains(name) else {
        continue
      }
      answer.address.areasOfInterest.append(name)
      sources.add(place.record.source)
    }
    guard let first = found.first, first.record.hasAddress != 0 else { return }
    let row = try database.statement(
      "SELECT street, house_number, postal_code, locality FROM places WHERE id = ?")
    defer { row.reset() }
    row.bind([.integer(Int64(first.record.number))])
    guard try row.step() else { return }
    func word(_ column: Int32) -> String? { row.text(column).isEmpty ? nil : row.text(column) }
    answer.address.thoroughfare = word(0)
    answer.address.subThoroughfare = word(1)
    answer.address.postalCode = word(2)
    if let locality = word(3), locality != answer.address.locality {
      answer.address.locality = locality
      answer.address.subLocality = nil
    }
    answer.coordinate = first.record.coordinate
    answer.distance = first.distance
    answer.radius = first.reach
  }

  /// Adds the house at the position, else the street.
  func addStreet(to answer: inout GeocodedPlace, _ sources: inout SourceList) throws(GeoError) {
    guard let (street, distance) = try streets.match(at: coordinate, names) else { return }
    apply(street, to: &answer, &sources)
    answer.distance = distance
  }

  /// Adds a street or a house to a placemark's address.
  func apply(_ street: Street, to answer: inout GeocodedPlace, _ sources: inout SourceList) {
    func word(_ text: String) -> String? { text.isEmpty ? nil : text }
    answer.address.thoroughfare = word(street.name)
    answer.address.subThoroughfare = word(street.number)
    if let code = word(street.postalCode) { answer.address.postalCode = code }
    if let locality = word(street.locality), answer.address.locality != locality {
      if answer.address.subLocality == locality { answer.address.subLocality = nil }
      answer.address.locality = locality
    }
    answer.coordinate = street.coordinate
    answer.radius = street.radius
    sources.add(UInt16(exactly: street.source) ?? 0)
  }
}
