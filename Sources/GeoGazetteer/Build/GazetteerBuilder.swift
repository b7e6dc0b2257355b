public import Geo
import Glibc
import SQLite

/// Makes a gazetteer file of records.
///
/// They gather in `FILE.part`; ``finish(step:)`` makes the file of them and puts it in place in one step. Who stops
/// before, or is stopped, leaves what was there as it was, and goes on later from the `.part`.
public final class GazetteerBuilder {
  /// What becomes of a gazetteer that is there.
  public enum Mode: String, Sendable {
    /// There must be none.
    case new
    /// It goes.
    case replace
    /// Its records stay, but for those whose keys come again; there must be one.
    case add
  }

  public let path: String
  /// Records so far whose position or shape no place on earth can have, or that have no name; nothing comes of them.
  public internal(set) var refusedCount = 0
  /// Asked now and then by what takes long; when it says yes, that fails, and can be done again later.
  public var isStopped: (() -> Bool)?
  let database: Database
  private let mode: Mode
  /// The source whose records come, and how many of it there have been.
  var source: (id: Int64, records: Int)?
  private var sources: StagedSources
  private var uncommitted = 0
  private var isInTransaction = false
  private var lock: FileLock?

  /// So many records go to the disk at once: some MB.
  private static let batch = 50_000

  /// - Parameters:
  ///   - path: the file that is made.
  ///   - restarting: drops what an import has left that was stopped, instead of going on with it.
  /// - Errors: ``GeoError``: `cannotCreate` where it cannot be made, is there, another import is at it or an
  ///   unfinished one differs; `noInput` and `data` for a gazetteer that cannot be added to.
  public init(path: String, mode: Mode = .new, restarting: Bool = false) throws(GeoError) {
    (self.path, self.mode) = (path, mode)
    if mode == .new, access(path, F_OK) == 0 {
      throw GeoError(
        .cannotCreate,
        "already exists: use --force to replace it, or geoscript gazetteer import to add to it",
        at: path)
    }
    try GazetteerBuilder.checkPlace(path)
    // Nothing is made where nothing can be added to.
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

  /// Refuses to put a file in place of a device, a pipe or a folder, such as `/dev/null`.
  private static func checkPlace(_ path: String) throws(GeoError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw GeoError(
      .cannotCreate, "is not a regular file and stays as it is (expected a path for a gazetteer)", at: path)
  }

  /// Says where the records that follow come from; those before are whole.
  ///
  /// - Returns: how many records of it are there from an import that was stopped: the ones that follow are those
  ///   behind them. Nil where it is there as a whole, and nothing need follow.
  /// - Errors: ``GeoError`` `cannotCreate` where the import that was stopped was of other sources.
  @discardableResult
  public func begin(_ source: GazetteerSource) throws(GeoError) -> Int? {
    try end()
    // What was there comes first, so that what follows replaces it.
    if mode == .add, !sources.isInBase(source) { try GazetteerStaging.copy(path, to: database) }
    guard let begun = try sources.begin(source, in: database) else { return nil }
    self.source = begun
    return begun.records
  }

  /// Takes in a record of the source that was begun; nil for one that is not wanted.
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
        // The next one to go on takes up what the last batch left.
        abandonBatch()
        throw error
      }
    }
    uncommitted += 1
    if uncommitted >= GazetteerBuilder.batch { try commit() }
  }

  /// The source that was begun has no more records.
  public func end() throws(GeoError) {
    guard let source else { return }
    try commit()
    try database.run("UPDATE sources SET is_whole = 1 WHERE id = ?", .integer(source.id))
    self.source = nil
  }

  /// Writes down what came so far, to go on from there in another process.
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

  /// How many records another process could go on behind.
  public func keptCount() throws(GeoError) -> Int {
    Int(try database.integer("SELECT coalesce(sum(records), 0) FROM sources WHERE NOT is_base"))
  }

  /// Drops all that is unfinished: what was there stays.
  public func abandon() {
    abandonBatch()
    letGo()
  }

  /// Nothing can be done with it after this.
  func letGo() {
    GazetteerStaging.remove(of: path)
    lock = nil
  }

  /// - Returns: whether nothing has come that was not there.
  /// - Errors: ``GeoError`` `cannotCreate` where the import that was stopped was of more than has come now.
  func endSources() throws(GeoError) -> Bool {
    try end()
    try sources.checkEnd(in: database)
    return mode == .add && sources.isEmpty
  }

  private func abandonBatch() {
    guard isInTransaction else { return }
    // After some faults, a full disk for one, SQLite has taken it back itself.
    try? database.run("ROLLBACK")
    (isInTransaction, uncommitted, source) = (false, 0, nil)
  }
}
