import Geo
import SQLite

/// The indexes that are built from complete tables.
enum GazetteerIndexes {
  /// The search indexes, inside the file, built in one transaction.
  static func write(to database: Database) throws(GeoError) {
    try StreetIndexes.write(to: database)
    try SearchIndexes.write(to: database)
  }

  /// The pack beside the file, which answers questions about positions.
  static func writePack(from database: Database, to path: String) throws(GeoError) {
    try GazetteerPack.write(of: database, to: path)
  }

  static func packPath(of gazetteer: String) -> String { gazetteer + ".pack" }
}
