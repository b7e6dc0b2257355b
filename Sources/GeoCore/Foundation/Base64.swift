/// Bytes as text.
///
/// - Source: RFC 4648, section 4.
package enum Base64 {
  /// Returns the bytes, or nil if the text is not Base64; its padding may be missing.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits = 0
    var value: UInt32 = 0
    var padding = 0
    for byte in text {
      guard byte != UInt8(ascii: "=") else {
        padding += 1
        continue
      }
      guard padding == 0, let digit = digit(byte) else { return nil }
      value = value << 6 | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
      }
    }
    return padding <= 2 && bits < 6 ? bytes : nil
  }

  /// Returns the text of these bytes, with padding.
  package static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var (text, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    text.reserveCapacity(bytes.underestimatedCount * 4 / 3 + 4)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        text.append(digits[bits >> count & 63])
      }
      bits &= 63
    }
    if count > 0 { text.append(digits[bits << (6 - count) & 63]) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return text
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
