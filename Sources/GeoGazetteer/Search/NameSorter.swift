import Geo
import SQLite

/// Sorts names and writes them as lists.
struct NameSorter {
  private struct Name {
    /// Its first eight bytes as a number, which decides most comparisons.
    var head: UInt64
    var start: Int
    var count: Int32
    /// 0 for a word that is no full name.
    var number: UInt32
  }

  private var bytes: [UInt8] = []
  private var names: [Name] = []

  mutating func add(_ name: String, _ number: UInt32?) {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    names.append(NameSorter.name(bytes, start, number ?? 0))
  }

  private static func name(_ bytes: [UInt8], _ start: Int, _ number: UInt32) -> Name {
    var head: UInt64 = 0
    for at in start..<start + 8 { head = head << 8 | (at < bytes.count ? UInt64(bytes[at]) : 0) }
    return Name(head: head, start: start, count: Int32(clamping: bytes.count - start), number: number)
  }

  private mutating func sort() {
    bytes.withUnsafeBufferPointer { bytes in
      names.sort { one, other in
        if one.head != other.head { return one.head < other.head }
        let common = Int(min(one.count, other.count))
        if common > 8 {
          for at in 8..<common where bytes[one.start + at] != bytes[other.start + at] {
            return bytes[one.start + at] < bytes[other.start + at]
          }
        }
        return one.count != other.count ? one.count < other.count : one.number < other.number
      }
    }
  }

  /// Writes the names as a list, and again as a reversed list.
  mutating func write(_ kind: NameList.Kind, to database: Database) throws(GeoError) {
    sort()
    var blocks = NameBlocks()
    var backwards = NameSorter()
    var numbers: [UInt32] = []
    var index = 0
    while index < names.count {
      let name = bytes[names[index].start..<names[index].start + Int(names[index].count)]
      numbers.removeAll(keepingCapacity: true)
      while index < names.count, isSame(names[index], name) {
        let number = names[index].number
        if number > 0, number != numbers.last { numbers.append(number) }
        index += 1
      }
      blocks.add(name, numbers: numbers)
      if kind.backwards != nil {
        backwards.addBackwards(name)
      }
    }
    blocks.end()
    try NameSorter.write(blocks, kind, to: database)
    if let other = kind.backwards, other != kind { try backwards.writeBackwards(other, to: database) }
  }

  private func isSame(_ name: Name, _ bytes: ArraySlice<UInt8>) -> Bool {
    Int(name.count) == bytes.count && self.bytes[name.start..<name.start + bytes.count].elementsEqual(bytes)
  }

  private mutating func addBackwards(_ name: ArraySlice<UInt8>) {
    let start = bytes.count
    var end = name.endIndex
    // Reverses letters, not bytes.
    while end > name.startIndex {
      var first = end - 1
      while first > name.startIndex, name[first] & 0xc0 == 0x80 { first -= 1 }
      bytes.append(contentsOf: name[first..<end])
      end = first
    }
    names.append(NameSorter.name(bytes, start, 0))
  }

  private mutating func writeBackwards(_ kind: NameList.Kind, to database: Database) throws(GeoError) {
    sort()
    var blocks = NameBlocks()
    for name in names {
      blocks.add(bytes[name.start..<name.start + Int(name.count)], numbers: EmptyCollection())
    }
    blocks.end()
    try NameSorter.write(blocks, kind, to: database)
  }

  private static func write(
    _ blocks: NameBlocks, _ kind: NameList.Kind, to database: Database
  ) throws(GeoError) {
    try database.run(
      "INSERT INTO search_lists VALUES (?, ?)", .integer(kind.rawValue), .blob(blocks.directory.bytes))
    for (index, block) in blocks.blocks.enumerated() {
      try database.run(
        "INSERT INTO search_blocks VALUES (?, ?)", .integer(NameList.row(kind, index)), .blob(block))
    }
  }
}
