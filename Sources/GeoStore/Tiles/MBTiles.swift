public import Geo
import SQLite

/// Tiles in an SQLite file.
///
/// - Source: MBTiles 1.3, github.com/mapbox/mbtiles-spec: tables or views `metadata` and `tiles`; rows count from the
///   south.
public final class MBTiles: TileArchive {
  public let path: String
  public private(set) var source = TileSource()
  public private(set) var isVector = false
  public private(set) var bounds: MKMapRect?
  private let database: Database

  public init(path: String) throws(GeoError) {
    self.path = path
    do throws(GeoError) {
      database = try Database(path: path, mode: .read)
      database.limit(length: TileArchives.greatestLength, work: 50)
      // The file's views are untrusted.
      try database.run("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON")
    } catch {
      throw MBTiles.explained(error, path)
    }
    try readMetadata()
  }

  private func readMetadata() throws(GeoError) {
    var words: [String: String] = [:]
    try reading { () throws(GeoError) in
      let rows = try database.statement("SELECT name, value FROM metadata LIMIT 1000")
      defer { rows.reset() }
      while try rows.step() { words[rows.text(0)] = rows.text(1) }
    }
    if let format = words["format"]?.lowercased() {
      isVector = format.contains("pbf") || format.contains("vector-tile")
    }
    let levels = try levels(words)
    source.levels = levels
    source.attribution = words["attribution"].flatMap(TileArchives.plainText)
    if let text = words["bounds"] {
      bounds = TileArchives.bounds(
        text.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) })
    }
  }

  /// The levels in the metadata, else those of the tiles.
  private func levels(_ words: [String: String]) throws(GeoError) -> ClosedRange<Int> {
    if let low = words["minzoom"].flatMap({ Int($0) }), let high = words["maxzoom"].flatMap({ Int($0) }),
      0 <= low, low <= high, high <= 30
    {
      return low...high
    }
    return try reading { () throws(GeoError) in
      let row = try database.statement("SELECT MIN(zoom_level), MAX(zoom_level) FROM tiles")
      defer { row.reset() }
      guard try row.step(), !row.isNull(0), (0...30).contains(row.integer(0)),
        (0...30).contains(row.integer(1))
      else { throw GeoError(.data, "has no tiles", at: path) }
      return Int(row.integer(0))...Int(row.integer(1))
    }
  }

  public func tile(z: Int, x: Int, y: Int) throws(GeoError) -> [UInt8]? {
    guard (0...30).contains(z) else { return nil }
    return try reading { () throws(GeoError) in
      let row = try database.statement(
        "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
      defer { row.reset() }
      row.bind([.integer(Int64(z)), .integer(Int64(x)), .integer(Int64((1 << z) - 1 - y))])
      guard try row.step(), !row.isNull(0) else { return nil }
      let bytes = row.blob(0)
      // The format asks for gzip; some writers leave it out.
      guard isVector, bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
      guard let tile = Inflate.gzip(bytes, limit: TileArchives.greatestVector) else {
        throw GeoError(.data, "tile \(z)/\(x)/\(y) is not complete gzip data, or is too large", at: path)
      }
      return tile
    }
  }

  private func reading<Result>(_ body: () throws(GeoError) -> Result) throws(GeoError) -> Result {
    database.beginWork()
    do throws(GeoError) { return try body() } catch { throw MBTiles.explained(error, path) }
  }

  /// Replaces the database's messages, which are worded for state directories.
  private static func explained(_ error: GeoError, _ path: String) -> GeoError {
    switch error.code {
    case .data where error.message.hasPrefix("is damaged"):
      return GeoError(.data, "is damaged, or is not an MBTiles file", at: path)
    case .internal: return GeoError(.data, "is not an MBTiles file (\(error.message))", at: path)
    case .cannotCreate: return GeoError(.noInput, error.message, at: path)
    default: return error
    }
  }
}
