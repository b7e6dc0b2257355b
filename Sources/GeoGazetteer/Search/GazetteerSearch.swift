import Geo
import SQLite

/// Finds places of an open gazetteer by name.
///
/// The gazetteer owns it. It reads data only when a question needs it.
final class GazetteerSearch {
  let database: Database
  private var lists: [NameList.Kind: NameList] = [:]

  /// Lakes and oceans by name; nil until first used.
  var waters: [String: Int64]?

  init(_ database: Database) { self.database = database }

  /// - Errors: ``GeoError`` `data` for a damaged file.
  func list(_ kind: NameList.Kind) throws(GeoError) -> NameList {
    if let known = lists[kind] { return known }
    let list = try NameList(kind, of: database)
    lists[kind] = list
    return list
  }

  /// The place with a number; nil if it is missing, as in a damaged file.
  func place(_ id: UInt32) throws(GeoError) -> SearchPlace? {
    let row = try database.statement(
      """
      SELECT id, kind, name, latitude, longitude, radius, population, country, region, county, time_zone,
        postal_code, locality, street, house_number, source
      FROM places WHERE id = ?
      """)
    defer { row.reset() }
    row.bind([.integer(Int64(id))])
    guard try row.step(), let coordinate = row.coordinate(3) else { return nil }
    return SearchPlace(
      id: row.integer(0), kind: PlaceKind(rawValue: UInt8(truncatingIfNeeded: row.integer(1))) ?? .settlement,
      name: row.text(2), coordinate: coordinate, radius: row.radius(5),
      population: max(0, Int(row.integer(6))), country: row.text(7), region: row.text(8),
      county: row.text(9), timeZone: row.text(10), postalCode: row.text(11), locality: row.text(12),
      street: row.text(13), houseNumber: row.text(14), source: row.integer(15))
  }

  func area(_ row: UInt32) throws(GeoError) -> SearchArea? {
    let found = try database.statement("SELECT kind, code FROM areas WHERE id = ?")
    defer { found.reset() }
    found.bind([.integer(Int64(row))])
    guard try found.step(), let kind = AreaKind(rawValue: UInt8(truncatingIfNeeded: found.integer(0))) else {
      return nil
    }
    return SearchArea(kind: kind, code: found.text(1))
  }

  /// The number of places examined for one name.
  static let mostPlaces = 1000
}
