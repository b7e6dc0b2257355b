/// Parses a script into a ``LuaTree``, or reports where and why it is not Lua.
///
/// - Shape: recursive descent like Lua's own, with Lua's own depth limit, so no input can exhaust the stack.
/// - Source: lparser.c of Lua 5.4.4. Not checked: that a function fits into 255 registers.
struct LuaParser {
  /// How deep statements and expressions may nest: LUAI_MAXCCALLS less the two calls that surround luac's parser.
  static let mostLevels = 198

  var lexer: LuaLexer
  var token: LuaToken
  var previous: LuaToken
  var ahead: LuaToken?
  var tree = LuaTree()
  var scopes = LuaScopes()
  var function: LuaTree.FunctionID = 0
  var depth = 0
  /// Whether the current statement runs whenever the function does.
  var isStraight = true
  /// How many `break`, `return` and `goto` were read so far.
  var exits = 0
  /// Whether some variable is named `_ENV`, which makes globals fields of that variable.
  var hasLocalEnvironment = false
  var clues = Clues()

  static func parse(_ source: String) throws(LuaSyntaxError) -> LuaTree {
    var parser = LuaParser(source)
    try parser.chunk()
    return parser.tree
  }

  private init(_ source: String) {
    lexer = LuaLexer(source)
    let start = LuaPosition(line: 1, column: 1)
    token = LuaToken(kind: .endOfFile, range: 0..<0, position: start)
    previous = token
  }

  private mutating func chunk() throws(LuaSyntaxError) {
    token = try lexer.next()
    tree.functions.append(LuaTree.Function(isVararg: true, position: token.position))
    scopes.openFunction()
    try statements()
    guard token.kind == .endOfFile else { throw expected(.endOfFile) }
    try scopes.closeFunction()
  }

  // MARK: Tokens

  mutating func advance() throws(LuaSyntaxError) {
    previous = token
    if let next = ahead {
      token = next
      ahead = nil
    } else {
      token = try lexer.next()
    }
  }

  mutating func peek() throws(LuaSyntaxError) -> LuaToken.Kind {
    if let ahead { return ahead.kind }
    let next = try lexer.next()
    ahead = next
    return next.kind
  }

  mutating func consume(_ kind: LuaToken.Kind) throws(LuaSyntaxError) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  mutating func require(_ kind: LuaToken.Kind) throws(LuaSyntaxError) {
    guard token.kind == kind else { throw expected(kind) }
    try advance()
  }

  /// Requires what closes `opener`, and names the opener's line in the error.
  mutating func require(_ kind: LuaToken.Kind, toClose opener: LuaToken) throws(LuaSyntaxError) {
    guard token.kind == kind else {
      guard token.position.line != opener.position.line else { throw expected(kind) }
      throw error(
        "\(kind.description) expected (to close \(opener.kind.description) at line \(opener.position.line))",
        expecting: kind)
    }
    if kind == .end { recordIndentation(of: opener) }
    try advance()
  }

  mutating func name() throws(LuaSyntaxError) -> LuaToken {
    guard token.kind == .name else { throw expected(.name) }
    let name = token
    try advance()
    return name
  }

  // MARK: Depth and declarations

  mutating func enterLevel() throws(LuaSyntaxError) {
    depth += 1
    guard depth <= Self.mostLevels else {
      throw LuaSyntaxError(
        position: token.position, message: "nested too deeply (limit is \(Self.mostLevels) levels)")
    }
  }

  mutating func leaveLevel() { depth -= 1 }

  mutating func newVariable(
    _ name: String, at position: LuaPosition, _ attribute: LuaTree.Variable.Attribute = .none
  ) -> LuaTree.VariableID {
    if name == "_ENV" { hasLocalEnvironment = true }
    tree.variables.append(
      LuaTree.Variable(name: name, position: position, attribute: attribute, function: function))
    return tree.variables.count - 1
  }

  mutating func declare(_ variable: LuaTree.VariableID) throws(LuaSyntaxError) {
    try scopes.declare(tree.variables[variable].name, variable, at: tree.variables[variable].position)
  }

  // MARK: Errors

  func expected(_ kind: LuaToken.Kind) -> LuaSyntaxError {
    error("\(kind.description) expected", expecting: kind)
  }

  func error(
    _ message: String, expecting kind: LuaToken.Kind? = nil, advice: String? = nil
  ) -> LuaSyntaxError {
    let advice = (advice ?? self.advice(expecting: kind)).map { " (\($0))" } ?? ""
    return LuaSyntaxError(position: token.position, message: "\(message) near \(near(token))\(advice)")
  }

  private func near(_ token: LuaToken) -> String {
    guard token.kind != .endOfFile else { return "<eof>" }
    let bytes = lexer.bytes[token.range]
    if token.kind == .stray, let byte = bytes.first, !(0x20...0x7E).contains(byte) { return "'<\\\(byte)>'" }
    return "'\(String(decoding: bytes.prefix(40), as: UTF8.self))'"
  }
}
