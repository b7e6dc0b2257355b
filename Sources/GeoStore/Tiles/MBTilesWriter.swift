public import Geo
import SQLite

/// Writes tiles into a new SQLite file.
///
/// - Source: MBTiles 1.3, github.com/mapbox/mbtiles-spec: the tables `metadata` and `tiles`; rows count from the south.
public final class MBTilesWriter {
  private let database: Database

  /// - Errors: ``GeoError`` if the file cannot be created, or if there is one already.
  public init(path: String) throws(GeoError) {
    let advice = Database.Advice(ofDamage: "remove it", ofLoss: "the map is not complete")
    database = try Database(path: path, mode: .write, advice: advice)
    // A file that is not complete is never used.
    try database.run(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA application_id = 0x4d504258;
      BEGIN;
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
      """)
  }

  /// Adds a tile, whose row counts from the north.
  ///
  /// - Errors: ``GeoError`` for a full disk and for a tile that is there already.
  public func add(_ bytes: [UInt8], z: Int, x: Int, y: Int) throws(GeoError) {
    try database.run(
      "INSERT INTO tiles VALUES (?, ?, ?, ?)", .integer(Int64(z)), .integer(Int64(x)),
      .integer(Int64((1 << z) - 1 - y)), .blob(bytes))
  }

  /// Completes the file.
  ///
  /// - Parameter metadata: names and values of the format's list, such as `name`, `format`, `bounds`.
  /// - Errors: ``GeoError`` for a full disk.
  public func finish(_ metadata: KeyValuePairs<String, String>) throws(GeoError) {
    for (name, value) in metadata {
      try database.run("INSERT INTO metadata VALUES (?, ?)", .text(name), .text(value))
    }
    try database.run("COMMIT")
  }
}
