import Geo
import SQLite

/// A street, or a house in one.
struct Street {
  enum Accuracy: Comparable {
    /// Only the street is known.
    case street
    /// Interpolated between two known houses.
    case interpolated
    case house
  }

  var accuracy: Accuracy
  var coordinate: CLLocationCoordinate2D
  /// Its radius, in meters.
  var radius = 0.0
  var name: String
  var number = ""
  var postalCode = ""
  /// The city; empty if unknown, like what follows.
  var locality = ""
  var country = ""
  /// Its row in `sources`.
  var source: Int64
}

extension StreetIndex {
  /// Reads a house from the tables; nil for a missing or invalid row, as in a damaged file.
  func house(_ id: Int64) throws(GeoError) -> Street? {
    let row = try database.statement(
      id < 0
        ? """
        SELECT street, house_number, postal_code, locality, country, source, latitude, longitude, radius
        FROM places WHERE id = ?
        """
        : """
        SELECT street, number, postal_code, locality, country, source, latitude, longitude, radius
        FROM addresses WHERE id = ?
        """)
    defer { row.reset() }
    row.bind([.integer(Int64(clamping: id.magnitude))])
    guard try row.step(), let coordinate = row.coordinate(6) else { return nil }
    var street = Street(
      accuracy: .house, coordinate: coordinate, name: row.text(0), source: row.integer(5))
    street.number = row.text(1)
    street.radius = row.radius(8)
    street.postalCode = row.text(2)
    street.locality = row.text(3)
    street.country = row.text(4)
    return street
  }

  /// Reads a street from the tables, at its middle; nil for a missing row.
  func street(_ id: Int64) throws(GeoError) -> Street? {
    let row = try database.statement(
      "SELECT name, postal_code, locality, source, latitude, longitude FROM streets WHERE id = ?")
    defer { row.reset() }
    row.bind([.integer(id)])
    guard try row.step(), let coordinate = row.coordinate(4) else { return nil }
    var street = Street(
      accuracy: .street, coordinate: coordinate, name: row.text(0), source: row.integer(3))
    street.postalCode = row.text(1)
    street.locality = row.text(2)
    return street
  }

  /// The name of a street in the preferred languages.
  func name(of street: Street, _ names: ChosenNames) throws(GeoError) -> String {
    guard !names.languages.isEmpty, let line = try nearest(to: street.coordinate).street,
      let other = try self.street(line.id), StreetNames.folded(other.name) == StreetNames.folded(street.name)
    else { return street.name }
    return try names.name(ofStreet: UInt32(clamping: line.id)) ?? street.name
  }

  /// The house at a position, else the street, with the distance in meters.
  func match(
    at coordinate: CLLocationCoordinate2D, _ names: ChosenNames
  ) throws(GeoError) -> (street: Street, distance: CLLocationDistance)? {
    let (house, line) = try nearest(to: coordinate)
    let street = try line.flatMap { (line) throws(GeoError) in try self.street(line.id) }
    let known = try house.flatMap { (house) throws(GeoError) in try self.house(house.id) }
    guard var found = known ?? street, let distance = known == nil ? line?.distance : house?.distance else {
      return nil
    }
    // A house without a street is in the nearest one.
    if found.name.isEmpty { found.name = street?.name ?? "" }
    if known == nil, let line { found.coordinate = line.coordinate }
    if let line, let street, !names.languages.isEmpty,
      StreetNames.folded(street.name) == StreetNames.folded(found.name),
      let name = try names.name(ofStreet: UInt32(clamping: line.id))
    {
      found.name = name
    }
    return (found, distance)
  }
}
