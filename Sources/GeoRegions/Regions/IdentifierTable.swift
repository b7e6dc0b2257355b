/// Finds the newest slot of an identifier: open addressing, four bytes an entry, at most two thirds full.
///
/// The identifiers themselves stay in the ``RegionStore``; the table holds each slot's index plus one, 0 for empty.
struct IdentifierTable {
  private var entries: ContiguousArray<UInt32> = []
  /// One byte of each hash, to skip most comparisons, each of which would touch two distant places in memory.
  private var tags: ContiguousArray<UInt8> = []
  private var count = 0

  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var fnv = FNV1a()
    fnv.combine(bytes)
    // The upper half is better mixed than the lower.
    let mixed = (fnv.value ^ (fnv.value >> 29)) &* 0xbf58_476d_1ce4_e5b9
    return UInt32(truncatingIfNeeded: mixed >> 32)
  }

  private static func tag(_ hash: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 24) }

  /// Returns the most recently set index with this hash that satisfies `isMatch`, or `RegionLog.noSlot`.
  func newest(_ hash: UInt32, _ isMatch: (UInt32) -> Bool) -> UInt32 {
    guard !entries.isEmpty else { return RegionLog.noSlot }
    let place = find(hash, isMatch)
    return entries[place] &- 1  // 0 − 1 is `noSlot`
  }

  /// Sets `index` as the newest for its identifier and returns the previous one, or `RegionLog.noSlot`.
  ///
  /// - Parameter hashOf: the hash of an index's identifier, needed when the table grows.
  mutating func set(
    _ index: UInt32, _ hash: UInt32, isMatch: (UInt32) -> Bool, hashOf: (UInt32) -> UInt32
  ) -> UInt32 {
    if 3 * (count + 1) > 2 * entries.count { grow(to: max(8, 2 * entries.count), hashOf) }
    let place = find(hash, isMatch)
    let previous = entries[place] &- 1
    if entries[place] == 0 { count += 1 }
    entries[place] = index + 1
    tags[place] = Self.tag(hash)
    return previous
  }

  private func find(_ hash: UInt32, _ isMatch: (UInt32) -> Bool) -> Int {
    let mask = entries.count - 1
    let tag = Self.tag(hash)
    var place = Int(hash) & mask
    while entries[place] != 0 {
      if tags[place] == tag, isMatch(entries[place] - 1) { return place }
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow(to size: Int, _ hashOf: (UInt32) -> UInt32) {
    let old = entries
    entries = ContiguousArray(repeating: 0, count: size)
    tags = ContiguousArray(repeating: 0, count: size)
    for entry in old where entry != 0 {
      let hash = hashOf(entry - 1)
      let place = find(hash) { _ in false }
      entries[place] = entry
      tags[place] = Self.tag(hash)
    }
  }
}
