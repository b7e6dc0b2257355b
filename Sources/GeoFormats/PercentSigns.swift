/// Decodes percent-encoded texts, as in addresses, queries and forms.
///
/// - Source: RFC 3986, section 2.1.
public enum PercentSigns {
  /// Returns the decoded text; an invalid percent sign stays.
  ///
  /// - Parameter plusIsSpace: as forms write it.
  public static func resolved(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
    // An array, because code for any collection is slow, and forms have megabytes.
    let bytes = Array(bytes)
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "%"), at + 1 < bytes.count, let high = HexadecimalDigit.value(bytes[at]),
        let low = HexadecimalDigit.value(bytes[at + 1])
      {
        plain.append(high << 4 | low)
        at += 2
      } else {
        plain.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}

/// A digit of base 16, in either case.
enum HexadecimalDigit {
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
