public import Geo
import Glibc
import SQLite

/// Builds a gazetteer file from records.
///
/// Records collect in `FILE.part`; ``finish(step:)`` makes the gazetteer from them and puts it in place in
/// one step. An import that stops earlier leaves the old gazetteer unchanged and can continue from the
/// `.part`.
public final class GazetteerBuilder {
  /// What happens to an existing gazetteer.
  public enum Mode: String, Sendable {
    /// No gazetteer may exist at the path.
    case new
    /// Replaces it.
    case replace
    /// Keeps its records except those whose keys come again; the gazetteer must exist.
    case add
  }

  public let path: String
  /// Records skipped so far, because they have no name or no valid position or shape.
  public internal(set) var refusedCount = 0
  /// Long steps poll it now and then; when it returns true, the step fails and can be repeated later.
  public var isStopped: (() -> Bool)?
  let database: Database
  private let mode: Mode
  /// The current source, and the number of its records so far.
  var source: (id: Int64, records: Int)?
  private var sources: StagedSources
  private var uncommitted = 0
  private var isInTransaction = false
  private var lock: FileLock?

  /// Records in one transaction: a few MB.
  private static let batch = 50_000

  /// - Parameters:
  ///   - path: the file to make.
  ///   - restarting: drops what a stopped import left, instead of continuing it.
  /// - Errors: ``GeoError``: `cannotCreate` if the file cannot be made, exists, belongs to another running
  ///   import or to an unfinished one with other sources; `noInput` and `data` for a gazetteer that cannot be
  ///   added to.
  public init(path: String, mode: Mode = .new, restarting: Bool = false) throws(GeoError) {
    (self.path, self.mode) = (path, mode)
    if mode == .new, access(path, F_OK) == 0 {
      throw GeoError(
        .cannotCreate,
        "already exists: use --force to replace it, or geoscript gazetteer import to add to it",
        at: path)
    }
    try GazetteerBuilder.checkPlace(path)
    // Check the gazetteer before making a `.part` beside it.
    if mode == .add { _ = try GazetteerSchema.build(of: path) }
    lock = try FileLock(path: path + ".lock", holder: "geoscript gazetteer", isRemoved: true) { who in
      GeoError(
        .cannotCreate,
        "another import is writing this gazetteer\(who.isEmpty ? "" : ": \(who)"); wait for it or stop it",
        at: path)
    }
    database = try GazetteerStaging.open(for: path, mode: mode, restarting: restarting)
    sources = try StagedSources(database)
  }

  /// Refuses to replace a device such as `/dev/null`, a pipe or a folder.
  private static func checkPlace(_ path: String) throws(GeoError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw GeoError(
      .cannotCreate, "is not a regular file and stays as it is (expected a path for a gazetteer)", at: path)
  }

  /// Begins a source: the records that follow belong to it, and the source before is complete.
  ///
  /// - Returns: how many of its records a stopped import already has; the caller continues after them. Nil if
  ///   all are there.
  /// - Errors: ``GeoError`` `cannotCreate` if the stopped import had other sources.
  @discardableResult
  public func begin(_ source: GazetteerSource) throws(GeoError) -> Int? {
    try end()
    // Existing records come first, so that later ones replace them.
    if mode == .add, !sources.isInBase(source) { try GazetteerStaging.copy(path, to: database) }
    guard let begun = try sources.begin(source, in: database) else { return nil }
    self.source = begun
    return begun.records
  }

  /// Adds a record of the current source; nil counts one that is not wanted.
  public func add(_ record: GazetteerRecord?) throws(GeoError) {
    guard let source else { return assertionFailure("add(_:) comes after begin(_:)") }
    if !isInTransaction {
      try database.run("BEGIN IMMEDIATE")
      isInTransaction = true
    }
    self.source?.records += 1
    if let record {
      do throws(GeoError) {
        try insert(record, source.id)
      } catch {
        // The next process continues after the last batch.
        abandonBatch()
        throw error
      }
    }
    uncommitted += 1
    if uncommitted >= GazetteerBuilder.batch { try commit() }
  }

  /// Ends the current source.
  public func end() throws(GeoError) {
    guard let source else { return }
    try commit()
    try database.run("UPDATE sources SET is_whole = 1 WHERE id = ?", .integer(source.id))
    self.source = nil
  }

  /// Commits the records so far, so that another process can continue from there.
  public func commit() throws(GeoError) {
    guard isInTransaction, let source else { return }
    do throws(GeoError) {
      try database.run(
        "UPDATE sources SET records = ? WHERE id = ?", .integer(Int64(source.records)), .integer(source.id))
      try database.run("COMMIT")
    } catch {
      abandonBatch()
      throw error
    }
    (isInTransaction, uncommitted) = (false, 0)
  }

  /// The number of records after which another process could continue.
  public func keptCount() throws(GeoError) -> Int {
    Int(try database.integer("SELECT coalesce(sum(records), 0) FROM sources WHERE NOT is_base"))
  }

  /// Drops the unfinished import; an existing gazetteer stays.
  public func abandon() {
    abandonBatch()
    letGo()
  }

  /// The builder cannot be used afterward.
  func letGo() {
    GazetteerStaging.remove(of: path)
    lock = nil
  }

  /// - Returns: whether the import brought nothing new.
  /// - Errors: ``GeoError`` `cannotCreate` if the stopped import had more sources than this one.
  func endSources() throws(GeoError) -> Bool {
    try end()
    try sources.checkEnd(in: database)
    return mode == .add && sources.isEmpty
  }

  private func abandonBatch() {
    guard isInTransaction else { return }
    // After some faults, such as a full disk, SQLite has already rolled back.
    try? database.run("ROLLBACK")
    (isInTransaction, uncommitted, source) = (false, 0, nil)
  }
}
