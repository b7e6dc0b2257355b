extension LuaParser {
  /// Observations of the parser that may explain a later error.
  struct Clues {
    /// The first `else` that is followed by `if` on the same line.
    var elseIf: LuaPosition?
    /// The first block whose `end` is indented less than the block itself.
    var crooked: LuaToken?
    /// Whether the statement before was `return`.
    var hasReturned = false
  }

  mutating func recordElseIf() {
    guard clues.elseIf == nil, token.kind == .if, token.position.line == previous.position.line else {
      return
    }
    clues.elseIf = previous.position
  }

  /// Remembers a block whose `end` probably closes another one.
  mutating func recordIndentation(of opener: LuaToken) {
    guard clues.crooked == nil, opener.position.line != token.position.line else { return }
    let own = indentation(of: token)
    // Only an `end` that begins its line says something.
    guard own == token.position.column - 1, own < indentation(of: opener) else { return }
    clues.crooked = opener
  }

  private func indentation(of token: LuaToken) -> Int {
    let start = token.range.lowerBound - (token.position.column - 1)
    return lexer.bytes[start..<token.range.lowerBound].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }

  /// Returns advice if a habit from another language or a missing `end` is recognized.
  func advice(expecting expected: LuaToken.Kind?) -> String? {
    let next = byte(at: token.range.upperBound)
    let isAdjacent = previous.range.upperBound == token.range.lowerBound
    switch token.kind {
    case .stray where byte(at: token.range.lowerBound) == UInt8(ascii: "!"):
      return next == UInt8(ascii: "=") ? "'not equal' is '~=' in Lua" : "'!' is 'not' in Lua"
    case .stray where byte(at: token.range.lowerBound) == UInt8(ascii: "?"):
      return "Lua has no '?:'; write 'a and b or c'"
    case .bitAnd where previous.kind == .bitAnd && isAdjacent:
      return "'&&' is 'and' in Lua"
    case .bitOr where previous.kind == .bitOr && isAdjacent:
      return "'||' is 'or' in Lua"
    case .assign where expected == .then || expected == .do:
      return "'=' assigns, '==' compares"
    case .assign where expected == .closeParenthesis && previous.kind == .name:
      return Self.namelessArguments
    case .comma where expected == nil && previous.kind == .name,
      .closeParenthesis where expected == nil && previous.kind == .name:
      return Self.namelessArguments
    case .colon where previous.kind == .name && expected == nil:
      return "the parts of a selector are joined by '_', as in setRegion_animated(…)"
    case .closeBrace where isAfterLongString, .closeBracket where isAfterLongString:
      return "a string in [[ … ]] ends at its first ']]'; write [=[ … ]=]"
    case .openBrace, .closeBrace:
      return expected == nil || expected == .then || expected == .do || expected == .end
        || expected == .endOfFile
        ? "Lua's blocks end with 'end', not with braces" : nil
    case .floorDivide:
      return "comments begin with '--' in Lua"
    case .divide where next == UInt8(ascii: "*"):
      return "comments begin with '--' in Lua"
    case .plus where next == UInt8(ascii: "+"):
      return "Lua has no '++'; write '\(target) = \(target) + 1'"
    case .plus, .minus, .times, .divide, .modulo, .power, .concatenate, .bitAnd, .bitOr:
      guard next == UInt8(ascii: "=") else { return nil }
      let sign = token.kind.spelling
      return "Lua has no '\(sign)='; write '\(target) = \(target) \(sign) …'"
    case .end where expected == .endOfFile:
      return "one 'end' too many"
    default:
      if previous.kind == .colon { return "a field is 'name = value' in Lua; \(Self.namelessArguments)" }
      return previous.kind == .name && token.kind == .name ? foreignWord(previous.text) : missingEnd(expected)
    }
  }

  private var isAfterLongString: Bool {
    previous.kind == .string && byte(at: previous.range.lowerBound) == UInt8(ascii: "[")
  }

  private static let namelessArguments = "arguments have no names: write only the values, in order"

  private var target: String {
    previous.kind == .name ? previous.text : "x"
  }

  private func missingEnd(_ expected: LuaToken.Kind?) -> String? {
    if clues.hasReturned { return "'return' must be the last statement of its block" }
    guard expected == .end else { return nil }
    if let place = clues.elseIf {
      return "'else if' at line \(place.line) opens a second 'if', which needs its own 'end'; write 'elseif'"
    }
    return clues.crooked.map {
      "perhaps the \($0.kind.description) at line \($0.position.line) is not closed"
    }
  }

  private func foreignWord(_ word: String) -> String? {
    switch word {
    case "var", "let", "const", "auto", "int", "float", "double": "variables begin with 'local' in Lua"
    case "func", "fn", "fun", "def": "functions begin with 'function' in Lua"
    case "elif", "elsif": "write 'elseif'"
    case "import", "using", "include":
      "Lua has no import: the names of Core Location and Map Kit are there, and require \"name\" loads a file of yours"
    case "class", "struct": "a class is NSObject:subclass(\"Name\"), a plain table is { … }"
    case "print", "error", "tostring": "write the arguments in parentheses"
    default: nil
    }
  }

  private func byte(at place: Int) -> UInt8? {
    place < lexer.bytes.count ? lexer.bytes[place] : nil
  }
}
