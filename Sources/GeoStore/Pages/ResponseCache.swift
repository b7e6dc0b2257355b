public import Geo
import Glibc
import SQLite

/// Caches server responses on disk between runs. One thread at a time uses it; several programs may share the
/// file.
///
/// Its size is bounded: the least recently used response is dropped first. A damaged cache is replaced, as
/// everything in it can be fetched again.
public final class ResponseCache {
  /// A response as the server sent it.
  public struct Entry: Sendable {
    public var bytes: [UInt8]
    /// `ETag` and `Last-Modified` for revalidation; empty if missing.
    public var tag: String
    public var modified: String
    /// The time until which it is fresh, in seconds since 1970.
    public var expires: Double

    public init(bytes: [UInt8], tag: String, modified: String, expires: Double) {
      (self.bytes, self.tag, self.modified, self.expires) = (bytes, tag, modified, expires)
    }
  }

  private let database: Database
  /// The limit, in bytes of responses.
  private let limit: Int64

  public static let standardLimit = 256 << 20

  /// - Parameters:
  ///   - path: its file, created with its folder if missing.
  ///   - limit: in bytes of responses.
  /// - Errors: ``GeoError`` if nothing can be stored.
  public init(path: String, limit: Int = ResponseCache.standardLimit) throws(GeoError) {
    self.limit = Int64(limit)
    if let slash = path.lastIndex(of: "/") { try Folder.make(String(path[..<slash])) }
    do throws(GeoError) {
      database = try ResponseCache.open(path)
    } catch  where error.code == .data {
      for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
      database = try ResponseCache.open(path)
    }
  }

  private static func open(_ path: String) throws(GeoError) -> Database {
    let database = try Database(path: path, mode: .write)
    try database.run(
      """
      PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      CREATE TABLE IF NOT EXISTS page (
        url TEXT PRIMARY KEY, bytes BLOB NOT NULL, tag TEXT NOT NULL, modified TEXT NOT NULL,
        expires REAL NOT NULL, used REAL NOT NULL, length INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS page_used ON page (used, length);
      """)
    return database
  }

  /// - Parameter now: recorded as the time of use, in seconds since 1970.
  public func entry(of url: String, now: Double) throws(GeoError) -> Entry? {
    let row = try database.statement("SELECT bytes, tag, modified, expires FROM page WHERE url = ?")
    row.bind([.text(url)])
    guard try row.step() else {
      row.reset()
      return nil
    }
    let entry = Entry(bytes: row.blob(0), tag: row.text(1), modified: row.text(2), expires: row.real(3))
    row.reset()
    // Recorded to the hour, so that drawing a picture again writes nothing.
    try database.run(
      "UPDATE page SET used = ? WHERE url = ? AND used < ? - 3600", .real(now), .text(url), .real(now))
    return entry
  }

  /// Stores a response, replacing an earlier one.
  public func store(_ entry: Entry, of url: String, now: Double) throws(GeoError) {
    let length = Int64(entry.bytes.count)
    try database.transaction { () throws(GeoError) in
      try database.run(
        "INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, ?)", .text(url), .blob(entry.bytes),
        .text(entry.tag), .text(entry.modified), .real(entry.expires), .real(now), .integer(length))
      try makeRoom()
    }
  }

  /// Extends the freshness of a response, after the server confirmed it.
  public func renew(_ url: String, until expires: Double) throws(GeoError) {
    try database.run("UPDATE page SET expires = ? WHERE url = ?", .real(expires), .text(url))
  }

  /// Removes the responses that were used last before `date`, also from the free pages of the file; returns how many.
  ///
  /// - Parameter date: seconds since 1970; uses are noted to the hour.
  func forget(before date: TimeInterval) throws(GeoError) -> Int {
    try database.run("DELETE FROM page WHERE used < ?", .real(date))
    let count = Int(try database.integer("SELECT changes()"))
    try database.run("VACUUM")
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return count
  }

  private func makeRoom() throws(GeoError) {
    var excess = try length() - limit
    guard excess > 0 else { return }
    // Removes some more, so that not every new response triggers a cleanup.
    excess += limit / 20
    let rows = try database.statement("SELECT url, length FROM page ORDER BY used, url")
    var gone: [String] = []
    while excess > 0, try rows.step() {
      gone.append(rows.text(0))
      excess -= rows.integer(1)
    }
    rows.reset()
    for url in gone { try database.run("DELETE FROM page WHERE url = ?", .text(url)) }
    try database.run("PRAGMA incremental_vacuum")
  }

  /// The size of all responses in bytes.
  public func length() throws(GeoError) -> Int64 {
    try database.integer("SELECT COALESCE(SUM(length), 0) FROM page")
  }
}
