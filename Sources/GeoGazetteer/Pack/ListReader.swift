/// Reads numbers of up to 32 bits at seven bits per byte, as in the lists of an ``AreaMap``.
struct ListReader {
  private let bytes: PackList<UInt8>
  private var at: Int

  init(_ bytes: PackList<UInt8>, at: Int) { (self.bytes, self.at) = (bytes, at) }

  /// nil at the end, and for a number of more bits.
  @inline(__always)
  mutating func next() -> UInt32? {
    guard let first = bytes[at] else { return nil }
    at &+= 1
    guard first >= 0x80 else { return UInt32(first) }
    return rest(UInt32(first & 0x7F))
  }

  @inline(__always)
  private mutating func rest(_ low: UInt32) -> UInt32? {
    var number = low
    var shift: UInt32 = 7
    while shift < 32, let byte = bytes[at] {
      at &+= 1
      number |= UInt32(byte & 0x7F) &<< shift
      if byte < 0x80 { return number }
      shift &+= 7
    }
    return nil
  }

  static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
