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
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var value = UInt32(bytes[start]) << 16
      if count > 1 { value |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { value |= UInt32(bytes[start + 2]) }
      text.append(digits[Int(value >> 18)])
      text.append(digits[Int(value >> 12 & 63)])
      text.append(count > 1 ? digits[Int(value >> 6 & 63)] : UInt8(ascii: "="))
      text.append(count > 2 ? digits[Int(value & 63)] : UInt8(ascii: "="))
    }
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
