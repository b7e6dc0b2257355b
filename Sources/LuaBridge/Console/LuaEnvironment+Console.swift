import CLuaBridge

/// What a person types into a console is run here.
extension LuaEnvironment {
  /// Runs an expression or statements with this environment's globals, in a coroutine apart from the script's.
  ///
  /// - Parameter name: names the text in messages.
  /// - Returns: the values as ``LuaInspection`` writes them, empty for none; nil if the text is unfinished.
  /// - Errors: ``LuaError``.
  public func evaluate(_ text: String, name: String) throws -> String? {
    guard let chunk = try chunk(text, name: name) else { return nil }
    let stack = machine.stack
    let top = lb_top(stack)
    defer { chunk.forgetGlobals(stack) }
    return try enter {
      guard lb_checkstack(stack, 16) else { throw LuaError(message: "stack overflow") }
      chunk.reference.push(stack)
      lb_set_globals(stack, pointer)
      let status = lb_call_apart(stack)
      guard status == LB_OK else { throw LuaError(popping: stack, status: status) }
      defer { lb_settop(stack, top) }
      return values(above: top, stack)
    }
  }

  private func values(above top: Int32, _ stack: LuaStack) -> String {
    let last = lb_top(stack)
    guard last > top, lb_checkstack(stack, 32) else { return "" }
    return (top + 1...last).map { LuaInspection.text(stack, $0) }.joined(separator: ", ")
  }

  /// Compiles an expression, else statements; nil if either only lacks its end.
  private func chunk(_ text: String, name: String) throws -> LuaChunk? {
    func isUnfinished(_ error: LuaError) -> Bool { error.message.hasSuffix("near <eof>") }
    do { return try LuaChunk("return " + text, name: name, machine: machine) } catch let error as LuaError {
      if isUnfinished(error) { return nil }
    }
    do { return try LuaChunk(text, name: name, machine: machine) } catch let error as LuaError {
      if isUnfinished(error) { return nil }
      throw error
    }
  }

  /// Reads names, fields and indexes without running any code of the script.
  ///
  /// - Returns: the values as ``LuaInspection`` writes them.
  /// - Errors: ``LuaMessage`` for anything else, such as a call; ``LuaError`` of a field that cannot be read.
  /// - Source: LU-29.
  public func look(at text: String) throws -> String {
    guard text.utf8.count <= LuaEnvironment.mostLookedAt else {
      throw LuaMessage("the text is longer than \(LuaEnvironment.mostLookedAt) bytes")
    }
    guard let tree = try? LuaParser.parse("return " + text), tree.statements.count == 1,
      case .return(_, let wanted)? = tree.statements.first
    else { throw LuaMessage(LuaEnvironment.onlyReading) }
    for expression in tree.expressions {
      switch expression {
      case .nil, .boolean, .number, .string, .global, .member, .index, .parenthesis: continue
      default: throw LuaMessage(LuaEnvironment.onlyReading)
      }
    }
    let stack = machine.stack
    let top = lb_top(stack)
    defer { lb_settop(stack, top) }
    return try enter {
      for expression in wanted { try push(expression, of: tree, stack) }
      return values(above: top, stack)
    }
  }

  private static let mostLookedAt = 4096
  private static let onlyReading =
    "without --write only names, fields and indexes are read, such as app.manager.location or list[1]; "
    + "for calls, operators and assignments add --write"

  /// Pushes the value of an expression that only reads. The parser bounds their depth to the length of the text.
  private func push(_ number: LuaTree.ExpressionID, of tree: LuaTree, _ stack: LuaStack) throws {
    guard lb_checkstack(stack, 16) else { throw LuaMessage("stack overflow") }
    switch tree.expressions[number] {
    case .boolean(let value): value.push(stack)
    case .number(let value): lb_pushcount(stack, value)
    case .string(let text): text.push(stack)
    case .parenthesis(let inner): try push(inner, of: tree, stack)
    case .global(let name):
      lb_push_globals(stack, pointer)
      try push(field: { name.push(stack) }, stack)
    case .member(let object, let name):
      try push(object, of: tree, stack)
      try push(field: { name.push(stack) }, stack)
    case .index(let object, let key):
      try push(object, of: tree, stack)
      try push(field: { try push(key, of: tree, stack) }, stack)
    default: lb_pushnil(stack)
    }
  }

  /// Replaces the value on top by its field whose key `key` pushes.
  private func push(field key: () throws -> Void, _ stack: LuaStack) throws {
    try key()
    let status = lb_look(stack)
    guard status == LB_OK else { throw LuaError(popping: stack, status: status) }
  }
}
