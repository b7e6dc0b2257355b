/// Writes Base64.
///
/// - Source: RFC 4648, section 4.
enum Base64Text {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: digits(bytes), as: UTF8.self)
  }

  /// The text in lines of 76 digits, as mail has it.
  ///
  /// - Source: RFC 2045, section 6.8.
  static func lines(_ bytes: some Sequence<UInt8>) -> String {
    let digits = digits(bytes)
    var text: [UInt8] = []
    text.reserveCapacity(digits.count + digits.count / 36)
    for start in stride(from: 0, to: digits.count, by: 76) {
      text += digits[start..<min(start + 76, digits.count)] + [0x0d, 0x0a]
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func digits(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var (result, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    result.reserveCapacity(bytes.underestimatedCount * 4 / 3 + 4)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        result.append(alphabet[bits >> count & 63])
      }
      bits &= 63
    }
    if count > 0 { result.append(alphabet[bits << (6 - count) & 63]) }
    while result.count % 4 != 0 { result.append(UInt8(ascii: "=")) }
    return result
  }
}
