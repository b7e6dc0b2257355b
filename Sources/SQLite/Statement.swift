import CSQLite
package import GeoCore

/// A value to bind to a statement.
package enum SQLValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A compiled statement; its database owns it and outlives it.
package final class Statement {
  private let handle: OpaquePointer
  // The database keeps its statements in its own table.
  private unowned let database: Database

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  package func run(_ values: [SQLValue]) throws(GeoError) {
    bind(values)
    defer { reset() }
    while try step() {}
  }

  package func bind(_ values: [SQLValue]) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .null: sqlite3_bind_null(handle, place)
      case .integer(let value): sqlite3_bind_int64(handle, place, value)
      case .real(let value): sqlite3_bind_double(handle, place, value)
      case .text(var value):
        value.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            _ = sqlite3_bind_text(handle, place, $0.baseAddress, Int32($0.count), Statement.copied)
          }
        }
      case .blob(let bytes):
        _ = bytes.withUnsafeBytes {
          // Without an address SQLite would bind null.
          if $0.isEmpty {
            sqlite3_bind_zeroblob(handle, place, 0)
          } else {
            sqlite3_bind_blob(handle, place, $0.baseAddress, Int32($0.count), Statement.copied)
          }
        }
      }
    }
  }

  /// Tells SQLite to copy the bytes it gets.
  ///
  /// - Source: `SQLITE_TRANSIENT` in sqlite3.h, a macro that Swift does not see.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Advances to the next row; false after the last.
  package func step() throws(GeoError) -> Bool {
    let status = sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    guard status == SQLITE_DONE else {
      let error = database.fault(status)
      sqlite3_reset(handle)
      throw error
    }
    return false
  }

  package func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  package var columnCount: Int32 { sqlite3_column_count(handle) }
  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  package func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  package func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// The bytes without a copy, until the next step.
  package func withBlob<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let bytes = sqlite3_column_blob(handle, column)
    return body(
      UnsafeRawBufferPointer(
        start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
  }
}
