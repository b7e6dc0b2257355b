/// Writes Base64 as text.
package enum Base64Text {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Base64.encode(bytes), as: UTF8.self)
  }

  /// The text in lines of 76 digits, as mail has it.
  ///
  /// - Source: RFC 2045, section 6.8.
  package static func lines(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Base64.encode(bytes)
    var text: [UInt8] = []
    text.reserveCapacity(digits.count + digits.count / 36)
    for start in stride(from: 0, to: digits.count, by: 76) {
      text += digits[start..<min(start + 76, digits.count)] + [0x0d, 0x0a]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
