public import Geo
import Glibc
public import SQLite
import Synchronization

/// The state that outlives a run: `state.sqlite` in a state directory.
///
/// Any thread may call it; calls are serialized. A checkpoint is one transaction (``write(_:)``). Checkpoints
/// survive a killed process. After a power failure the last ones may be missing, but never a part of one.
///
/// Ownership: the run → this → the lock on the directory and the one connection.
public final class StateStore: Sendable {
  public let directory: String
  /// How what an earlier run kept was lost; nil if nothing tells of such a run, or its state is there.
  public let loss: Loss?
  /// Whether it is in memory, and its changes are kept elsewhere.
  public let isInMemory: Bool
  /// Notes a device whose script has hung or crashed, so that later runs leave it alone. The process is about to end, and
  /// its other threads may hold the state: so this does not use it.
  public let quarantine: Quarantine
  private let lock: FileLock?
  private let contents: Mutex<Contents>

  /// How a database was lost.
  public enum Loss: String, Sendable {
    /// It was there with nothing in it.
    case emptied = "was empty"
    /// Other files of an earlier run were there without it.
    case missing = "was missing"
  }

  public typealias Quarantine = @Sendable (_ name: String, _ isGroup: Bool) -> Void

  struct Contents {
    let database: Database
    var sets: RegionSetTable
    /// What waits, by sink, as far as it was counted.
    var queues: [String: QueueSize] = [:]
    /// What has changed since the last commit of a state in memory.
    var changes: ChangeRecorder?
  }

  /// Opens a state directory for a run, creating it if missing.
  ///
  /// - Parameters:
  ///   - holder: identifies this run in errors of other runs.
  ///   - isShared: whether other workers of a stream may have it open: each transaction then checks the epoch of the
  ///     position in the stream.
  ///   - zones: finds the time zones of regions' schedules.
  /// - Errors: ``GeoError``: `cannotCreate` if it is in use or not writable, `data` if the file is damaged,
  ///   newer or not a state, `inputOutput` on a full disk.
  public init(
    directory: String, holder: String, isShared: Bool = false,
    zones: @escaping ZoneFinder = { TimeZoneRules.fixed($0) }
  ) throws(GeoError) {
    self.directory = directory
    isInMemory = false
    quarantine = { StateStore.quarantine($0, isGroup: $1, in: directory) }
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      throw GeoError(.cannotCreate, "cannot be created: \(String(cString: strerror(errno)))", at: directory)
    }
    guard isDirectory(directory) else {
      throw GeoError(.cannotCreate, "is a file (expected a directory or a new path)", at: directory)
    }
    // Workers that share a directory make its files at the same time.
    let wasUsed = !isShared && access("\(directory)/lock", F_OK) == 0
    let lock = try StateStore.lock(directory, holder: holder, isShared: isShared)
    loss = StateStore.loss(of: "\(directory)/state.sqlite", wasUsed: wasUsed)
    let database = try Database(path: "\(directory)/state.sqlite", mode: .write)
    // Positions and stores are nobody else's; the files beside it get the same rights.
    chmod(database.path, 0o600)
    try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    try StateSchema.prepare(database, mode: .write)
    self.lock = lock
    contents = Mutex(Contents(database: database, sets: RegionSetTable(zones: zones)))
    try takeQuarantine()
  }

  static func lock(_ directory: String, holder: String, isShared: Bool = false) throws(GeoError) -> FileLock {
    try FileLock(path: "\(directory)/lock", holder: holder, isShared: isShared) { who in
      GeoError(
        .cannotCreate,
        "is in use by \(who.isEmpty ? "another run" : who); only one run at a time can use a state directory",
        at: directory)
    }
  }

  /// Opens a state directory for reading, also while a run uses it.
  ///
  /// - Errors: ``GeoError`` `noInput` if there is none, `data` if the file is damaged, newer or not a state.
  public init(
    reading directory: String, zones: @escaping ZoneFinder = { TimeZoneRules.fixed($0) }
  ) throws(GeoError) {
    self.directory = directory
    (loss, isInMemory) = (nil, false)
    quarantine = { _, _ in }
    let path = "\(directory)/state.sqlite"
    guard access(path, F_OK) == 0 else {
      throw GeoError(
        .noInput, "holds no state (expected a directory that a run got as --state)", at: directory)
    }
    let database = try Database(path: path, mode: .read)
    try StateSchema.prepare(database, mode: .read)
    lock = nil
    contents = Mutex(Contents(database: database, sets: RegionSetTable(zones: zones)))
  }

  /// Opens a state directory for small changes, also while a run uses it.
  ///
  /// - Errors: ``GeoError`` `noInput` if there is none, `data` if the file is damaged, newer or not a state.
  public init(changing directory: String) throws(GeoError) {
    _ = try StateStore(reading: directory)
    self.directory = directory
    (loss, isInMemory) = (nil, false)
    quarantine = { _, _ in }
    let database = try Database(path: "\(directory)/state.sqlite", mode: .write)
    try StateSchema.prepare(database, mode: .write)
    lock = nil
    contents = Mutex(Contents(database: database, sets: RegionSetTable(zones: { TimeZoneRules.fixed($0) })))
  }

  /// Makes a state in memory, of which ``write(_:writeFiles:commit:)`` hands on what changes.
  ///
  /// - Parameters:
  ///   - name: what errors call it.
  ///   - image: of ``image()``; nil for a new state.
  ///   - changes: of each commit since then, in their order.
  ///   - quarantine: see ``quarantine``.
  /// - Errors: ``GeoError`` `data` if the bytes are damaged or of a newer version.
  public init(
    inMemory name: String, image: [UInt8]? = nil, changes: [[UInt8]] = [],
    quarantine: @escaping Quarantine = { _, _ in },
    zones: @escaping ZoneFinder = { TimeZoneRules.fixed($0) }
  ) throws(GeoError) {
    directory = name
    self.quarantine = quarantine
    (loss, isInMemory) = (nil, true)
    let database = try Database(
      memory: image, name: name,
      advice: Database.Advice(
        ofDamage: StateStore.streamAdvice, ofLoss: "nothing was kept since the last commit"))
    for change in changes { try database.apply(change) }
    try StateSchema.prepare(database, mode: .write)
    lock = nil
    contents = Mutex(
      Contents(
        database: database, sets: RegionSetTable(zones: zones), changes: try ChangeRecorder(database)))
  }

  /// What to do about a damaged state that is kept in streams.
  public static let streamAdvice =
    "restore the streams OUT and SNAPSHOTS from a backup, or remove both to begin again"

  func withContents<Result>(
    _ body: (inout Contents) throws(GeoError) -> sending Result
  ) throws(GeoError) -> sending Result {
    try contents.withLock { (contents: inout Contents) throws(GeoError) -> sending Result in
      try body(&contents)
    }
  }

  func withDatabase<Result>(
    _ body: (Database) throws(GeoError) -> sending Result
  ) throws(GeoError) -> sending Result {
    try withContents { (contents: inout Contents) throws(GeoError) -> sending Result in
      try body(contents.database)
    }
  }

  /// No clock of a run comes as far; the year 5138, in seconds since 1970.
  static let latestClock: TimeInterval = 1e11
}

private func isDirectory(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
