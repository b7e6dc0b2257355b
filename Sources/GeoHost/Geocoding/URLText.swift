import Geo

/// Texts and numbers as they stand in the query of an address.
enum URLText {
  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  /// - Source: RFC 3986, sections 2.1 and 2.3. Control characters become spaces, which no name of a place has.
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      case 0..<0x20, 0x7f: bytes += Array("%20".utf8)
      default: bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Degrees to a tenth of a metre: what lies nearer has the same answer, and need not be asked for twice.
  static func degrees(_ value: CLLocationDegrees) -> String {
    let millionths = Int((value * 1e6).rounded())
    let digits = String(abs(millionths) % 1_000_000)
    var fraction = String(repeating: "0", count: 6 - digits.count) + digits
    while fraction.hasSuffix("0"), fraction.count > 1 { fraction.removeLast() }
    return "\(millionths < 0 ? "-" : "")\(abs(millionths) / 1_000_000).\(fraction)"
  }
}
