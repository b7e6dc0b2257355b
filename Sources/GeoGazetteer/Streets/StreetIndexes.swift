import Geo
import SQLite

/// Builds the indexes of streets and houses, by position and by name, from the complete tables.
enum StreetIndexes {
  /// Cells hold ``StreetItems``. A term is the name of a street as folded by ``StreetNames``. A house has its
  /// first number and its row in `addresses`, or, if negative, in `places`.
  static let tables = """
    CREATE TABLE street_cells (cell INTEGER PRIMARY KEY, houses BLOB NOT NULL, streets BLOB NOT NULL);
    CREATE TABLE street_terms (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE street_lines (
      term INTEGER NOT NULL, block INTEGER NOT NULL, street INTEGER NOT NULL,
      PRIMARY KEY (term, block, street)) WITHOUT ROWID;
    CREATE TABLE street_houses (
      term INTEGER NOT NULL, block INTEGER NOT NULL, number INTEGER NOT NULL, house INTEGER NOT NULL,
      PRIMARY KEY (term, block, number, house)) WITHOUT ROWID;
    """

  static func write(to database: Database) throws(GeoError) {
    try database.run(tables)
    try database.run(
      """
      CREATE TEMP TABLE line_terms (term INTEGER, block INTEGER, street INTEGER);
      CREATE TEMP TABLE house_terms (term INTEGER, block INTEGER, number INTEGER, house INTEGER)
      """)
    var cells = try StreetCellWriter(database)
    var terms = StreetTerms(database)
    try writeStreets(of: database, &cells, &terms)
    let homeless = try writeHouses(of: database, &cells, &terms)
    try cells.finish()
    try giveStreets(to: homeless, database, &terms)
    try database.run(
      """
      INSERT OR IGNORE INTO street_lines SELECT * FROM line_terms ORDER BY 1, 2, 3;
      INSERT OR IGNORE INTO street_houses SELECT * FROM house_terms ORDER BY 1, 2, 3, 4;
      DROP TABLE line_terms;
      DROP TABLE house_terms
      """)
  }

  private static func writeStreets(
    of database: Database, _ cells: inout StreetCellWriter, _ terms: inout StreetTerms
  ) throws(GeoError) {
    let streets = try database.statement(
      "SELECT id, name, latitude, longitude, line FROM streets ORDER BY id")
    defer { streets.reset() }
    while try streets.step() {
      let id = streets.integer(0)
      guard let coordinate = streets.coordinate(2) else { continue }
      try cells.add(street: id, line: line(streets.blob(4)))
      try add(line: id, streets.text(1), at: coordinate, database, &terms)
    }
    let names = try database.statement(
      """
      SELECT n.street, n.name, s.latitude, s.longitude
      FROM street_names n JOIN streets s ON s.id = n.street ORDER BY n.street, n.language, n.name
      """)
    defer { names.reset() }
    while try names.step() {
      guard let coordinate = names.coordinate(2) else { continue }
      try add(line: names.integer(0), names.text(1), at: coordinate, database, &terms)
    }
  }

  private static func add(
    line id: Int64, _ name: String, at coordinate: CLLocationCoordinate2D, _ database: Database,
    _ terms: inout StreetTerms
  ) throws(GeoError) {
    guard let term = try terms.number(name) else { return }
    try database.run(
      "INSERT INTO line_terms VALUES (?, ?, ?)", .integer(term),
      .integer(Int64(StreetBlock(coordinate).number)), .integer(id))
  }

  /// - Returns: the houses without a street.
  private static func writeHouses(
    of database: Database, _ cells: inout StreetCellWriter, _ terms: inout StreetTerms
  ) throws(GeoError) -> [(id: Int64, number: String, coordinate: CLLocationCoordinate2D)] {
    var homeless: [(id: Int64, number: String, coordinate: CLLocationCoordinate2D)] = []
    let houses = try database.statement(
      """
      SELECT id, street, number, latitude, longitude, radius FROM addresses
      UNION ALL
      SELECT -id, street, house_number, latitude, longitude, radius
      FROM places WHERE house_number <> '' AND street <> ''
      """)
    defer { houses.reset() }
    while try houses.step() {
      let id = houses.integer(0)
      guard let coordinate = houses.coordinate(3) else { continue }
      try cells.add(house: id, at: coordinate, radius: houses.radius(5))
      if houses.text(1).isEmpty {
        homeless.append((id, houses.text(2), coordinate))
      } else {
        try add(house: id, of: houses.text(1), houses.text(2), at: coordinate, database, &terms)
      }
    }
    return homeless
  }

  private static func add(
    house id: Int64, of street: String, _ number: String, at coordinate: CLLocationCoordinate2D,
    _ database: Database, _ terms: inout StreetTerms
  ) throws(GeoError) {
    guard let term = try terms.number(street) else { return }
    try database.run(
      "INSERT INTO house_terms VALUES (?, ?, ?, ?)", .integer(term),
      .integer(Int64(StreetBlock(coordinate).number)), .integer(Int64(HouseNumber(number).value)),
      .integer(id))
  }

  /// Assigns houses without a street to the nearest one.
  private static func giveStreets(
    to houses: [(id: Int64, number: String, coordinate: CLLocationCoordinate2D)], _ database: Database,
    _ terms: inout StreetTerms
  ) throws(GeoError) {
    guard !houses.isEmpty else { return }
    let index = try StreetIndex(database)
    for house in houses {
      guard let line = try index.nearest(to: house.coordinate).street, let street = try index.street(line.id)
      else {
        continue
      }
      try database.run(
        "UPDATE addresses SET street = ? WHERE id = ?", .text(street.name), .integer(house.id))
      try add(house: house.id, of: street.name, house.number, at: house.coordinate, database, &terms)
    }
  }

  /// A damaged line has no pieces.
  private static func line(_ bytes: [UInt8]) -> [CLLocationCoordinate2D] {
    guard let line = try? CoordinateBytes.line(bytes), line.allSatisfy(CLLocationCoordinate2DIsValid) else {
      return []
    }
    return line
  }
}

/// The street names seen so far, by number.
struct StreetTerms {
  private let database: Database
  private var numbers: [String: Int64] = [:]
  /// Houses of one street follow each other.
  private var last: (name: String, number: Int64?)?

  init(_ database: Database) { self.database = database }

  /// Nil for a name without letters.
  mutating func number(_ name: String) throws(GeoError) -> Int64? {
    if let last, last.name == name { return last.number }
    let folded = StreetNames.folded(name)
    let number = folded.isEmpty ? nil : try number(folded: folded)
    last = (name, number)
    return number
  }

  private mutating func number(folded: String) throws(GeoError) -> Int64 {
    if let known = numbers[folded] { return known }
    let number = Int64(numbers.count + 1)
    try database.run("INSERT INTO street_terms VALUES (?, ?)", .integer(number), .text(folded))
    numbers[folded] = number
    return number
  }
}
