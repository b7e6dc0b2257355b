import Geo
import SQLite

/// A list of sorted names in a gazetteer: finds bearers of a name, and similar names.
///
/// Reads blocks on demand, and caches the first of them.
final class NameList {
  /// The lists of a gazetteer; the raw values are stored in the file.
  enum Kind: Int64, CaseIterable {
    /// Names of places, with place numbers; words of longer names are listed without a number.
    case places = 0
    /// The same names reversed, without numbers.
    case placesBackwards = 1
    /// Names of areas, with their rows.
    case areas = 2
    case areasBackwards = 3
    /// Names of streets, with their rows in `street_terms`.
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
  /// The first names of all blocks, concatenated, and the start of each.
  private let directory: [UInt8]
  private var starts: [Int] = []
  private var blocks: [Int: [UInt8]] = [:]
  private var blockBytes = 0

  /// The cache of blocks.
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

  /// The last block whose first name is not after `name`; 0 if all are.
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
    // A scan through a longer list would evict each block before it is used again.
    guard blockBytes < NameList.mostBytes else { return bytes }
    blocks[block] = bytes
    blockBytes += bytes.count
    return bytes
  }
}

extension NameList {
  /// The entry of a name in a list.
  struct Entry {
    /// The first numbers of its bearers.
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
    // Longer names with this prefix may begin the next block.
    let isNext = block + 1 < blockCount && first(block + 1).starts(with: name)
    return try bytes(block).withUnsafeBufferPointer { bytes in
      NameList.entry(name, among: NameCursor(bytes), isNext, limit)
    }
  }

  private static func entry(_ name: [UInt8], among names: NameCursor, _ isNext: Bool, _ limit: Int) -> Entry {
    var cursor = names
    var matched = 0
    while cursor.advance() {
      // A name that shares more with its predecessor than that did with `name` also sorts before `name`.
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
