import Geo
import SQLite

/// A street, or a house in one, as a gazetteer has it.
struct Street {
  enum Accuracy: Comparable {
    /// Only the street is known.
    case street
    /// Between two houses that are.
    case interpolated
    case house
  }

  var accuracy: Accuracy
  var coordinate: CLLocationCoordinate2D
  /// How far it reaches, in meters.
  var radius = 0.0
  var name: String
  var number = ""
  var postalCode = ""
  /// The city; empty where nobody says, as what follows.
  var locality = ""
  var country = ""
  /// Its row in `sources`.
  var source: Int64
}

extension StreetIndex {
  /// What the tables say of a house; nil for a row that is not there or says nonsense, as in a damaged file.
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
    row.bind([.integer(abs(id))])
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

  /// What the tables say of a street, at its middle; nil for a row that is not there.
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

  /// What a street is called in the languages that somebody wants.
  func name(of street: Street, _ names: ChosenNames) throws(GeoError) -> String {
    guard !names.languages.isEmpty, let line = try nearest(to: street.coordinate).street,
      let other = try self.street(line.id), StreetNames.folded(other.name) == StreetNames.folded(street.name)
    else { return street.name }
    return try names.name(ofStreet: UInt32(clamping: line.id)) ?? street.name
  }

  /// The house, else the street, that a position is at, and how far it is from it in meters.
  func match(
    at coordinate: CLLocationCoordinate2D, _ names: ChosenNames
  ) throws(GeoError) -> (street: Street, distance: CLLocationDistance)? {
    let (house, line) = try nearest(to: coordinate)
    let street = try line.flatMap { (line) throws(GeoError) in try self.street(line.id) }
    let known = try house.flatMap { (house) throws(GeoError) in try self.house(house.id) }
    guard var found = known ?? street, let distance = known == nil ? line?.distance : house?.distance else {
      return nil
    }
    // A house whose street nobody says is in the one beside it.
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
