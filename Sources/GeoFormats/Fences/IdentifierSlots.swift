/// Finds the index of a region by the bytes of its identifier: open addressing, at most half full.
///
/// `Set` and `Dictionary` of `String` would treat the two encodings of "é" as one identifier.
struct IdentifierSlots {
  /// The upper half of the hash above the index plus 1; 0 if free. A power of two long.
  private var entries = [UInt64](repeating: 0, count: 64)
  private var count = 0

  /// Returns the index of the identifier if `isMatch` finds it, otherwise adds it as `new` and returns nil.
  mutating func insert(
    _ bytes: UnsafeBufferPointer<UInt8>, as new: Int, isMatch: (Int) -> Bool
  ) -> Int? {
    if count * 2 >= entries.count { grow() }
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    let hash = UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
    let mask = entries.count - 1
    var place = Int(hash) & mask
    while entries[place] != 0 {
      let index = Int(entries[place] & 0xffff_ffff) - 1
      if entries[place] >> 32 == hash, isMatch(index) { return index }
      place = (place + 1) & mask
    }
    entries[place] = hash << 32 | UInt64(new + 1)
    count += 1
    return nil
  }

  private mutating func grow() {
    let old = entries
    entries = [UInt64](repeating: 0, count: old.count * 2)
    let mask = entries.count - 1
    for entry in old where entry != 0 {
      var place = Int(entry >> 32) & mask
      while entries[place] != 0 { place = (place + 1) & mask }
      entries[place] = entry
    }
  }
}
