import Geo
import SQLite

/// What is made of a gazetteer's tables once they are whole.
enum GazetteerIndexes {
  /// What searches: inside the file, in one transaction with others of its kind.
  static func write(to database: Database) throws(GeoError) {
    try StreetIndexes.write(to: database)
    try SearchIndexes.write(to: database)
  }

  /// What answers where something is: beside the file.
  static func writePack(from database: Database, to path: String) throws(GeoError) {
    try GazetteerPack.write(of: database, to: path)
  }

  static func packPath(of gazetteer: String) -> String { gazetteer + ".pack" }
}
