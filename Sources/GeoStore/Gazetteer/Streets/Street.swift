import Geo

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
  /// What the tables say of a house; nil for a row that is not there, as in a damaged file.
  func house(_ id: Int64) throws(GeoError) -> Street? {
    let row = try database.statement(
      id < 0
        ? """
        SELECT street, house_number, postal_code, locality, country, source, latitude, longitude
        FROM places WHERE id = ?
        """
        : """
        SELECT street, number, postal_code, locality, country, source, latitude, longitude
        FROM addresses WHERE id = ?
        """)
    defer { row.reset() }
    row.bind([.integer(abs(id))])
    guard try row.step() else { return nil }
    var street = Street(
      accuracy: .house,
      coordinate: CLLocationCoordinate2D(latitude: row.real(6), longitude: row.real(7)), name: row.text(0),
      source: row.integer(5))
    street.number = row.text(1)
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
    guard try row.step() else { return nil }
    var street = Street(
      accuracy: .street,
      coordinate: CLLocationCoordinate2D(latitude: row.real(4), longitude: row.real(5)), name: row.text(0),
      source: row.integer(3))
    street.postalCode = row.text(1)
    street.locality = row.text(2)
    return street
  }

  /// The name of a street in the first of the languages that it has one in.
  func name(ofStreet id: Int64, in languages: [String]) throws(GeoError) -> String? {
    let row = try database.statement(
      "SELECT name FROM street_names WHERE street = ? AND language = ? ORDER BY preferred DESC, name LIMIT 1")
    defer { row.reset() }
    for language in languages {
      // `fi-FI` is served by `fi`.
      for tag in [language, String(language.prefix { $0 != "-" })] {
        row.bind([.integer(id), .text(tag)])
        if try row.step() { return row.text(0) }
        row.reset()
      }
    }
    return nil
  }
}
