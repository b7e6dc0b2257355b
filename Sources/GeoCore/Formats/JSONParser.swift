/// Reads one JSON text.
///
/// - Source: RFC 8259; a repeated name keeps its last value.
public struct JSONParser {
  private var bytes: [UInt8]
  private var index = 0
  private var depth = 0
  /// The parser rejects deeper nesting, so that no input can exhaust the stack.
  public static let maximumDepth = 200

  /// The remaining bytes that values may take, and the advice to give when they run out.
  private var room: Int
  private var advice = ""

  private init(_ text: String, room: Int) {
    bytes = Array(text.utf8)
    self.room = room
  }

  /// Returns the value of `text`.
  ///
  /// - Errors: ``GeoError`` with the byte at which the text stops being JSON.
  public static func parse(_ text: String) throws(GeoError) -> JSONValue {
    try parse(text, room: .max).value
  }

  /// Returns the value of `text`, and the approximate number of bytes it takes.
  ///
  /// - Parameter advice: the end of the message when `room` is too small.
  /// - Errors: ``GeoError`` with the byte at which the text stops being JSON or exceeds `room`.
  public static func parse(
    _ text: String, room: Int, advice: String = ""
  ) throws(GeoError) -> (value: JSONValue, bytes: Int) {
    var parser = JSONParser(text, room: room)
    parser.advice = advice
    let value = try parser.value()
    parser.skipSpace()
    guard parser.index == parser.bytes.count else { throw parser.fault("the end of the text") }
    return (value, room - parser.room)
  }

  /// What keeps a text from being JSON, and the byte at which it stands, from 0; nil for JSON.
  public static func flaw(in text: String) -> (message: String, offset: Int)? {
    var parser = JSONParser(text, room: .max)
    do throws(GeoError) {
      _ = try parser.value()
      parser.skipSpace()
      guard parser.index < parser.bytes.count else { return nil }
      throw parser.fault("the end of the text")
    } catch {
      // The parser stands where it has failed.
      let place = " at byte \(parser.index + 1)"
      return (error.message.replacing("JSON: ", with: "").replacing(place, with: ""), parser.index)
    }
  }

  private func fault(_ expected: String) -> GeoError {
    let found: String =
      switch index < bytes.count ? bytes[index] : nil {
      case let byte? where byte > 0x20 && byte < 0x7F: "'\(Character(Unicode.Scalar(byte)))'"
      case let byte?: "byte 0x\(byte.hexadecimal)"
      case nil: "the end of the text"
      }
    return GeoError(.data, "JSON: expected \(expected) at byte \(index + 1), found \(found)")
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func consume(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] { return false }
    index += count
    return true
  }

  /// Charges a value's memory: its slot in the container, and `count` bytes of its own.
  private mutating func spend(_ count: Int = 0) throws(GeoError) {
    room -= MemoryLayout<JSONValue>.stride + count
    guard room >= 0 else { throw GeoError(.data, "JSON: not enough memory at byte \(index + 1)\(advice)") }
  }

  /// Overhead of an array's or a string's storage.
  private static let header = 32

  private mutating func value() throws(GeoError) -> JSONValue {
    try spend()
    skipSpace()
    guard index < bytes.count else { throw fault("a value") }
    switch bytes[index] {
    case UInt8(ascii: "{"): return try nested { (parser) throws(GeoError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { (parser) throws(GeoError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t") where consume("true"): return .bool(true)
    case UInt8(ascii: "f") where consume("false"): return .bool(false)
    case UInt8(ascii: "n") where consume("null"): return .null
    default: return try number()
    }
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(GeoError) -> JSONValue
  ) throws(GeoError) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= JSONParser.maximumDepth else {
      throw GeoError(.data, "JSON: more than \(JSONParser.maximumDepth) levels of nesting")
    }
    index += 1
    return try read(&self)
  }

  private mutating func array() throws(GeoError) -> JSONValue {
    var elements: [JSONValue] = []
    skipSpace()
    if consume(UInt8(ascii: "]")) { return .array(elements) }
    try spend(Self.header)
    repeat {
      elements.append(try value())
      skipSpace()
    } while consume(UInt8(ascii: ","))
    guard consume(UInt8(ascii: "]")) else { throw fault("',' or ']'") }
    return .array(elements)
  }

  private mutating func object() throws(GeoError) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    var places: [String: Int] = [:]
    skipSpace()
    if consume(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw fault("a name in quotes") }
      let name = try string()
      skipSpace()
      guard consume(UInt8(ascii: ":")) else { throw fault("':'") }
      let value = try value()
      if let place = places[name] {
        members[place].value = value
      } else {
        places[name] = members.count
        try spend(MemoryLayout<String>.stride)
        members.append((name, value))
      }
      skipSpace()
    } while consume(UInt8(ascii: ","))
    guard consume(UInt8(ascii: "}")) else { throw fault("',' or '}'") }
    return .object(members)
  }

  private mutating func number() throws(GeoError) -> JSONValue {
    let start = index
    var isWhole = true
    _ = consume(UInt8(ascii: "-"))
    guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else {
      index = start
      throw fault("a value")
    }
    if consume(UInt8(ascii: "0")) == false { digits() }
    if consume(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() else { throw fault("a digit") }
    }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      isWhole = false
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      guard digits() else { throw fault("a digit") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    return .number(Double(text) ?? .nan)
  }

  @discardableResult
  private mutating func digits() -> Bool {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    return index > start
  }

  private mutating func string() throws(GeoError) -> String {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        // Swift stores up to fifteen bytes in the string itself.
        if text.count > 15 { try spend(Self.header + text.count) }
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
      case 0..<0x20:
        index -= 1
        throw fault("an escape for a control character")
      default: text.append(byte)
      }
    }
    throw fault("'\"'")
  }

  private mutating func escape() throws(GeoError) -> Unicode.Scalar {
    guard index < bytes.count else { throw fault("an escape") }
    index += 1
    switch bytes[index - 1] {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "u"):
      let first = try hexUnit()
      guard (0xD800..<0xDC00).contains(first), consume("\\u") else {
        return Unicode.Scalar(UInt32(first)) ?? "\u{FFFD}"
      }
      let second = try hexUnit()
      guard (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
      return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        ?? "\u{FFFD}"
    default:
      index -= 1
      throw fault("one of the escapes of JSON")
    }
  }

  private mutating func hexUnit() throws(GeoError) -> UInt16 {
    guard index + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits") }
    index += 4
    return unit
  }
}
