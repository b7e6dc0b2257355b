import Geo
import SQLite

/// The tables of `state.sqlite`.
///
/// One row holds all of a device, so that a checkpoint costs one write per changed device. Its clock, last
/// fix, region states, timers and held events are bytes (see ``DeviceState``); values for queries are in
/// columns. Each set of regions is stored once for all devices.
enum StateSchema {
  /// `GeoS` in ASCII, which identifies the database to `file` and SQLite.
  static let applicationID: Int64 = 0x4765_6f53
  static let version: Int64 = 4

  /// The time zone of the last run; states of earlier versions get the table when they are written.
  private static let zones =
    "CREATE TABLE IF NOT EXISTS zones (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL) STRICT;"

  /// The stream that the state follows, in states of workers of a stream.
  private static let stream = """
    CREATE TABLE IF NOT EXISTS stream (
      id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, partition INTEGER NOT NULL, created INTEGER NOT NULL,
      sequence INTEGER NOT NULL, time REAL NOT NULL, epoch INTEGER NOT NULL
    ) STRICT;
    """

  /// Since version 4: the version of script and fences that a stream has taken into force.
  private static let versions =
    "CREATE TABLE version (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;"

  private static let tables = """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY CHECK (id = 1), script TEXT NOT NULL, status TEXT NOT NULL, clock REAL NOT NULL
    ) STRICT;
    \(zones)
    \(stream)
    CREATE TABLE region_sets (
      id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, base INTEGER REFERENCES region_sets, content BLOB NOT NULL
    ) STRICT;
    CREATE INDEX region_sets_by_hash ON region_sets (hash);
    CREATE TABLE devices (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, clock REAL NOT NULL, region_count INTEGER NOT NULL,
      regions INTEGER REFERENCES region_sets, is_pending INTEGER NOT NULL, is_watching INTEGER NOT NULL DEFAULT 0,
      quarantine TEXT, store TEXT, state BLOB NOT NULL
    ) STRICT;
    CREATE INDEX pending_devices ON devices (id) WHERE is_pending;
    CREATE INDEX watching_devices ON devices (id) WHERE is_watching;
    CREATE TABLE sources (
      path TEXT PRIMARY KEY, size INTEGER NOT NULL, head INTEGER NOT NULL, hash INTEGER NOT NULL,
      byte INTEGER NOT NULL, line INTEGER NOT NULL, events INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE alert_files (path TEXT PRIMARY KEY, length INTEGER NOT NULL) STRICT;
    CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT, sink TEXT NOT NULL, alert TEXT NOT NULL, body TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX outbox_by_sink ON outbox (sink, id);
    PRAGMA application_id = \(applicationID);
    """

  /// Since version 2: groups with their members, in rows like those of devices, and the group of each device.
  private static let groupTables = """
    CREATE TABLE IF NOT EXISTS members (
      group_name TEXT NOT NULL, is_group INTEGER NOT NULL, name TEXT NOT NULL, clock REAL NOT NULL,
      region_count INTEGER NOT NULL, regions INTEGER REFERENCES region_sets, is_pending INTEGER NOT NULL,
      quarantine TEXT, store TEXT, state BLOB NOT NULL, PRIMARY KEY (group_name, is_group, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS placements (device TEXT PRIMARY KEY, group_name TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """

  /// Since version 3: queues for each sink, conditions of alerts, and requests to a running process.
  ///
  /// `outbox.status` is that of ``OutboxItem/Status``; `due` and `created` are seconds since 1970 on the wall clock.
  private static let queues = """
    ALTER TABLE outbox ADD COLUMN device TEXT NOT NULL DEFAULT '';
    ALTER TABLE outbox ADD COLUMN status INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE outbox ADD COLUMN created REAL NOT NULL DEFAULT 0;
    ALTER TABLE outbox ADD COLUMN due REAL NOT NULL DEFAULT 0;
    ALTER TABLE outbox ADD COLUMN answer TEXT NOT NULL DEFAULT '';
    ALTER TABLE outbox ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE outbox ADD COLUMN begins TEXT NOT NULL DEFAULT '';
    ALTER TABLE outbox ADD COLUMN ends TEXT NOT NULL DEFAULT '';
    UPDATE outbox SET device = coalesce(json_extract(body, '$.device'), json_extract(body, '$.group'), ''),
      bytes = length(CAST(body AS BLOB)), created = unixepoch();
    DROP INDEX outbox_by_sink;
    CREATE INDEX outbox_waiting ON outbox (sink, id, device) WHERE status = 0;
    CREATE INDEX outbox_by_status ON outbox (sink, status, id);
    CREATE INDEX outbox_by_alert ON outbox (alert);
    CREATE TABLE begun (sink TEXT NOT NULL, alert TEXT NOT NULL, PRIMARY KEY (sink, alert)) STRICT, WITHOUT ROWID;
    CREATE TABLE sinks (name TEXT PRIMARY KEY, is_named INTEGER NOT NULL, pause TEXT NOT NULL DEFAULT '') STRICT;
    CREATE TABLE held (
      id INTEGER PRIMARY KEY AUTOINCREMENT, sink TEXT NOT NULL, stage TEXT NOT NULL, content TEXT NOT NULL
    ) STRICT;
    CREATE TABLE conditions (
      device TEXT NOT NULL, is_group INTEGER NOT NULL, key TEXT NOT NULL, alert TEXT NOT NULL,
      is_acknowledged INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (device, is_group, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE requests (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, content TEXT NOT NULL) STRICT;
    """

