extension LuaLexer {
  /// Reads what looks like a number, then judges it, as Lua does: `3x` is a malformed number, not `3` and `x`.
  mutating func number() throws(LuaSyntaxError) -> LuaToken {
    let start = offset
    offset += 1
    var isHexadecimal = false
    if bytes[start] == UInt8(ascii: "0"), let marker = peek(), marker | 0x20 == UInt8(ascii: "x") {
      isHexadecimal = true
      offset += 1
    }
    let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
    while let byte = peek() {
      if byte | 0x20 == exponent {
        offset += 1
        if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
      } else if byte.hexadecimalValue != nil || byte == UInt8(ascii: ".") {
        offset += 1
      } else {
        break
      }
    }
    if let byte = peek(), byte.isLuaLetter { offset += 1 }
    let digits = bytes[(isHexadecimal ? start + 2 : start)..<offset]
    guard Self.isNumeral(digits, isHexadecimal: isHexadecimal, exponent: exponent) else {
      throw error("malformed number", from: start, advice: Self.numberAdvice(bytes[start..<offset]))
    }
    return token(.number, from: start)
  }

  /// What to write for `1..10`, `60m` and `1_000`.
  private static func numberAdvice(_ text: ArraySlice<UInt8>) -> String? {
    if text.contains(UInt8(ascii: "_")) { return "write numbers without '_'" }
    let dots = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if dots.count > 2, dots[1].isEmpty {
      return "a loop is 'for i = 1, 10 do'; '..' joins texts, with a space before it"
    }
    let units = [UInt8(ascii: "m"), UInt8(ascii: "k"), UInt8(ascii: "s"), UInt8(ascii: "h")]
    return units.contains(text.last ?? 0) ? "write numbers without a unit" : nil
  }

  private static func isNumeral(_ text: ArraySlice<UInt8>, isHexadecimal: Bool, exponent: UInt8) -> Bool {
    var digits = 0
    var dots = 0
    var place = text.startIndex
    while place < text.endIndex, text[place] | 0x20 != exponent {
      if text[place] == UInt8(ascii: ".") {
        dots += 1
      } else if isHexadecimal ? text[place].hexadecimalValue != nil : text[place].isLuaDigit {
        digits += 1
      } else {
        return false
      }
      place += 1
    }
    guard digits > 0, dots <= 1 else { return false }
    guard place < text.endIndex else { return true }
    place += 1
    if place < text.endIndex, text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-") {
      place += 1
    }
    return place < text.endIndex && text[place...].allSatisfy(\.isLuaDigit)
  }

  mutating func quotedString(_ quote: UInt8) throws(LuaSyntaxError) -> LuaToken {
    let start = offset
    let position = position(at: start)
    var value: [UInt8] = []
    offset += 1
    while let byte = peek(), byte != quote {
      if byte == UInt8(ascii: "\\") {
        try escape(into: &value, stringStart: start)
      } else if byte.isLuaNewline {
        throw error("unfinished string", from: start)
      } else {
        value.append(byte)
        offset += 1
      }
    }
    guard peek() != nil else { throw error("unfinished string", from: bytes.count) }
    offset += 1
    let text = String(decoding: value, as: UTF8.self)
    return LuaToken(kind: .string, range: start..<offset, position: position, text: text)
  }

  private mutating func escape(into value: inout [UInt8], stringStart: Int) throws(LuaSyntaxError) {
    offset += 1
    guard let byte = peek() else { return }
    if let meant = Self.simpleEscapes[byte] {
      value.append(meant)
      offset += 1
    } else if byte.isLuaNewline {
      newline()
      value.append(0x0A)
    } else if byte == UInt8(ascii: "x") {
      offset += 1
      let high = try hexadecimalDigit(stringStart)
      value.append(UInt8(truncatingIfNeeded: try high << 4 | hexadecimalDigit(stringStart)))
    } else if byte == UInt8(ascii: "z") {
      offset += 1
      while let blank = peek(), blank == 0x20 || (0x09...0x0D).contains(blank) {
        if blank.isLuaNewline { newline() } else { offset += 1 }
      }
    } else if byte == UInt8(ascii: "u") {
      try unicodeEscape(into: &value, stringStart: stringStart)
    } else if byte.isLuaDigit {
      var code = 0
      for _ in 0..<3 {
        guard let digit = peek(), digit.isLuaDigit else { break }
        code = code * 10 + Int(digit - 0x30)
        offset += 1
      }
      guard code <= 255 else { throw error("decimal escape too large", from: stringStart, to: offset + 1) }
      value.append(UInt8(code))
    } else {
      throw error(
        "invalid escape sequence", from: stringStart, to: offset + 1,
        advice: byte == UInt8(ascii: "(")
          ? "a text has no values in it: join them with '..'" : "a backslash is written \\\\")
    }
  }

  private static let simpleEscapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
    UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11, UInt8(ascii: "\\"): 0x5C,
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "'"): 0x27,
  ]

  private mutating func hexadecimalDigit(_ stringStart: Int) throws(LuaSyntaxError) -> UInt32 {
    guard let digit = peek()?.hexadecimalValue else {
      throw error("hexadecimal digit expected", from: stringStart, to: offset + 1)
    }
    offset += 1
    return digit
  }

  /// `\u{…}` takes up to 2^31 - 1, as in the UTF-8 of RFC 2279; what is no character becomes U+FFFD here.
  private mutating func unicodeEscape(
    into value: inout [UInt8], stringStart: Int
  ) throws(LuaSyntaxError) {
    offset += 1
    guard peek() == UInt8(ascii: "{") else { throw error("missing '{'", from: stringStart, to: offset + 1) }
    offset += 1
    var code = try hexadecimalDigit(stringStart)
    while let digit = peek()?.hexadecimalValue {
      offset += 1
      guard code <= 0x7FFF_FFFF >> 4 else {
        throw error("UTF-8 value too large", from: stringStart)
      }
      code = code << 4 | digit
    }
    guard peek() == UInt8(ascii: "}") else { throw error("missing '}'", from: stringStart, to: offset + 1) }
    offset += 1
    value.append(contentsOf: String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
  }

  /// The value of a number's token; an integer beyond 2⁵³ loses its last digits.
  func value(of token: LuaToken) -> Double {
    Double(String(decoding: bytes[token.range], as: UTF8.self)) ?? .nan
  }

  /// Returns the number of `=` if a long bracket opens here, else nil; moves nothing.
  func longBracketLevel() -> Int? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    return peek(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  mutating func longString(_ level: Int) throws(LuaSyntaxError) -> LuaToken {
    let start = offset
    let position = position(at: start)
    let text = try longBracket(level, what: "string")
    return LuaToken(kind: .string, range: start..<offset, position: position, text: text)
  }

  /// Reads past a long bracket; a newline that follows the opening one directly is not part of its value.
  mutating func longBracket(_ level: Int, what: String) throws(LuaSyntaxError) -> String {
    let startLine = line
    offset += level + 2
    if let byte = peek(), byte.isLuaNewline { newline() }
    let start = offset
    while let byte = peek() {
      if byte.isLuaNewline {
        newline()
      } else if byte == UInt8(ascii: "]"), closes(level) {
        let end = offset
        offset += level + 2
        return String(decoding: bytes[start..<end], as: UTF8.self)
      } else {
        offset += 1
      }
    }
    throw error("unfinished long \(what) (starting at line \(startLine))", from: bytes.count)
  }

  private func closes(_ level: Int) -> Bool {
    for ahead in 0..<level where peek(1 + ahead) != UInt8(ascii: "=") { return false }
    return peek(1 + level) == UInt8(ascii: "]")
  }
}
