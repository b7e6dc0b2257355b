public import Geo

/// Makes a gazetteer file of records.
public final class GazetteerBuilder {
  let database: Database
  private var source: Int64 = 0

  /// - Parameter path: the file that is made; it must not be there.
  /// - Errors: ``GeoError`` where it cannot be made.
  public init(path: String) throws(GeoError) {
    database = try Database(path: path, mode: .write)
    try database.run("PRAGMA application_id = \(GazetteerSchema.applicationID)")
    try database.run("PRAGMA user_version = \(GazetteerSchema.version)")
    try database.run(GazetteerSchema.tables)
  }

  /// Says where the records that follow come from.
  public func begin(_ source: GazetteerSource) throws(GeoError) {
    try database.run(
      "INSERT INTO sources (name, attribution, licence, hash, records) VALUES (?, ?, ?, ?, 0)",
      .text(source.name), .text(source.attribution), .text(source.licence), .text(source.hash))
    self.source = try database.integer("SELECT last_insert_rowid()")
  }

  public func add(_ record: GazetteerRecord) throws(GeoError) {
    switch record {
    case .place(let place): try add(place)
    case .name, .area, .street, .address: break
    }
  }

  private func add(_ place: PlaceRecord) throws(GeoError) {
    try database.run(
      """
      INSERT INTO places (key, kind, name, latitude, longitude, radius, population, country, region, county,
        time_zone, postal_code, locality, street, house_number, source)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(place.key), .integer(Int64(place.kind.rawValue)), .text(place.name),
      .real(place.coordinate.latitude), .real(place.coordinate.longitude), .real(place.radius),
      .integer(Int64(place.population)), .text(place.country), .text(place.region), .text(place.county),
      .text(place.timeZone), .text(place.postalCode), .text(place.locality), .text(place.street),
      .text(place.houseNumber), .integer(source))
  }

  /// Numbers the places by importance, makes what searches and the pack, and closes the file.
  public func finish() throws(GeoError) {}
}
