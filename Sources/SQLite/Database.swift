import CSQLite
package import GeoCore
import Glibc

/// One connection to an SQLite file; one thread at a time.
///
/// Owns its statements and its handle. Every fault becomes a ``GeoError`` that names the file.
package final class Database {
  package enum Mode {
    /// Opened for writing, created if missing.
    case write
    case read
    /// The file never changes, at most another replaces it. It is read without locks, which would take longer
    /// than an answer.
    case still
  }

  /// Advice for users in errors about this kind of file.
  package struct Advice {
    /// Advice if the file is damaged.
    package let ofDamage: String
    /// Advice if writing fails.
    package let ofLoss: String

    package init(ofDamage: String, ofLoss: String) { (self.ofDamage, self.ofLoss) = (ofDamage, ofLoss) }

    static let state = Advice(
      ofDamage: "restore a copy of the state directory, or move it away to start over",
      ofLoss: "nothing was kept since the last checkpoint")
  }

  package let path: String
  private let advice: Advice
  let handle: OpaquePointer
  /// Millions of steps that a statement may take, and those left to the current one.
  var workLimit: Int32 = .max
  let workLeft = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  /// Polled while a statement runs, which fails if it returns true. Replaces ``limit(length:work:)``.
  package var interrupt: (() -> Bool)? { didSet { watch() } }
  private var statements: [String: Statement] = [:]

  /// - Errors: ``GeoError``: `cannotCreate` if the file cannot be created, `noInput` if it cannot be read,
  ///   `data` if it is not a database.
  package init(path: String, mode: Mode, advice: Advice = .state) throws(GeoError) {
    self.path = path
    self.advice = advice
    let flags = mode == .write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    var opened: OpaquePointer?
    let isStill = mode == .still || mode == .read && Database.isStill(path)
    let status = sqlite3_open_v2(
      isStill ? Database.immutableAddress(of: path) : path, &opened,
      flags | SQLITE_OPEN_NOMUTEX | (isStill ? SQLITE_OPEN_URI : 0), nil)
    guard let opened else { throw GeoError(.internal, "SQLite is out of memory", at: path) }
    guard status == SQLITE_OK else {
      let error = Database.error(opened, status, path, advice)
      sqlite3_close(opened)
      throw error
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    // Another reader, such as `geoscript state`, holds it for milliseconds.
    sqlite3_busy_timeout(handle, 2000)
  }

  /// Opens a database in memory that stays valid as long as the program runs, without copying it.
  ///
  /// - Errors: ``GeoError`` `data` if it is not a database.
  package init(image: UnsafeRawBufferPointer, name: String, advice: Advice = .state) throws(GeoError) {
    (path, self.advice) = (name, advice)
    handle = try Database.openMemory(name)
    // The parameter is mutable, but with this flag SQLite never writes through it.
    let bytes = UnsafeMutablePointer(mutating: image.bindMemory(to: UInt8.self).baseAddress)
    let count = Int64(image.count)
    let taken = sqlite3_deserialize(handle, "main", bytes, count, count, UInt32(SQLITE_DESERIALIZE_READONLY))
    guard taken == SQLITE_OK else { throw fault(taken) }
  }

  /// Opens a database in memory for writing, with the contents of an ``image()``, or empty.
  ///
  /// - Errors: ``GeoError`` `data` if the bytes are not a database.
  package init(memory image: [UInt8]?, name: String, advice: Advice = .state) throws(GeoError) {
    (path, self.advice) = (name, advice)
    handle = try Database.openMemory(name)
    guard let image else { return }
    guard let copy = sqlite3_malloc64(UInt64(image.count)) else { throw fault(SQLITE_NOMEM) }
    image.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { copy.copyMemory(from: base, byteCount: bytes.count) }
    }
    // SQLite owns the bytes from here on, also if it refuses them.
    let count = Int64(image.count)
    let taken = sqlite3_deserialize(
      handle, "main", copy.bindMemory(to: UInt8.self, capacity: image.count), count, count,
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE))
    guard taken == SQLITE_OK else { throw fault(taken) }
  }

  private static func openMemory(_ name: String) throws(GeoError) -> OpaquePointer {
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened, status == SQLITE_OK else {
      sqlite3_close(opened)
      throw GeoError(.internal, "SQLite is out of memory", at: name)
    }
    sqlite3_extended_result_codes(opened, 1)
    return opened
  }

  /// Whether the file is in a read-only folder, where SQLite could not create the files that it needs even
  /// for reading.
  private static func isStill(_ path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return access(folder, W_OK) != 0 && access(path + "-wal", F_OK) != 0
  }

  /// - Source: "Uniform Resource Identifiers" and `immutable` in SQLite's documentation of `sqlite3_open_v2`.
  private static func immutableAddress(of path: String) -> String {
    let letters = path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "%"): "%25"
      case UInt8(ascii: "?"): "%3f"
      case UInt8(ascii: "#"): "%23"
      default: String(UnicodeScalar(byte))
      }
    }
    return "file:\(letters.joined())?immutable=1"
  }

  deinit {
    statements = [:]
    sqlite3_close(handle)
    workLeft.deallocate()
  }

  /// Runs statements without results.
  package func run(_ sql: String) throws(GeoError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw fault(status) }
  }

  /// Returns the statement for `sql`, compiled at the first call and ready to bind.
  package func statement(_ sql: String) throws(GeoError) -> Statement {
    if let known = statements[sql] { return known }
    var compiled: OpaquePointer?
    let status = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard status == SQLITE_OK, let compiled else { throw fault(status) }
    let statement = Statement(compiled, of: self)
    statements[sql] = statement
    return statement
  }

  /// Runs a statement with values and without a result.
  package func run(_ sql: String, _ values: SQLValue...) throws(GeoError) {
    try statement(sql).run(values)
  }

  /// The first column of the first row; 0 without one.
  package func integer(_ sql: String, _ values: SQLValue...) throws(GeoError) -> Int64 {
    let statement = try statement(sql)
    defer { statement.reset() }
    statement.bind(values)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The first column of the first row; empty without one.
  package func text(_ sql: String, _ values: SQLValue...) throws(GeoError) -> String {
    let statement = try statement(sql)
    defer { statement.reset() }
    statement.bind(values)
    return try statement.step() ? statement.text(0) : ""
  }

  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs `body` as one transaction, rolled back if it throws.
  package func transaction<Result>(_ body: () throws(GeoError) -> Result) throws(GeoError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(GeoError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // After some faults, such as a full disk, SQLite has already rolled back.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  func fault(_ status: Int32) -> GeoError { Database.error(handle, status, path, advice) }

  private static func error(
    _ handle: OpaquePointer, _ status: Int32, _ path: String, _ advice: Advice
  ) -> GeoError {
    let said = String(cString: sqlite3_errmsg(handle))
    switch status & 0xff {
    case SQLITE_NOTADB, SQLITE_CORRUPT:
      return GeoError(.data, "is damaged (\(said)): \(advice.ofDamage)", at: path)
    case SQLITE_CANTOPEN:
      return GeoError(.cannotCreate, "cannot be opened or created: \(system(handle, said))", at: path)
    case SQLITE_READONLY, SQLITE_PERM:
      return GeoError(.cannotCreate, "is not writable (\(said)): choose a writable directory", at: path)
    case SQLITE_FULL:
      return GeoError(.inputOutput, "the disk is full; \(advice.ofLoss)", at: path)
    case SQLITE_IOERR:
      return GeoError(.inputOutput, "cannot be written: \(system(handle, said)); \(advice.ofLoss)", at: path)
    case SQLITE_INTERRUPT: return GeoError(.unavailable, "was stopped", at: path)
    case SQLITE_BUSY, SQLITE_LOCKED:
      return GeoError(.cannotCreate, "is in use by another program (\(said))", at: path)
    default: return GeoError(.internal, "SQLite: \(said)", at: path)
    }
  }

  /// The system's error, if any, and SQLite's own.
  private static func system(_ handle: OpaquePointer, _ said: String) -> String {
    let number = sqlite3_system_errno(handle)
    return number == 0 ? said : String(cString: strerror(number))
  }
}
