import Geo

/// What stands in one field of a table.
package enum CSVCell {
  /// Whether a field is empty or says so, as pandas, R and databases write it.
  package static func isMissing(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.isEmpty { return true }
    guard text.count <= 4 else { return false }
    return ["nan", "null", "na", "n/a", "none", "-"].contains(
      String(decoding: text, as: UTF8.self).lowercased())
  }

  /// The number that a field begins with, and the words behind it in lower case: `374.812 m`, `51.3N`.
  ///
  /// - Parameter separator: that of the columns; unless it is a comma, numbers may have a decimal comma.
  static func measure(_ text: UnsafeBufferPointer<UInt8>, separator: UInt8) -> (value: Double, unit: String)?
  {
    guard text.count < 64 else { return nil }
    let comma = UInt8(ascii: ",")
    let isDecimal = separator != comma
    let bytes = text.map { isDecimal && $0 == comma ? UInt8(ascii: ".") : $0 }
    let end = numberEnd(bytes)
    guard let value = bytes[..<end].withUnsafeBufferPointer({ Decimal.parse($0) }) else { return nil }
    return (value, word(bytes[end...]))
  }

  /// A word in lower case, without space around.
  static func word(_ bytes: some Collection<UInt8>) -> String {
    let words = String(decoding: bytes, as: UTF8.self).lowercased().split { $0.isWhitespace }
    return words.joined(separator: " ")
  }

  private static func numberEnd(_ bytes: [UInt8]) -> Int {
    var at = bytes.prefix { $0 <= 0x20 }.count
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }
    while at < bytes.count, digits ~= bytes[at] || bytes[at] == UInt8(ascii: ".") { at += 1 }
    guard at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") else { return at }
    // An exponent has digits; `12 east` has none.
    var next = at + 1
    if next < bytes.count, bytes[next] == UInt8(ascii: "-") || bytes[next] == UInt8(ascii: "+") { next += 1 }
    guard next < bytes.count, digits ~= bytes[next] else { return at }
    while next < bytes.count, digits ~= bytes[next] { next += 1 }
    return next
  }
}
