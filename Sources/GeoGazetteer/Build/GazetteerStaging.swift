import Geo
import Glibc
import SQLite

/// `FILE.part`: all records that an import has read so far, in their order.
///
/// Adding a record only appends, however many there are: records with equal keys and names without their
/// places are resolved when the gazetteer is finished.
enum GazetteerStaging {
  /// "GEOP": not a gazetteer yet.
  static let applicationID: Int64 = 0x4745_4F50
  static let version: Int64 = 1

  static let advice = Database.Advice(
    ofDamage: "remove it and start over",
    ofLoss: "what was read so far is kept: free some space, then run the same command to continue")

  static func path(of gazetteer: String) -> String { gazetteer + ".part" }

  /// - Parameter restarting: drops an existing `.part`.
  static func open(
    for gazetteer: String, mode: GazetteerBuilder.Mode, restarting: Bool
  ) throws(GeoError) -> Database {
    let isDone = try isDone(gazetteer)
    if restarting || isDone { remove(of: gazetteer) }
    let database = try Database(path: path(of: gazetteer), mode: .write, advice: advice)
    // A killed process loses nothing that was committed, and a power failure does not damage the file.
    try database.run(
      "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000")
    let build = mode == .add ? try GazetteerSchema.build(of: gazetteer) : ""
    if try database.integer("SELECT count(*) FROM sqlite_schema") == 0 {
      try database.transaction { () throws(GeoError) in
        try database.run(tables)
        try database.run("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        try database.run("INSERT INTO meta VALUES ('base', ?)", .text(build))
        if mode == .add { try copySources(gazetteer, to: database) }
      }
    }
    try check(database, build: build)
    return database
  }

  /// Whether the gazetteer is already in place: the process ended before it could remove the `.part`.
  private static func isDone(_ gazetteer: String) throws(GeoError) -> Bool {
    guard access(path(of: gazetteer), F_OK) == 0, access(gazetteer, F_OK) == 0 else { return false }
    let database = try Database(path: path(of: gazetteer), mode: .read, advice: advice)
    guard try database.integer("PRAGMA application_id") == applicationID else { return false }
    let made = try database.text("SELECT value FROM meta WHERE key = 'made'")
    let build = try GazetteerSchema.build(of: gazetteer)
    return made == build
  }

  static func remove(of gazetteer: String) {
    let part = path(of: gazetteer)
    for ending in ["", "-journal", ".new", ".new-journal", ".new.pack"] { unlink(part + ending) }
  }

  private static func check(_ database: Database, build: String) throws(GeoError) {
    guard try database.integer("PRAGMA application_id") == applicationID,
      try database.integer("PRAGMA user_version") == version
    else {
      throw GeoError(
        .data, "is not an unfinished import of this geoscript: remove it, or add --restart", at: database.path
      )
    }
    let found = try database.text("SELECT value FROM meta WHERE key = 'base'")
    guard found == build else {
      let what =
        build.isEmpty
        ? "an unfinished import into the existing gazetteer: geoscript gazetteer import continues it"
        : found.isEmpty
          ? "an unfinished gazetteer: geoscript gazetteer build continues it"
          : "an unfinished import into a gazetteer that has changed since"
      throw GeoError(.cannotCreate, "holds \(what); --restart drops it", at: database.path)
    }
  }

  /// Copies the sources of a gazetteer.
  private static func copySources(_ gazetteer: String, to database: Database) throws(GeoError) {
    for (index, source) in try Gazetteer(path: gazetteer).sources().enumerated() {
      try database.run(
        "INSERT INTO sources VALUES (?, ?, ?, ?, ?, ?, 1, 1)", .integer(Int64(index + 1)), .text(source.name),
        .text(source.attribution), .text(source.license), .text(source.hash),
        .integer(Int64(source.records)))
    }
  }

  /// Copies all records of a gazetteer, once.
  static func copy(_ gazetteer: String, to database: Database) throws(GeoError) {
    guard try database.integer("SELECT count(*) FROM meta WHERE key = 'copied'") == 0 else { return }
    try database.run("ATTACH ? AS base", .text(gazetteer))
    try database.transaction { () throws(GeoError) in try database.run(copying) }
    try database.run("DETACH base")
  }

  private static let copying = """
    INSERT INTO places SELECT * FROM base.places ORDER BY id;
    INSERT INTO own_names SELECT n.place, n.name, n.language, n.preferred
      FROM base.names n JOIN base.places p ON p.id = n.place WHERE n.source = p.source
      ORDER BY n.place, n.language, n.name;
    INSERT INTO names SELECT p.key, n.name, n.language, n.preferred, n.source
      FROM base.names n JOIN base.places p ON p.id = n.place WHERE n.source <> p.source
      ORDER BY n.place, n.language, n.name;
    INSERT INTO areas SELECT id, kind, code, name, shape, source FROM base.areas ORDER BY id;
    INSERT INTO area_names SELECT a.kind, a.code, n.name, n.language, n.preferred
      FROM base.area_names n JOIN base.areas a ON a.id = n.area ORDER BY n.area, n.language, n.name;
    INSERT INTO streets SELECT * FROM base.streets ORDER BY id;
    INSERT INTO street_names SELECT * FROM base.street_names ORDER BY street, language, name;
    INSERT INTO addresses SELECT * FROM base.addresses ORDER BY id;
    INSERT INTO meta VALUES ('copied', 1);
    """

  private static let tables = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE sources (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, attribution TEXT NOT NULL, licence TEXT NOT NULL,
      hash TEXT NOT NULL, records INTEGER NOT NULL DEFAULT 0, is_whole INTEGER NOT NULL DEFAULT 0,
      is_base INTEGER NOT NULL DEFAULT 0);
    \(GazetteerSchema.places)
    CREATE TABLE own_names (
      place INTEGER NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL, preferred INTEGER NOT NULL);
    CREATE TABLE names (
      key TEXT NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL, preferred INTEGER NOT NULL,
      source INTEGER NOT NULL);
    CREATE TABLE areas (
      id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL, shape BLOB,
      source INTEGER NOT NULL);
    CREATE TABLE area_names (
      kind INTEGER NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL,
      preferred INTEGER NOT NULL);
    \(GazetteerSchema.streets)
    CREATE TABLE street_names (
      street INTEGER NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL, preferred INTEGER NOT NULL);
    \(GazetteerSchema.addresses)
    """
}
