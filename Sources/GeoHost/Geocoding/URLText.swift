import Geo

/// Texts and numbers in the query of a URL.
enum URLText {
  /// - Source: RFC 3986, sections 2.1 and 2.3. Control characters, which no place name contains, become
  ///   spaces.
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      case 0..<0x20, 0x7f: bytes += Array("%20".utf8)
      default: bytes += Array("%\(byte.hexadecimal.uppercased())".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A server's text without the values of a query that it may repeat, such as a key.
  static func redacted(_ text: String, query: String) -> String {
    let values = query.split(separator: "&").map { $0.drop { $0 != "=" }.dropFirst() }
    return values.filter { $0.count > 3 }.reduce(text) { $0.replacing($1, with: "…") }
  }

  /// Degrees to a tenth of a meter: closer positions share one answer.
  static func degrees(_ value: CLLocationDegrees) -> String {
    var text = fixed(value.rounded(decimals: 6), 6)
    while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
    return text
  }
}
