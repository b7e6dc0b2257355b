/// The fields of a query or of a form, in their order.
///
/// - Shapes: `name=value&name=value`; percent signs are resolved, a plus is a space; empty values are left out, as
///   apps send them for what they do not know.
/// - Source: WHATWG URL, "application/x-www-form-urlencoded parsing".
struct FormFields {
  private(set) var fields: [(name: String, value: String)] = []

  /// The most fields that are read.
  static let limit = 256

  init(_ bytes: some Collection<UInt8>) {
    for pair in bytes.split(separator: UInt8(ascii: "&"), maxSplits: Self.limit) {
      guard fields.count < Self.limit, let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = Self.text(pair[pair.index(after: equals)...])
      if !value.isEmpty { fields.append((Self.text(pair[..<equals]), value)) }
    }
  }

  var isEmpty: Bool { fields.isEmpty }

  /// The value of the last field of one of these names.
  subscript(names: String...) -> String? { fields.last { names.contains($0.name) }?.value }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): plain.append(0x20)
      case UInt8(ascii: "%"):
        if let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit) {
          plain.append(high << 4 | low)
          rest = rest.dropFirst(2)
        } else {
          plain.append(byte)
        }
      default: plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
