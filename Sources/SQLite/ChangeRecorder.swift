import CSQLite
package import GeoCore

/// Records what changes in a database from now on, in tables with a primary key.
///
/// Owner: whoever owns the database, on the same thread; it keeps the database open.
package final class ChangeRecorder {
  private let database: Database
  private let session: OpaquePointer

  /// - Errors: ``GeoError`` `internal` without memory.
  package init(_ database: Database) throws(GeoError) {
    self.database = database
    var made: OpaquePointer?
    let status = sqlite3session_create(database.handle, "main", &made)
    guard status == SQLITE_OK, let made else { throw database.fault(status) }
    session = made
    let attached = sqlite3session_attach(made, nil)
    guard attached == SQLITE_OK else { throw database.fault(attached) }
  }

  deinit { sqlite3session_delete(session) }

  package var isEmpty: Bool { sqlite3session_isempty(session) != 0 }

  /// What has changed, for ``Database/apply(_:)``: a row that was changed twice is there once.
  ///
  /// - Source: `sqlite3session_patchset` in SQLite's documentation of its session extension.
  package func changes() throws(GeoError) -> [UInt8] {
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    let status = sqlite3session_patchset(session, &count, &bytes)
    guard status == SQLITE_OK else { throw database.fault(status) }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)))
  }
}

/// Databases whose contents and changes are bytes.
extension Database {
  /// The whole database, as the bytes of a file without a write-ahead log; outside of a transaction.
  ///
  /// - Source: the header of SQLite's file format, versions for writing and reading.
  package func image() throws(GeoError) -> [UInt8] {
    var count: Int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &count, 0) else { throw fault(SQLITE_NOMEM) }
    defer { sqlite3_free(bytes) }
    var image = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    // A database in memory has no log beside it, and SQLite would not open it.
    if image.count > 19 { (image[18], image[19]) = (1, 1) }
    return image
  }

  /// Applies the changes of a recorder, all or nothing.
  ///
  /// - Errors: ``GeoError`` `data` if they are damaged, or do not follow from what the database holds.
  package func apply(_ changes: [UInt8]) throws(GeoError) {
    var changes = changes
    let status = changes.withUnsafeMutableBytes { bytes in
      sqlite3changeset_apply(
        handle, Int32(bytes.count), bytes.baseAddress, nil, { _, _, _ in SQLITE_CHANGESET_ABORT }, nil)
    }
    // Whatever does not fit is damage: nobody else writes to the database.
    guard status == SQLITE_OK else { throw fault(status == SQLITE_NOMEM ? status : SQLITE_CORRUPT) }
  }
}
