import Geo
import SQLite

/// The sources of a `.part`, in order.
///
/// A continued import must have the same sources in the same order. The result then equals that of an
/// uninterrupted import.
struct StagedSources {
  private struct Entry {
    let id: Int64
    let hash: String
    let name: String
    var records: Int
    var isWhole: Bool
  }

  /// Whether it belongs to the gazetteer that is added to.
  private var base: Set<String> = []
  private var entries: [Entry] = []
  /// The number of sources that this process has begun.
  private var begunCount = 0

  /// Whether all sources belong to the gazetteer that is added to.
  var isEmpty: Bool { entries.isEmpty }

  func isInBase(_ source: GazetteerSource) -> Bool { !source.hash.isEmpty && base.contains(source.hash) }

  init(_ database: Database) throws(GeoError) {
    let rows = try database.statement(
      "SELECT id, hash, name, records, is_whole, is_base FROM sources ORDER BY id")
    defer { rows.reset() }
    while try rows.step() {
      if rows.integer(5) != 0 {
        base.insert(rows.text(1))
      } else {
        entries.append(
          Entry(
            id: rows.integer(0), hash: rows.text(1), name: rows.text(2), records: Int(rows.integer(3)),
            isWhole: rows.integer(4) != 0))
      }
    }
  }

  /// - Returns: the source's number and how many of its records are there; nil if it is complete.
  mutating func begin(
    _ source: GazetteerSource, in database: Database
  ) throws(GeoError) -> (id: Int64, records: Int)? {
    if isInBase(source) { return nil }
    if !source.hash.isEmpty, entries[..<begunCount].contains(where: { $0.hash == source.hash }) { return nil }
    if begunCount < entries.count {
      let entry = entries[begunCount]
      guard !source.hash.isEmpty, entry.hash == source.hash else {
        throw StagedSources.other(entry.name, database)
      }
      begunCount += 1
      return entry.isWhole ? nil : (entry.id, entry.records)
    }
    try database.run(
      "INSERT INTO sources (name, attribution, licence, hash) VALUES (?, ?, ?, ?)",
      .text(source.name), .text(source.attribution), .text(source.license), .text(source.hash))
    let id = database.lastInsertedRow
    entries.append(Entry(id: id, hash: source.hash, name: source.name, records: 0, isWhole: false))
    begunCount += 1
    return (id, 0)
  }

  func checkEnd(in database: Database) throws(GeoError) {
    guard begunCount == entries.count else {
      throw StagedSources.other(entries[begunCount].name, database)
    }
  }

  private static func other(_ name: String, _ database: Database) -> GeoError {
    GeoError(
      .cannotCreate,
      "holds an unfinished import of other files, \(name) among them: the command that began it continues it,"
        + " --restart drops it", at: database.path)
  }
}
