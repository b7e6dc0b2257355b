import Geo
import SQLite

/// A list of sorted names in a gazetteer: what bears a name, and which names are nearly so.
///
/// Reads blocks when they are asked for, and keeps the first of them.
final class NameList {
  /// The lists of a gazetteer; the raw values stand in the file.
  enum Kind: Int64, CaseIterable {
    /// Of places, by their number; words of longer names stand there without one.
    case places = 0
    /// The same names from their last letter to their first, without numbers.
    case placesBackwards = 1
    /// Of areas, by their row.
    case areas = 2
    case areasBackwards = 3
    /// Of streets, by their row in `street_terms`.
    case streets = 4
    case streetsBackwards = 5

    var backwards: Kind? { Kind(rawValue: rawValue | 1) }
  }

  static let tables = """
    CREATE TABLE search_lists (list INTEGER PRIMARY KEY, directory BLOB NOT NULL);
    CREATE TABLE search_blocks (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
    """

  /// The block's row in `search_blocks`.
  static func row(_ kind: Kind, _ block: Int) -> Int64 { kind.rawValue << 32 | Int64(block) }

  private let database: Database
  let kind: Kind
  /// The first names of all blocks after one another, and where each begins.
  private let directory: [UInt8]
  private var starts: [Int] = []
  private var blocks: [Int: [UInt8]] = [:]
  private var blockBytes = 0

  /// What it keeps of blocks.
  private static let mostBytes = 8 << 20

  /// - Errors: ``GeoError`` `data` for a damaged file.
  init(_ kind: Kind, of database: Database) throws(GeoError) {
    self.database = database
    self.kind = kind
    let row = try database.statement("SELECT directory FROM search_lists WHERE list = ?")
    defer { row.reset() }
    row.bind([.integer(kind.rawValue)])
    var reader = ByteReader(try row.step() ? row.blob(0) : [])
    var names: [UInt8] = []
    do {
      while !reader.isAtEnd {
        starts.append(names.count)
        let length = try reader.count()
        guard length >= 0 else { throw ByteReader.Fault() }
        for _ in 0..<length { names.append(try reader.byte()) }
      }
    } catch {
      throw GeoError(
        .data, "is damaged (list of names): \(GazetteerSchema.advice.ofDamage)", at: database.path)
    }
    directory = names
    starts.append(names.count)
  }

  var blockCount: Int { starts.count - 1 }
  func first(_ block: Int) -> ArraySlice<UInt8> { directory[starts[block]..<starts[block + 1]] }

  /// The last block whose first name is not behind `name`; 0 where all are.
  func block(of name: some Sequence<UInt8>) -> Int {
    var (low, high) = (0, blockCount)
    while low < high {
      let middle = (low + high) / 2
      if name.lexicographicallyPrecedes(first(middle)) { high = middle } else { low = middle + 1 }
    }
    return max(0, low - 1)
  }

  func bytes(_ block: Int) throws(GeoError) -> [UInt8] {
    if let known = blocks[block] { return known }
    let row = try database.statement("SELECT bytes FROM search_blocks WHERE id = ?")
    defer { row.reset() }
    row.bind([.integer(NameList.row(kind, block))])
    let bytes = try row.step() ? row.blob(0) : []
    // Who goes through all of a longer list would drop each before it comes again.
    guard blockBytes < NameList.mostBytes else { return bytes }
    blocks[block] = bytes
    blockBytes += bytes.count
    return bytes
  }
}

extension NameList {
  /// What a list knows of a name.
  struct Entry {
    /// The first numbers of what bears it.
    var numbers: [UInt32] = []
    /// Whether it is in the list, and whether longer names begin with it.
    var isName = false
    var isBeginning = false
  }

  /// Looks a name up.
  func entry(_ name: String, limit: Int) throws(GeoError) -> Entry {
    guard blockCount > 0 else { return Entry() }
    let name = Array(name.utf8)
    let block = block(of: name)
    // Longer names that begin with it may be the first of the next block.
    let isNext = block + 1 < blockCount && first(block + 1).starts(with: name)
    return try bytes(block).withUnsafeBufferPointer { bytes in
      NameList.entry(name, among: NameCursor(bytes), isNext, limit)
    }
  }

  private static func entry(_ name: [UInt8], among names: NameCursor, _ isNext: Bool, _ limit: Int) -> Entry {
    var cursor = names
    var matched = 0
    while cursor.advance() {
      // One that shares more with its forerunner than that did with `name` is before `name` as well.
      if cursor.shared > matched { continue }
      if cursor.shared < matched { return Entry() }
      let rest = cursor.rest
      for byte in rest {
        guard matched < name.count else { return Entry(isBeginning: true) }
        guard byte == name[matched] else {
          if byte > name[matched] { return Entry() }
          break
        }
        matched += 1
      }
      if matched == name.count, cursor.shared + rest.count == matched {
        let numbers = cursor.numbers(limit: limit)
        let isLonger = cursor.advance() ? cursor.shared >= name.count : isNext
        return Entry(numbers: numbers, isName: true, isBeginning: isLonger)
      }
    }
    return Entry(isBeginning: isNext)
  }
}
