package import GeoCore

/// The 64-bit FNV-1a hash: the same on every machine and in every run, which `Hasher` is not.
///
/// - Source: Fowler, Noll, Vo; parameters in draft-eastlake-fnv, section 5.
public struct FNV1a: Sendable {
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  public init() {}

  public mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Takes in eight bytes, the least significant first.
  public mutating func combine(_ word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      value = (value ^ ((word >> shift) & 0xff)) &* 0x100_0000_01b3
    }
  }

  public mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine($0) }
  }

  /// Returns the id of a device's visit number `number` to the region named `identifier`; the receiver is the
  /// device's hash.
  package func visit(of identifier: UnsafeBufferPointer<UInt8>, at time: TimeInterval, _ number: UInt64)
    -> UInt64
  {
    var hash = self
    hash.combine(identifier)
    hash.combine(time.bitPattern)
    hash.combine(number)
    return hash.value
  }
}
