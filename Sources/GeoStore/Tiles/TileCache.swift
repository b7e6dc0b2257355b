public import Geo
import Glibc

/// Tiles of servers, kept on disk between runs; one thread at a time, while several programs may share the file.
///
/// It is bounded: what was used longest ago goes first. One that is damaged is made anew, as nothing in it is lost.
public final class TileCache {
  /// A tile as a server gave it.
  public struct Entry: Sendable {
    public var bytes: [UInt8]
    /// `ETag` and `Last-Modified`, to ask whether it still holds; empty without.
    public var tag: String
    public var modified: String
    /// Until when it need not be asked, in seconds since 1970.
    public var expires: Double

    public init(bytes: [UInt8], tag: String, modified: String, expires: Double) {
      (self.bytes, self.tag, self.modified, self.expires) = (bytes, tag, modified, expires)
    }
  }

  private let database: Database
  /// Bytes of tiles.
  private let limit: Int64

  public static let standardLimit = 256 << 20

  /// - Parameter folder: made where it is not there.
  /// - Errors: ``GeoError`` where nothing can be kept.
  public init(folder: String, limit: Int = TileCache.standardLimit) throws(GeoError) {
    self.limit = Int64(limit)
    try TileCache.makeFolder(folder)
    let path = folder + "/tiles.sqlite"
    do throws(GeoError) {
      database = try TileCache.open(path)
    } catch  where error.code == .data {
      for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
      database = try TileCache.open(path)
    }
  }

  private static func open(_ path: String) throws(GeoError) -> Database {
    let database = try Database(path: path, mode: .write)
    try database.run(
      """
      PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      CREATE TABLE IF NOT EXISTS tile (
        url TEXT PRIMARY KEY, bytes BLOB NOT NULL, tag TEXT NOT NULL, modified TEXT NOT NULL,
        expires REAL NOT NULL, used REAL NOT NULL, length INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS tile_used ON tile (used, length);
      """)
    return database
  }

  /// Makes a folder and those above it.
  private static func makeFolder(_ folder: String) throws(GeoError) {
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += (path.isEmpty && part.isEmpty ? "" : path.hasSuffix("/") || path.isEmpty ? "" : "/") + part
      if part.isEmpty {
        path = path.isEmpty ? "/" : path
        continue
      }
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw GeoError(.cannotCreate, String(cString: strerror(errno)), at: path)
      }
    }
  }

  /// - Parameter now: notes when it was used, in seconds since 1970.
  public func entry(of url: String, now: Double) throws(GeoError) -> Entry? {
    let row = try database.statement("SELECT bytes, tag, modified, expires FROM tile WHERE url = ?")
    row.bind([.text(url)])
    guard try row.step() else {
      row.reset()
      return nil
    }
    let entry = Entry(bytes: row.blob(0), tag: row.text(1), modified: row.text(2), expires: row.real(3))
    row.reset()
    // To the hour: a picture that is made again writes nothing.
    try database.run(
      "UPDATE tile SET used = ? WHERE url = ? AND used < ? - 3600", .real(now), .text(url), .real(now))
    return entry
  }

  /// Keeps a tile in place of what was kept of it.
  public func keep(_ entry: Entry, of url: String, now: Double) throws(GeoError) {
    let length = Int64(entry.bytes.count)
    try database.transaction { () throws(GeoError) in
      try database.run(
        "INSERT OR REPLACE INTO tile VALUES (?, ?, ?, ?, ?, ?, ?)", .text(url), .blob(entry.bytes),
        .text(entry.tag), .text(entry.modified), .real(entry.expires), .real(now), .integer(length))
      try makeRoom()
    }
  }

  /// A server has said that a tile holds for longer.
  public func renew(_ url: String, until expires: Double) throws(GeoError) {
    try database.run("UPDATE tile SET expires = ? WHERE url = ?", .real(expires), .text(url))
  }

  private func makeRoom() throws(GeoError) {
    var excess = try length() - limit
    guard excess > 0 else { return }
    // Some more, so that not each tile that comes has to look.
    excess += limit / 20
    let rows = try database.statement("SELECT url, length FROM tile ORDER BY used, url")
    var gone: [String] = []
    while excess > 0, try rows.step() {
      gone.append(rows.text(0))
      excess -= rows.integer(1)
    }
    rows.reset()
    for url in gone { try database.run("DELETE FROM tile WHERE url = ?", .text(url)) }
    try database.run("PRAGMA incremental_vacuum")
  }

  /// Bytes of all tiles.
  public func length() throws(GeoError) -> Int64 {
    try database.integer("SELECT COALESCE(SUM(length), 0) FROM tile")
  }
}
