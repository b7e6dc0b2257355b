/// A JSON value; objects keep the order of their members.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case integer(Int64)
  case string(String)
  case array([JSONValue])
  case object([(name: String, value: JSONValue)])
}

extension JSONValue: CustomStringConvertible {
  /// The shortest JSON text on one line.
  public var description: String {
    var text: [UInt8] = []
    write(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The text with a fraction on every non-integer number, so that each reads back with the same type.
  public var exactText: String {
    var text: [UInt8] = []
    write(to: &text, marksFractions: true)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the JSON text in UTF-8; numbers that JSON does not have (NaN, infinity) become null.
  ///
  /// - Parameter marksFractions: whether 1.0 is written as 1.0 instead of 1.
  /// - Source: RFC 8259.
  public func write(to text: inout [UInt8], marksFractions: Bool = false) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let value): text += value ? "true".utf8 : "false".utf8
    case .integer(let value): text += String(value).utf8
    case .number(let value):
      text += JSONValue.text(of: value).utf8
      if marksFractions, value == value.rounded(), abs(value) < 1e15 { text += ".0".utf8 }
    case .string(let value): JSONValue.write(value, to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.write(to: &text, marksFractions: marksFractions)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        JSONValue.write(member.name, to: &text)
        text.append(UInt8(ascii: ":"))
        member.value.write(to: &text, marksFractions: marksFractions)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// A number as JSON: integers without a fraction, others in the fewest digits that read back the same.
  public static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return value.description
  }

  private static func write(_ string: String, to text: inout [UInt8]) {
    var string = string
    text.append(UInt8(ascii: "\""))
    string.withUTF8 { bytes in
      // Most strings have nothing to escape: they are copied as a whole.
      guard bytes.contains(where: isEscaped) else { return text.append(contentsOf: bytes) }
      for byte in bytes { write(byte, to: &text) }
    }
    text.append(UInt8(ascii: "\""))
  }

  /// All characters that are escaped have one byte, which no part of a longer one equals.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func write(_ byte: UInt8, to text: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): text += "\\\"".utf8
    case UInt8(ascii: "\\"): text += "\\\\".utf8
    case UInt8(ascii: "\n"): text += "\\n".utf8
    case UInt8(ascii: "\r"): text += "\\r".utf8
    case UInt8(ascii: "\t"): text += "\\t".utf8
    case _ where isEscaped(byte): text += ("\\u" + UInt16(byte).hexadecimal).utf8
    default: text.append(byte)
    }
  }
}

extension JSONValue {
  /// An instant as every JSON for programs writes it: ISO 8601 in UTC, with milliseconds when they are not zero.
  ///
  /// - Errors: an instant without a four-digit year is a number of seconds since 1970, NaN is null.
  public static func time(_ time: TimeInterval) -> JSONValue {
    let text = ISO8601.format(time)
    return text.hasSuffix("Z") ? .string(text) : time.isNaN ? .null : .number(time)
  }
}
