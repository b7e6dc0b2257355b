import Geo
import SQLite

/// The sets of regions in the database, each stored once by content, with a cache of those in memory.
///
/// A set derived from a large stored set is stored as the regions added and removed.
struct RegionSetTable {
  private var ids: [RegionSet: Int64] = [:]
  private var sets: [Int64: RegionSet] = [:]
  /// Large sets that others may build on; there are few.
  private var bases: [(set: RegionSet, id: Int64)] = []
  private var newCount = 0
  let zones: ZoneFinder

  init(zones: @escaping ZoneFinder) { self.zones = zones }

  /// Sets of fewer regions are stored whole.
  private static let leastBase = 64
  private static let mostBases = 16
  /// The number of new sets after which unused ones are searched for.
  private static let sweepInterval = 2000

  /// Substitutes `set` for the stored set of equal content, so that restored devices share its index.
  mutating func adopt(_ set: RegionSet, _ database: Database) throws(GeoError) {
    let content = RegionSetBytes.make(added: set.regions, removed: [])
    if let id = try RegionSetTable.find(content, base: nil, database) { remember(set, id) }
  }

  /// Returns the set with that number; the empty set for 0, nil if it is missing or cannot be read.
  mutating func set(_ id: Int64, _ database: Database) throws(GeoError) -> RegionSet? {
    if id == 0 { return .empty }
    if let known = sets[id] { return known }
    let row = try database.statement("SELECT base, content FROM region_sets WHERE id = ?")
    row.bind([.integer(id)])
    guard try row.step() else {
      row.reset()
      return nil
    }
    let base = row.integer(0)
    let content = row.blob(1)
    row.reset()
    // A set builds on one that was stored before it, never on itself.
    guard base >= 0, base < id, let base = try set(base, database),
      let set = try? RegionSetBytes.read(content, onto: base, zones: zones)
    else {
      return nil
    }
    remember(set, id)
    return set
  }

  /// Returns the number of a set, storing it if it is new; 0 for the empty set.
  mutating func id(of set: RegionSet, _ database: Database) throws(GeoError) -> Int64 {
    if set.isEmpty { return 0 }
    if let known = ids[set] { return known }
    var base: Int64?
    var content: [UInt8]?
    for candidate in bases where content == nil {
      guard let change = set.difference(from: candidate.set),
        4 * (change.added.count + change.removed.count) < set.count
      else { continue }
      base = candidate.id
      content = RegionSetBytes.make(added: change.added, removed: change.removed)
    }
    let bytes = content ?? RegionSetBytes.make(added: set.regions, removed: [])
    if let known = try RegionSetTable.find(bytes, base: base, database) {
      remember(set, known)
      return known
    }
    try database.run(
      "INSERT INTO region_sets (hash, base, content) VALUES (?, ?, ?)",
      .integer(RegionSetTable.hash(bytes)), base.map { .integer($0) } ?? .null, .blob(bytes))
    let id = try database.integer("SELECT last_insert_rowid()")
    newCount += 1
    remember(set, id)
    return id
  }

  /// Deletes unused sets, now and then or when `isLast`.
  mutating func sweep(isLast: Bool, _ database: Database) throws(GeoError) {
    guard newCount >= RegionSetTable.sweepInterval || (isLast && newCount > 0) else { return }
    try RegionSetTable.removeUnused(database)
    forget()
  }

  /// Deletes sets that no device watches and no other set builds on; a cache of them is then wrong.
  static func removeUnused(_ database: Database) throws(GeoError) {
    // A set that is gone may have been the last that built on another.
    repeat {
      try database.run(
        """
        DELETE FROM region_sets WHERE id NOT IN (SELECT regions FROM devices WHERE regions IS NOT NULL)
          AND id NOT IN (SELECT regions FROM members WHERE regions IS NOT NULL)
          AND id NOT IN (SELECT base FROM region_sets WHERE base IS NOT NULL)
        """)
    } while try database.integer("SELECT changes()") > 0
  }

  /// Clears the cache after the database was emptied.
  mutating func forget() { self = RegionSetTable(zones: zones) }

  private mutating func remember(_ set: RegionSet, _ id: Int64) {
    ids[set] = id
    sets[id] = set
    if set.count >= RegionSetTable.leastBase, bases.count < RegionSetTable.mostBases,
      !bases.contains(where: { $0.id == id })
    {
      bases.append((set, id))
    }
  }

  private static func find(_ content: [UInt8], base: Int64?, _ database: Database) throws(GeoError) -> Int64?
  {
    let rows = try database.statement(
      "SELECT id FROM region_sets WHERE hash = ? AND base IS ? AND content = ?")
    defer { rows.reset() }
    rows.bind([.integer(hash(content)), base.map { .integer($0) } ?? .null, .blob(content)])
    return try rows.step() ? rows.integer(0) : nil
  }

  private static func hash(_ bytes: [UInt8]) -> Int64 {
    var fnv = FNV1a()
    bytes.withUnsafeBufferPointer { fnv.combine($0) }
    return Int64(bitPattern: fnv.value)
  }
}
