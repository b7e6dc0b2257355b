/// The 64-bit FNV-1a hash: the same on every machine and in every run, which `Hasher` is not.
///
/// - Source: Fowler, Noll, Vo; parameters in draft-eastlake-fnv, section 5.
struct FNV1a: Sendable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Takes in eight bytes, the least significant first.
  mutating func combine(_ word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      value = (value ^ ((word >> shift) & 0xff)) &* 0x100_0000_01b3
    }
  }

  mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine($0) }
  }
}
