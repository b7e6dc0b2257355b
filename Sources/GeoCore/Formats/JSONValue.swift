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
    var text = ""
    write(to: &text)
    return text
  }

  /// The text with a fraction on every non-integer number, so that each reads back with the same type.
  public var exactText: String {
    var text = ""
    write(to: &text, marksFractions: true)
    return text
  }

  /// Appends the JSON text; numbers that JSON does not have (NaN, infinity) become null.
  ///
  /// - Parameter marksFractions: whether 1.0 is written as 1.0 instead of 1.
  /// - Source: RFC 8259.
  public func write(to text: inout String, marksFractions: Bool = false) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value):
      text += JSONValue.text(of: value)
      if marksFractions, value == value.rounded(), abs(value) < 1e15 { text += ".0" }
    case .string(let value): JSONValue.write(value, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text, marksFractions: marksFractions)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSONValue.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text, marksFractions: marksFractions)
      }
      text += "}"
    }
  }

  /// A number as JSON: integers without a fraction, others in the fewest digits that read back the same.
  public static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return value.description
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    // Most strings have nothing to escape.
    guard !string.utf8.allSatisfy(isPlain) else { return text += string }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        text += "\\u" + UInt16(scalar.value).hexadecimal
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether a byte of UTF-8 stands for itself in a JSON string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x22 && byte != 0x5C && byte != 0x7F
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
