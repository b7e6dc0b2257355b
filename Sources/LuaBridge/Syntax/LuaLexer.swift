/// Cuts the bytes of a script into tokens.
///
/// - Source: llex.c of Lua 5.4.4; accepts exactly what that accepts.
package struct LuaLexer {
  let bytes: [UInt8]
  var offset = 0
  var line = 1
  var lineStart = 0

  init(_ source: String) {
    bytes = Array(source.utf8)
    // As `luaL_loadfilex` does: a byte order mark, then a first line that begins with `#`, are skipped.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if peek() == UInt8(ascii: "#") {
      while let byte = peek(), byte != UInt8(ascii: "\n") { offset += 1 }
    }
  }

  /// Whether a script has nothing but blanks and comments.
  package static func isEmpty(_ source: String) -> Bool {
    var lexer = LuaLexer(source)
    return (try? lexer.next().kind) == .endOfFile
  }

  func peek(_ ahead: Int = 0) -> UInt8? {
    offset + ahead < bytes.count ? bytes[offset + ahead] : nil
  }

  func position(at place: Int) -> LuaPosition {
    LuaPosition(line: line, column: place - lineStart + 1)
  }

  /// Returns the next token; after the last one, always `.endOfFile`.
  mutating func next() throws(LuaSyntaxError) -> LuaToken {
    try skipBlank()
    let start = offset
    guard let byte = peek() else { return token(.endOfFile, from: start) }
    if byte.isLuaLetter { return name() }
    if byte.isLuaDigit { return try number() }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return try quotedString(byte)
    case UInt8(ascii: "["):
      guard let level = longBracketLevel() else {
        guard peek(1) == UInt8(ascii: "=") else { return sign() }
        throw error("invalid long string delimiter", from: start, to: start + 2)
      }
      return try longString(level)
    case UInt8(ascii: ".") where peek(1)?.isLuaDigit == true:
      return try number()
    default:
      return sign()
    }
  }

  func token(_ kind: LuaToken.Kind, from start: Int, text: String = "") -> LuaToken {
    LuaToken(kind: kind, range: start..<offset, position: position(at: start), text: text)
  }

  func error(
    _ message: String, from start: Int, to end: Int? = nil, advice: String? = nil
  ) -> LuaSyntaxError {
    let end = min(end ?? offset, bytes.count)
    let near = String(decoding: bytes[min(start, end)..<min(end, start + 40)], as: UTF8.self)
    // The column is clamped because a long token may have begun on an earlier line.
    let column = max(1, start - lineStart + 1)
    return LuaSyntaxError(
      position: LuaPosition(line: line, column: column),
      message: "\(message) near \(near.isEmpty ? "<eof>" : "'\(near)'")\(advice.map { " (\($0))" } ?? "")")
  }

  private mutating func name() -> LuaToken {
    let start = offset
    while let byte = peek(), byte.isLuaLetter || byte.isLuaDigit { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if let word = LuaToken.Kind.words[text] { return token(word, from: start) }
    return token(.name, from: start, text: text)
  }

  private mutating func sign() -> LuaToken {
    let start = offset
    for (spelling, kind) in Self.signs[Int(bytes[offset])] where bytes[offset...].starts(with: spelling) {
      offset += spelling.count
      return token(kind, from: start)
    }
    offset += 1
    return token(.stray, from: start)
  }

  /// Signs by their first byte, so that no token is compared with all of them.
  private static let signs: [[(spelling: [UInt8], kind: LuaToken.Kind)]] = {
    var table = [[(spelling: [UInt8], kind: LuaToken.Kind)]](repeating: [], count: 256)
    for (spelling, kind) in LuaToken.Kind.signs {
      let bytes = Array(spelling.utf8)
      table[Int(bytes[0])].append((bytes, kind))
    }
    return table
  }()

  mutating func newline() {
    let first = bytes[offset]
    offset += 1
    // "\r\n" and "\n\r" are one line end.
    if let second = peek(), second.isLuaNewline, second != first { offset += 1 }
    line += 1
    lineStart = offset
  }

  private mutating func skipBlank() throws(LuaSyntaxError) {
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: " "), 0x09, 0x0B, 0x0C:
        offset += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        newline()
      case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"):
        try skipComment()
      default:
        return
      }
    }
  }

  private mutating func skipComment() throws(LuaSyntaxError) {
    offset += 2
    if peek() == UInt8(ascii: "["), let level = longBracketLevel() {
      _ = try longBracket(level, what: "comment")
    } else {
      while let byte = peek(), !byte.isLuaNewline { offset += 1 }
    }
  }
}

extension UInt8 {
  var isLuaNewline: Bool { self == 0x0A || self == 0x0D }
  var isLuaDigit: Bool { (0x30...0x39).contains(self) }
  var isLuaLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F }

  var hexadecimalValue: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self - 0x30)
    case 0x41...0x46: UInt32(self - 0x41 + 10)
    case 0x61...0x66: UInt32(self - 0x61 + 10)
    default: nil
    }
  }
}