  /// What makes the tables of an earlier version those of this one.
  private static func upgrade(from found: Int64) -> String {
    (found < 3 ? groupTables + queues : "") + versions + "PRAGMA user_version = \(version);"
  }

  /// Whether the tables of version 3 are there: a reader changes nothing.
  static func hasQueues(_ database: Database) throws(GeoError) -> Bool {
    try database.integer("PRAGMA user_version") >= 3
  }

  /// Creates the tables of a new database, or checks those of an existing one.
  ///
  /// - Errors: ``GeoError`` `data` for another program's database and for one of a newer version.
  static func prepare(_ database: Database, mode: Database.Mode) throws(GeoError) {
    let application = try database.integer("PRAGMA application_id")
    let found = try database.integer("PRAGMA user_version")
    let tableCount = try database.integer("SELECT count(*) FROM sqlite_schema")
    if application == 0, found == 0, tableCount == 0, mode == .write {
      return try database.transaction { () throws(GeoError) in try database.run(tables + upgrade(from: 0)) }
    }
    guard application == applicationID else {
      throw foreign(database)
    }
    guard found <= version else {
      throw GeoError(
        .data,
        "was written by a newer geoscript: its state has version \(found), this one reads up to \(version);"
          + " use that one, or another directory",
        at: database.path)
    }
    if mode == .write { try database.run(zones + stream) }
    try checkShape(of: database, version: found)
    guard found < version else { return }
    if mode == .write {
      try database.transaction { () throws(GeoError) in try database.run(upgrade(from: found)) }
    } else if found < 2 {
      // Without a right to write, the tables of groups are empty ones beside it.
      try database.run(groupTables.replacing("CREATE TABLE", with: "CREATE TEMP TABLE"))
    }
  }

  private static func foreign(_ database: Database) -> GeoError {
    GeoError(.data, "is another program's database (expected a geoscript state)", at: database.path)
  }

  // MARK: The shape

  /// Refuses tables that are not those of their version, so that no later statement fails over them.
  ///
  /// - Errors: ``GeoError`` `data`.
  private static func checkShape(of database: Database, version found: Int64) throws(GeoError) {
    let there = try shape(of: database)
    let older = try shape(ofVersion: found)
    // States of the first versions got them when they were written, if they ever were.
    let late = older.filter { $0.hasPrefix("zones.") || $0.hasPrefix("stream.") }
    let missing = older.subtracting(late).subtracting(there)
    // What only later versions have would be made twice.
    let early = try shape(ofVersion: version).subtracting(older).intersection(there)
    guard found > 0, let wrong = missing.union(early).min() else {
      if found > 0 { return }
      throw damage("has no version", database)
    }
    let words = missing.contains(wrong) ? "lacks \(wrong)" : "has \(wrong)"
    throw damage(
      "\(words), which a state of version \(found) \(missing.contains(wrong) ? "has" : "lacks")", database)
  }

  private static func damage(_ what: String, _ database: Database) -> GeoError {
    let directory = database.path.hasSuffix("/state.sqlite") ? String(database.path.dropLast(13)) : nil
    let advice = directory.map { StateStore.advice($0) } ?? StateStore.streamAdvice
    return GeoError(.data, "is damaged: it \(what): \(advice)", at: database.path)
  }

  /// The columns of a database, and the index that statements name.
  private static func shape(of database: Database) throws(GeoError) -> Set<String> {
    let rows = try database.statement(
      """
      SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' UNION ALL SELECT name FROM sqlite_schema WHERE name = 'outbox_waiting'
      """)
    defer { rows.reset() }
    var names: Set<String> = []
    while try rows.step() { names.insert(rows.text(0)) }
    return names
  }

  private static func shape(ofVersion number: Int64) throws(GeoError) -> Set<String> {
    let database = try Database(memory: nil, name: "the tables of a state")
    try database.run(tables)
    if number >= 2 { try database.run(groupTables) }
    if number >= 3 { try database.run(queues) }
    if number >= 4 { try database.run(versions) }
    return try shape(of: database)
  }

  /// Makes the tables of a state anew, without any content.
  ///
  /// - Errors: ``GeoError`` `data` for another program's database.
  static func rebuild(_ database: Database) throws(GeoError) {
    guard try database.integer("PRAGMA application_id") == applicationID else {
      throw foreign(database)
    }
    let rows = try database.statement(
      "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%'")
    var drops = ""
    while try rows.step() {
      drops += "DROP \(rows.text(0)) \"\(rows.text(1).replacing("\"", with: "\"\""))\"; "
    }
    rows.reset()
    try database.transaction { () throws(GeoError) in
      try database.run(drops + tables + upgrade(from: 0))
    }
  }
}
