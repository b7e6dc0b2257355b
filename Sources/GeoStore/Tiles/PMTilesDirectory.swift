import Geo

/// The places of tiles, in the order of their numbers.
struct PMTilesDirectory {
  struct Entry {
    var number: UInt64 = 0
    /// Offset from the beginning of the section.
    var offset: UInt64 = 0
    var length: UInt32 = 0
    /// The number of consecutive tiles it stands for; 0 for a leaf directory.
    var run: UInt32 = 0
  }

  private var entries: [Entry] = []

  /// - Errors: ``GeoError`` `data` for a truncated directory or descending numbers.
  init(_ bytes: [UInt8], _ path: String) throws(GeoError) {
    var reader = VarintReader(bytes)
    let damaged = GeoError(.data, "is damaged: one of its directories is invalid", at: path)
    // An entry takes at least four bytes.
    guard let count = reader.next(), count > 0, count <= UInt64(bytes.count) / 4 else { throw damaged }
    entries = [Entry](repeating: Entry(), count: Int(count))
    var number: UInt64 = 0
    for index in entries.indices {
      guard let step = reader.next(), step < 1 << 62, number < 1 << 62 else { throw damaged }
      number += step
      entries[index].number = number
    }
    for index in entries.indices {
      guard let run = reader.next(), run <= UInt64(UInt32.max) else { throw damaged }
      entries[index].run = UInt32(run)
    }
    for index in entries.indices {
      guard let length = reader.next(), length > 0, length <= UInt64(UInt32.max) else { throw damaged }
      entries[index].length = UInt32(length)
    }
    for index in entries.indices {
      guard let offset = reader.next() else { throw damaged }
      if offset > 0 {
        entries[index].offset = offset - 1
      } else {
        guard index > 0 else { throw damaged }
        let before = entries[index - 1]
        let (next, wraps) = before.offset.addingReportingOverflow(UInt64(before.length))
        guard !wraps else { throw damaged }
        entries[index].offset = next
      }
    }
  }

  /// The entry for a tile: its own, or that of the leaf directory that may list it.
  func entry(of number: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.run == 0 || number - entry.number < UInt64(entry.run) ? entry : nil
  }
}

/// Reads numbers of seven bits per byte, the lowest first.
private struct VarintReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
