/// A hash that detects damaged bytes at several gigabytes per second.
///
/// It does not protect against malicious files: reads from a pack are also bounds-checked.
///
/// - Source: the round and the constants of xxHash64 (Y. Collet, github.com/Cyan4973/xxHash, doc/xxhash_spec.md),
///   whose four lanes are kept and whose tail is padded with zeros.
enum PackHash {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9

  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var lanes = (prime1 &+ prime2, prime2, UInt64(0), 0 &- prime1)
    let whole = bytes.count & ~31
    if let start = bytes.baseAddress {
      var at = 0
      while at < whole {
        lanes.0 = round(lanes.0, word(start + at))
        lanes.1 = round(lanes.1, word(start + at + 8))
        lanes.2 = round(lanes.2, word(start + at + 16))
        lanes.3 = round(lanes.3, word(start + at + 24))
        at += 32
      }
    }
    var hash = UInt64(bytes.count) &* prime3
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { hash = mix(hash, lane) }
    var at = whole
    while at < bytes.count {
      hash = mix(hash, UInt64(bytes[at]) &+ 1)
      at += 1
    }
    hash ^= hash >> 33
    hash = hash &* prime2
    hash ^= hash >> 29
    hash = hash &* prime3
    return hash ^ hash >> 32
  }

  static func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
  }

  @inline(__always)
  private static func word(_ pointer: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let sum = lane &+ word &* prime2
    return (sum << 31 | sum >> 33) &* prime1
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime3
  }
}
