public import Geo
import SQLite

extension StateStore {
  /// Stores a checkpoint, all or nothing.
  ///
  /// - Parameters:
  ///   - writeFiles: Appends to files within the transaction, and returns their lengths: so a worker that was stopped
  ///     before it, and goes on when it has a successor, appends nothing.
  ///   - commit: Gets what has changed since its last call, of a state in memory, before the commit: keeps it elsewhere, or
  ///     throws, and then nothing is committed.
  /// - Returns: how many messages of full queues became dead letters.
  /// - Errors: ``GeoError`` as ``init(directory:holder:)``; earlier checkpoints remain.
  @discardableResult
  public func write(
    _ checkpoint: Checkpoint,
    writeFiles: () throws(GeoError) -> [(path: String, length: Int64)] = { [] },
    commit: ((_ changes: [UInt8]) throws(GeoError) -> Void)? = nil
  ) throws(GeoError) -> Int {
    try withContents { (contents: inout Contents) throws(GeoError) -> Int in
      let (database, recorder) = (contents.database, contents.changes)
      var sets = contents.sets
      var kept = contents
      var dead = 0
      try database.transaction { () throws(GeoError) in
        if let position = checkpoint.stream { try StateStore.check(position, database) }
        let files = checkpoint.alertFiles + (try writeFiles())
        for device in checkpoint.devices {
          let regions = try sets.id(of: device.regions, database)
          if let group = device.group {
            try StateStore.insert(device, in: group, regions: regions, database)
          } else {
            try StateStore.insert(device, regions: regions, database)
          }
          if let conditions = device.conditions {
            try StateStore.replace(conditions, of: device.name, isGroup: device.isGroup, database)
          }
        }
        for (device, group) in checkpoint.placements {
          try StateStore.place(device, in: group, database)
        }
        for source in checkpoint.sources { try StateStore.insert(source, database) }
        if let position = checkpoint.stream { try StateStore.insert(position, database) }
        if checkpoint.forgetsAlertFiles { try database.run("DELETE FROM alert_files") }
        for file in files {
          try database.run(
            "INSERT OR REPLACE INTO alert_files (path, length) VALUES (?, ?)", .text(file.path),
            .integer(file.length))
        }
        dead = try StateStore.add(checkpoint.outgoing, limit: checkpoint.queueLimit, &kept)
        if let held = checkpoint.held { try StateStore.replace(held, database) }
        if let run = checkpoint.run {
          try database.run(
            "INSERT OR REPLACE INTO run (id, script, status, clock) VALUES (1, ?, ?, ?)", .text(run.script),
            .text(run.status.rawValue), .real(run.clock))
          try database.run("INSERT OR REPLACE INTO zones (id, name) VALUES (1, ?)", .text(run.timeZone))
          try sets.sweep(isLast: run.status != .running, database)
        }
        if let commit, let recorder { try commit(try recorder.changes()) }
      }
      if commit != nil, recorder != nil { contents.changes = try ChangeRecorder(database) }
      // Only what is committed counts as stored.
      contents.queues = kept.queues
      contents.sets = sets
      return dead
    }
  }

  private static func insert(
    _ device: Checkpoint.DeviceRow, regions: Int64, _ database: Database
  ) throws(GeoError) {
    try database.run(
      """
      INSERT INTO devices (name, clock, region_count, regions, is_pending, quarantine, store, state, is_watching)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        ON CONFLICT (name) DO UPDATE SET clock = ?2, region_count = ?3, regions = ?4, is_pending = ?5,
          quarantine = ?6, store = coalesce(?7, store), state = ?8, is_watching = ?9
      """,
      .text(device.name), .real(device.clock), .integer(Int64(device.regions.count)),
      regions == 0 ? .null : .integer(regions), .integer(device.isPending ? 1 : 0),
      device.quarantine.map { .text($0) } ?? .null, device.store.map { .text($0) } ?? .null,
      .blob(device.state), .integer(device.isWatchingOthers ? 1 : 0))
  }

