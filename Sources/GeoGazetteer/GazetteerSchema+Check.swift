import Geo
import Glibc
import SQLite

/// Checks that a file is a gazetteer this program can read.
extension GazetteerSchema {
  static let advice = Database.Advice(
    ofDamage: "restore a copy of it, or rebuild it: geoscript gazetteer build",
    ofLoss: "the existing gazetteer is unchanged")

  /// Opens a gazetteer to read it.
  ///
  /// - Errors: ``GeoError``: `noInput` for a missing file, `data` for one that is damaged, newer than this
  ///   program, unfinished, or not a gazetteer.
  static func open(_ path: String) throws(GeoError) -> Database {
    try checkFile(path)
    let database = try Database(path: path, mode: .still, advice: advice)
    try check(database)
    return database
  }

  /// The hash of a gazetteer's contents.
  static func build(of path: String) throws(GeoError) -> String { try build(try open(path)) }

  static func build(_ database: Database) throws(GeoError) -> String {
    try database.text("SELECT value FROM meta WHERE key = 'build'")
  }

  /// Checks that an open database is a complete gazetteer.
  static func check(_ database: Database) throws(GeoError) {
    let application = try database.integer("PRAGMA application_id")
    if application == GazetteerStaging.applicationID {
      throw GeoError(
        .data, "is an unfinished import: the command that began it continues it", at: database.path)
    }
    guard application == applicationID else {
      throw GeoError(
        .data, "is another program's database (expected a geoscript gazetteer)", at: database.path)
    }
    let found = try database.integer("PRAGMA user_version")
    guard found == version else {
      let advice =
        found > version
        ? "a newer geoscript made it: use that one, or rebuild the file with this one"
        : "rebuild it: geoscript gazetteer build"
      throw GeoError(
        .data, "is a gazetteer of version \(found), but this geoscript reads version \(version); \(advice)",
        at: database.path)
    }
    try checkTables(database)
    guard try !build(database).isEmpty else {
      throw GeoError(
        .data, "is damaged (it does not say what it holds): \(advice.ofDamage)", at: database.path)
    }
  }

  /// Refuses views and triggers, which run when a row is read or written: a view may never end.
  ///
  /// The check reads the statements, not the types that the file claims. SQLite stores them in this spelling.
  private static func checkTables(_ database: Database) throws(GeoError) {
    let stranger = try database.text(
      """
      SELECT name FROM sqlite_schema
      WHERE sql NOT LIKE 'CREATE TABLE %' AND sql NOT LIKE 'CREATE INDEX %'
        AND sql NOT LIKE 'CREATE UNIQUE INDEX %'
        AND NOT (name = 'search_words' AND sql LIKE 'CREATE VIRTUAL TABLE search_words USING fts5(%')
      LIMIT 1
      """)
    guard stranger.isEmpty else {
      throw GeoError(
        .data,
        "is not a gazetteer made by geoscript (it contains '\(stranger.prefix(40))'): \(advice.ofDamage)",
        at: database.path)
    }
  }

  /// Gives clear errors where SQLite's would be cryptic.
  private static func checkFile(_ path: String) throws(GeoError) {
    // Opening a pipe would block until a writer opens it.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let said = errno == ENOENT ? "there is no gazetteer here" : String(cString: strerror(errno))
      throw GeoError(.noInput, "\(said) (geoscript gazetteer build makes one)", at: path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw GeoError(.data, "is not a regular file (expected a geoscript gazetteer)", at: path)
    }
    let head = [UInt8](unsafeUninitializedCapacity: 100) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, 100, 0))
    }
    guard !head.isEmpty else {
      throw GeoError(.data, "is empty: \(advice.ofDamage)", at: path)
    }
    guard head.starts(with: Array("SQLite format 3\0".utf8)), head.count == 100 else {
      throw GeoError(.data, "is not a gazetteer (expected a file made by geoscript gazetteer)", at: path)
    }
    // "Database header" in SQLite's file format: the size of a page, and how many there are, the highest byte first.
    let pageSize = Int64(head[16]) << 8 | Int64(head[17])
    let pageCount = head[28..<32].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let size = pageCount * (pageSize == 1 ? 65536 : pageSize)
    guard Int64(status.st_size) >= size else {
      throw GeoError(
        .data, "is truncated: \(status.st_size) of \(size) bytes are there; \(advice.ofDamage)", at: path)
    }
  }
}
