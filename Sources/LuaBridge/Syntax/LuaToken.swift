/// A token: the smallest meaningful piece of a script.
struct LuaToken {
  enum Kind: UInt8 {
    case and, `break`, `do`, `else`, elseif, end, `false`, `for`, function, goto, `if`, `in`, local, `nil`,
      not, or
    case `repeat`, `return`, then, `true`, until, `while`
    case plus, minus, times, divide, floorDivide, modulo, power, length
    case bitAnd, bitOr, tilde, shiftLeft, shiftRight
    case equal, notEqual, lessOrEqual, greaterOrEqual, less, greater, assign
    case openParenthesis, closeParenthesis, openBrace, closeBrace, openBracket, closeBracket
    case colonColon, semicolon, colon, comma, dot, concatenate, ellipsis
    case number, name, string, endOfFile
    /// A byte that begins no token, such as `!`; the parser says what is wrong with it.
    case stray
  }

  var kind: Kind
  /// The bytes of the source that the token covers.
  var range: Range<Int>
  var position: LuaPosition
  /// A name, or the value of a string; empty for all else.
  var text = ""
}

/// A position in a script. Lines and columns count from 1; columns count bytes.
struct LuaPosition: Hashable {
  var line: Int
  var column: Int
}

/// Why a text is not Lua.
///
/// - Shape: worded like `luac`, `'=' expected near 'foo'`, with advice in parentheses where a habit from another
///   language is recognized.
struct LuaSyntaxError: Error, Equatable {
  var position: LuaPosition
  var message: String
}

extension LuaToken.Kind {
  /// The kind's name in error messages, quoted as in Lua's own.
  var description: String {
    switch self {
    case .number: "<number>"
    case .name: "<name>"
    case .string: "<string>"
    case .endOfFile: "<eof>"
    default: "'\(spelling)'"
    }
  }

  var spelling: String {
    if let word = Self.words.first(where: { $0.value == self }) { return word.key }
    return Self.signs.first { $0.kind == self }?.spelling ?? ""
  }

  static let words: [String: Self] = [
    "and": .and, "break": .break, "do": .do, "else": .else, "elseif": .elseif, "end": .end, "false": .false,
    "for": .for, "function": .function, "goto": .goto, "if": .if, "in": .in, "local": .local, "nil": .nil,
    "not": .not, "or": .or, "repeat": .repeat, "return": .return, "then": .then, "true": .true,
    "until": .until,
    "while": .while,
  ]

  /// Signs, the longer before any that begins it.
  static let signs: [(spelling: String, kind: Self)] = [
    ("...", .ellipsis), ("..", .concatenate), (".", .dot), ("==", .equal), ("=", .assign), ("~=", .notEqual),
    ("~", .tilde), ("<<", .shiftLeft), ("<=", .lessOrEqual), ("<", .less), (">>", .shiftRight),
    (">=", .greaterOrEqual), (">", .greater), ("//", .floorDivide), ("/", .divide), ("::", .colonColon),
    (":", .colon), ("+", .plus), ("-", .minus), ("*", .times), ("%", .modulo), ("^", .power), ("#", .length),
    ("&", .bitAnd), ("|", .bitOr), ("(", .openParenthesis), (")", .closeParenthesis), ("{", .openBrace),
    ("}", .closeBrace), ("[", .openBracket), ("]", .closeBracket), (";", .semicolon), (",", .comma),
  ]
}
