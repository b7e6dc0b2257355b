public import Geo
import Glibc
import SQLite

/// What is said of a state that cannot be read, and what can be removed of it.
///
/// - Source: HO-173.
extension StateStore {
  /// The error for what cannot be read, with the command that removes it.
  ///
  /// - Parameter words: of `geoscript state forget`; those that remove everything if nothing else removes it alone.
  func damage(_ what: String, forget words: [String] = ["--all"]) -> GeoError {
    guard !isInMemory else {
      return GeoError(.data, "\(what) cannot be read: \(StateStore.streamAdvice)", at: directory)
    }
    return GeoError(
      .data, "\(what) cannot be read: \(StateStore.advice(directory, forget: words))",
      at: "\(directory)/state.sqlite")
  }

  func damage(device name: String, _ part: String = "") -> GeoError {
    damage("\(part)device '\(name)'", forget: [name])
  }

  func damage(group name: String, _ part: String = "") -> GeoError {
    damage("\(part)group '\(name)'", forget: ["--group", name])
  }

  static func advice(_ directory: String, forget words: [String] = ["--all"]) -> String {
    let command = (["geoscript", "state", "forget"] + words + ["--state", directory]).map(PlainText.shellWord)
    let what = words == ["--all"] ? "everything" : "it"
    return "remove \(what) with `\(command.joined(separator: " "))`, or restore a copy of the directory"
  }

  /// How a database was lost that an earlier run had.
  static func loss(of path: String, wasUsed: Bool) -> Loss? {
    var status = stat()
    guard stat(path, &status) == 0 else { return wasUsed ? .missing : nil }
    // SQLite takes a single byte for nothing, too.
    return status.st_size <= 1 ? .emptied : nil
  }

  /// Makes a state directory empty whose tables cannot be read, as ``forgetAll()`` does with others.
  ///
  /// - Errors: ``GeoError``: `cannotCreate` if a run uses it, `data` for another program's database.
  public static func rebuild(_ directory: String, holder: String) throws(GeoError) {
    let lock = try StateStore.lock(directory, holder: holder)
    defer { withExtendedLifetime(lock) {} }
    let database = try Database(path: "\(directory)/state.sqlite", mode: .write)
    try StateSchema.rebuild(database)
    _ = try forgetAnswers(before: .infinity, in: directory)
    try database.run("VACUUM")
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  // MARK: Messages

  /// No file has more bytes or lines, and nothing counts further; sums with what is larger could overflow.
  static let largestCount: Int64 = 1 << 53

  /// Mends the messages whose numbers no run has written: sizes and numbers are made anew, and what has an unknown status
  /// or number of attempts becomes a dead letter.
  ///
  /// - Returns: how many it mended.
  public func mendMessages() throws(GeoError) -> Int {
    try withContents { (contents: inout Contents) throws(GeoError) -> Int in
      let database = contents.database
      let range = "BETWEEN 0 AND \(StateStore.largestCount)"
      let wrong = """
        status NOT IN (0, 1, 2, 3) OR attempts NOT \(range) OR bytes NOT \(range) OR id NOT \(range)
          OR NOT created < \(StateStore.latestClock) OR NOT due < \(StateStore.latestClock)
        """
      let isNumbered =
        try database.integer(
          "SELECT count(*) FROM sqlite_sequence WHERE seq NOT \(range)") == 0
      let found = try database.integer("SELECT count(*) FROM outbox WHERE \(wrong)")
      guard found > 0 || !isNumbered else { return 0 }
      contents.queues = [:]
      try database.transaction { () throws(GeoError) in
        try database.run(
          """
          UPDATE outbox SET status = 1, attempts = 0, answer = 'its record in the state was damaged'
            WHERE status NOT IN (0, 1, 2, 3) OR attempts NOT \(range);
          UPDATE outbox SET bytes = length(CAST(body AS BLOB)), created = min(created, unixepoch()), due = 0
            WHERE \(wrong);
          """)
        for table in ["outbox", "held", "requests"] {
          try StateStore.numberAnew(table, range, database)
        }
      }
      return Int(found)
    }
  }

  /// Gives rows with impossible numbers the next ones.
  private static func numberAnew(
    _ table: String, _ range: String, _ database: Database
  ) throws(GeoError) {
    let next = "coalesce((SELECT max(id) FROM \(table) WHERE id \(range)), 0)"
    repeat {
      try database.run(
        "UPDATE \(table) SET id = \(next) + 1 WHERE id = (SELECT id FROM \(table) WHERE id NOT \(range) LIMIT 1)"
      )
    } while try database.integer("SELECT changes()") > 0
    try database.run(
      "UPDATE sqlite_sequence SET seq = \(next) WHERE name = '\(table)' AND seq NOT \(range)")
  }
}
