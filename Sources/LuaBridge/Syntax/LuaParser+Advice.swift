extension LuaParser {
  /// Observations of the parser that may explain a later error.
  struct Clues {
    /// The first `else` that is followed by `if` on the same line.
    var elseIf: LuaPosition?
    /// The first block whose `end` is indented less than the block itself.
    var crooked: LuaToken?
    /// Whether the statement before was `return`.
    var hasReturned = false
    /// The name with which the latest statement begins.
    var statement: LuaToken?
    /// The first `:` that ends its line, as in Python.
    var lastColon: LuaPosition?
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

  /// Remembers a colon behind which the line ends.
  mutating func recordColon(at position: LuaPosition) {
    if clues.lastColon == nil, token.position.line > position.line { clues.lastColon = position }
  }

  /// An error about a statement that ends where its line does, on that line: `m:startUpdatingLocation`.
  func unfinished(_ message: String) -> LuaSyntaxError {
    guard previous.kind == .name else { return error(message) }
    let advice = foreignWord(previous.text) ?? "write \(previous.text)() to call it"
    if token.position.line > previous.position.line {
      return LuaSyntaxError(
        position: previous.position, message: "\(message) after '\(previous.text)' (\(advice))")
    }
    let isCut = [.endOfFile, .end, .semicolon].contains(token.kind)
    return isCut ? error(message, advice: advice) : error(message)
  }

  /// Returns advice if a habit from another language or a missing `end` is recognized.
  func advice(expecting expected: LuaToken.Kind?) -> String? {
    adviceOnStray(expected) ?? adviceOnPair() ?? adviceOnSign(expected) ?? adviceOnWord(expected)
      ?? missingEnd(expected)
  }

  /// Advice on bytes that begin no token.
  private func adviceOnStray(_ expected: LuaToken.Kind?) -> String? {
    guard token.kind == .stray else { return nil }
    let next = byte(at: token.range.upperBound)
    switch byte(at: token.range.lowerBound) {
    case UInt8(ascii: "!"):
      return next == UInt8(ascii: "=") ? "'not equal' is '~=' in Lua" : "'!' is 'not' in Lua"
    case UInt8(ascii: "?"):
      return next == UInt8(ascii: ".")
        ? "Lua has no '?.'; write 'a and a.b'"
        : next == UInt8(ascii: "?")
          ? "Lua has no '??'; write 'a or b'" : "Lua has no '?:'; write 'a and b or c'"
    case UInt8(ascii: "`"): return "texts stand in straight quotes, \" or '"
    case 0xE2, 0xC2:
      let bytes = lexer.bytes[token.range.lowerBound...].prefix(3)
      if bytes.starts(with: [0xC2, 0xA0]) { return "a no-break space stands here: write a plain space" }
      if bytes.starts(with: [0xE2, 0x80]) { return "texts stand in straight quotes, \" or '" }
      return bytes.starts(with: [0xE2, 0x88, 0x92]) ? "write the minus sign of the keyboard, -" : nil
    default: return nil
    }
  }

  /// Advice on two signs that are one in another language: `&&`, `===`, `=>`.
  private func adviceOnPair() -> String? {
    let next = byte(at: token.range.upperBound)
    let isAdjacent = previous.range.upperBound == token.range.lowerBound
    switch (previous.kind, token.kind) {
    case (_, .assign) where next == UInt8(ascii: ">"): return Self.functionForm
    case _ where !isAdjacent: return nil
    case (.bitAnd, .bitAnd): return "'&&' is 'and' in Lua"
    case (.bitOr, .bitOr): return "'||' is 'or' in Lua"
    case (.colon, .assign): return "'=' assigns in Lua"
    case (.equal, .assign): return "'==' compares in Lua, there is no '==='"
    case (.notEqual, .assign): return "'not equal' is '~=' in Lua"
    case (.less, .greater): return "'not equal' is '~=' in Lua"
    case (.minus, .greater): return Self.functionForm
    default: return nil
    }
  }

  private func adviceOnSign(_ expected: LuaToken.Kind?) -> String? {
    let next = byte(at: token.range.upperBound)
    switch token.kind {
    case .assign where expected == .then || expected == .do:
      return "'=' assigns, '==' compares"
    case .assign where expected == .closeParenthesis && previous.kind == .name:
      return Self.namelessArguments
    case .comma where expected == nil && previous.kind == .name,
      .closeParenthesis where expected == nil && previous.kind == .name:
      return Self.namelessArguments
    case .colon where previous.kind == .name && expected == nil:
      return "the parts of a selector are joined by '_', as in setRegion_animated(…)"
    case .colon where expected == .then || expected == .do:
      return "Lua writes '\(expected == .then ? "then" : "do")', not ':'"
    case .colon where previous.kind == .else || previous.kind == .closeParenthesis:
      return "a block begins without ':' in Lua"
    case .closeBrace where isAfterLongString, .closeBracket where isAfterLongString:
      return "a string in [[ … ]] ends at its first ']]'; write [=[ … ]=]"
    case .openBrace, .closeBrace:
      return expected == nil || expected == .then || expected == .do || expected == .end
        || expected == .endOfFile
        ? "Lua's blocks end with 'end', not with braces" : nil
    case .floorDivide, .length: return "comments begin with '--' in Lua"
    case .divide where next == UInt8(ascii: "*"): return "comments begin with '--' in Lua"
    case .plus where next == UInt8(ascii: "+"):
      return "Lua has no '++'; write '\(target) = \(target) + 1'"
    case .plus, .minus, .times, .divide, .modulo, .power, .concatenate, .bitAnd, .bitOr:
      guard next == UInt8(ascii: "=") else { return nil }
      let sign = token.kind.spelling
      return "Lua has no '\(sign)='; write '\(target) = \(target) \(sign) …'"
    case .semicolon where expected == .comma, .openParenthesis where previous.kind == .for:
      return "a loop is 'for i = 1, 10 do' or 'for _, x in ipairs(list) do'"
    default: return nil
    }
  }

  private func adviceOnWord(_ expected: LuaToken.Kind?) -> String? {
    switch token.kind {
    case .end where expected == .endOfFile: return "one 'end' too many"
    case .else where expected == .endOfFile, .elseif where expected == .endOfFile:
      return "an 'end' above closes the 'if' already"
    case .in where expected == .then: return "Lua has no operator 'in': a loop finds an element"
    case .name where token.text == "of" && expected == .in:
      return "write 'for _, \(previous.text) in ipairs(list) do'"
    case .name where previous.kind == .name && token.text == "is": return "'==' compares in Lua"
    default: break
    }
    if previous.kind == .colon {
      return "a field is 'name = value' in Lua; \(Self.namelessArguments)"
    }
    if previous.kind == .name, token.kind == .name, let advice = foreignWord(previous.text) { return advice }
    // A call of a function of Lua's has parentheses already where its line goes on to an error.
    if let opener = clues.statement, opener.position.line == token.position.line,
      !LuaStandard.functions.contains(opener.text), let advice = foreignWord(opener.text)
    {
      return advice
    }
    return missingComma(expected)
  }

  /// Advice on `print("left " name)` and `{ a = 1 b = 2 }`.
  private func missingComma(_ expected: LuaToken.Kind?) -> String? {
    guard expected == .closeParenthesis || expected == .closeBrace else { return nil }
    let isField =
      expected == .closeBrace && token.kind == .name
      && lexer.bytes[token.range.upperBound...].first { $0 != 0x20 } == UInt8(ascii: "=")
    guard isField || token.position.line == previous.position.line else { return nil }
    switch token.kind {
    case .name, .string, .number, .nil, .true, .false, .openBrace, .function:
      let isText = !isField && (previous.kind == .string || token.kind == .string)
      return "a comma is missing before it\(isText ? ", or '..', which joins texts" : "")"
    default: return nil
    }
  }

  private var isAfterLongString: Bool {
    previous.kind == .string && byte(at: previous.range.lowerBound) == UInt8(ascii: "[")
  }

  private static let functionForm = "a function is 'function(…) … end' in Lua"
  private static let namelessArguments = "arguments have no names: write only the values, in order"

  private var target: String {
    previous.kind == .name ? previous.text : "x"
  }

  private func missingEnd(_ expected: LuaToken.Kind?) -> String? {
    if clues.hasReturned { return "'return' must be the last statement of its block" }
    if previous.kind == .closeBrace, expected == .then || expected == .do {
      return "Lua's blocks end with 'end', not with braces"
    }
    if let place = clues.lastColon, expected == .then || expected == .do {
      return "line \(place.line) ends with ':': Lua writes '\(expected == .then ? "then" : "do")' there"
    }
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
    case "elif", "elsif", "elseIf", "elsewhen": "write 'elseif … then'"
    case "guard": "write 'local x = …', then 'if not x then return end'"
    case "unless": "write 'if not … then … end'"
    case "switch", "match", "case": "Lua has no \(word): write 'if … then … elseif … then … end'"
    case "try", "catch", "except": "Lua has no \(word): write pcall(function() … end)"
    case "throw", "raise": "write error(\"…\")"
    case "foreach": "write 'for _, x in ipairs(list) do'"
    case "new": "an object is made by Class.new{ … }"
    case "async", "await": "what waits runs in geoscript.task(function() … end)"
    case "continue": "Lua has no continue: write 'goto continue', and '::continue::' where the loop ends"
    case "pass": "Lua has no pass: leave it out"
    case "import", "using", "include":
      "Lua has no import: the names of Core Location and Map Kit are there, and require \"name\" loads a file of yours"
    case "class", "struct": "a class is NSObject:subclass(\"Name\"), a plain table is { … }"
    case "print", "error", "tostring", "echo": "write the arguments in parentheses"
    default: nil
    }
  }

  private func byte(at place: Int) -> UInt8? {
    place < lexer.bytes.count ? lexer.bytes[place] : nil
  }
}