  private static func insert(_ source: SourceRow, _ database: Database) throws(GeoError) {
    try database.run(
      "INSERT OR REPLACE INTO sources (path, size, head, hash, byte, line, events) VALUES (?, ?, ?, ?, ?, ?, ?)",
      .text(source.path), .integer(Int64(bitPattern: source.size)), .integer(Int64(source.headLength)),
      .integer(Int64(bitPattern: source.hash)), .integer(Int64(bitPattern: source.byte)),
      .integer(Int64(source.line)), .integer(Int64(source.events)))
  }

  /// The status of the last run; nil without one.
  public func lastRun() throws(GeoError) -> RunRecord? {
    try withDatabase { (database) throws(GeoError) -> RunRecord? in
      let row = try database.statement("SELECT script, status, clock FROM run")
      defer { row.reset() }
      guard try row.step() else { return nil }
      let clock = row.real(2)
      guard let status = RunRecord.Status(rawValue: row.text(1)), clock < StateStore.latestClock else {
        throw damage("the last run")
      }
      guard try StateStore.isPlausible(clock, database) else { throw damage("the clock of the last run") }
      return RunRecord(
        script: row.text(0), status: status, clock: clock, timeZone: try StateStore.timeZone(database))
    }
  }

  /// Whether a run can have come so far: the clock of a run is that of a device, which may be forgotten by now.
  private static func isPlausible(_ clock: TimeInterval, _ database: Database) throws(GeoError) -> Bool {
    guard clock > wallTime() + ReorderWindow.longestSilence else { return true }
    var newest = wallTime()
    for table in ["devices", "members"] {
      let row = try database.statement("SELECT max(clock) FROM \(table)")
      defer { row.reset() }
      if try row.step() { newest = max(newest, row.real(0)) }
    }
    return clock <= newest + ReorderWindow.longestSilence
  }

  private static func timeZone(_ database: Database) throws(GeoError) -> String {
    // A state of an earlier version that is only read has no such table.
    guard try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'zones'") > 0 else {
      return ""
    }
    let row = try database.statement("SELECT name FROM zones")
    defer { row.reset() }
    return try row.step() ? row.text(0) : ""
  }

  /// The position of a source; nil if no run has read it.
  public func source(at path: String) throws(GeoError) -> SourceRow? {
    try withDatabase { (database) throws(GeoError) -> SourceRow? in
      let row = try database.statement(
        "SELECT size, head, hash, byte, line, events FROM sources WHERE path = ?")
      defer { row.reset() }
      row.bind([.text(path)])
      guard try row.step() else { return nil }
      guard [1, 3, 4, 5].allSatisfy({ (0...StateStore.largestCount).contains(row.integer($0)) }) else {
        throw damage("source '\(path)'")
      }
      return SourceRow(
        path: path, size: UInt64(bitPattern: row.integer(0)), headLength: Int(row.integer(1)),
        hash: UInt64(bitPattern: row.integer(2)), byte: UInt64(bitPattern: row.integer(3)),
        line: Int(row.integer(4)), events: Int(row.integer(5)))
    }
  }

  /// The length of an alert file at the last checkpoint; nil if no run has written it.
  public func alertFileLength(at path: String) throws(GeoError) -> Int64? {
    try withDatabase { (database) throws(GeoError) -> Int64? in
      let row = try database.statement("SELECT length FROM alert_files WHERE path = ?")
      defer { row.reset() }
      row.bind([.text(path)])
      guard try row.step() else { return nil }
      guard row.integer(0) >= 0 else { throw damage("the length of '\(path)'") }
      return row.integer(0)
    }
  }

  /// Lets devices that watched an equal set share `set` and its index in this run.
  public func adopt(_ set: RegionSet) throws(GeoError) {
    guard !set.isEmpty else { return }
    try withContents { (contents: inout Contents) throws(GeoError) in
      try contents.sets.adopt(set, contents.database)
    }
  }
}
