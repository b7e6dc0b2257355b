extension LuaParser {
  mutating func whileStatement() throws(LuaSyntaxError) {
    let opener = token
    try advance()
    let condition = try expression()
    tree.conditions.append(condition)
    try require(.do)
    let exits = exits
    try block(isLoop: true)
    recordLoop(opener, while: condition, holds: true, hasExit: self.exits > exits)
    try require(.end, toClose: opener)
  }

  mutating func repeatStatement() throws(LuaSyntaxError) {
    let opener = token
    try advance()
    scopes.openBlock(isLoop: true)
    // The condition sees the variables of the body.
    scopes.openBlock(isLoop: false)
    tree.openBlock(in: function, isLoop: true)
    let exits = exits
    try statements()
    try require(.until, toClose: opener)
    let condition = try expression()
    recordLoop(opener, while: condition, holds: false, hasExit: self.exits > exits)
    tree.closeBlock()
    try scopes.closeBlock()
    try scopes.closeBlock()
  }

  /// Notes a loop that nothing ends if its condition is written out so.
  private mutating func recordLoop(
    _ opener: LuaToken, while condition: LuaTree.ExpressionID, holds: Bool, hasExit: Bool
  ) {
    switch tree.expressions[condition] {
    case .boolean(holds): break
    case .number where holds: break
    default: return
    }
    tree.endlessLoops.append(
      LuaTree.EndlessLoop(
        position: opener.position, block: tree.block, body: condition..<tree.expressions.count,
        mayEnd: hasExit))
  }

  mutating func forStatement() throws(LuaSyntaxError) {
    let opener = token
    try advance()
    var names = [try name()]
    scopes.openBlock(isLoop: true)
    for _ in 0..<3 { try scopes.declare("(for state)", nil, at: opener.position) }
    if token.kind == .assign {
      try advance()
      let first = try expression()
      try require(.comma)
      _ = try expression()
      if try consume(.comma) { _ = try expression() }
      let variable = newVariable(names[0].text, at: names[0].position)
      tree.statements.append(.numericFor(variable, from: first))
      try forBody([variable])
    } else {
      while try consume(.comma) { names.append(try name()) }
      guard token.kind == .in else { throw error("'=' or 'in' expected", expecting: .in) }
      try advance()
      // Lua hides a fourth value, the one to close.
      try scopes.declare("(for state)", nil, at: opener.position)
      let values = try expressions()
      var variables: [LuaTree.VariableID] = []
      for name in names { variables.append(newVariable(name.text, at: name.position)) }
      tree.statements.append(.genericFor(variables, values))
      try forBody(variables)
    }
    try require(.end, toClose: opener)
    try scopes.closeBlock()
  }

  private mutating func forBody(_ variables: [LuaTree.VariableID]) throws(LuaSyntaxError) {
    try require(.do)
    scopes.openBlock(isLoop: false)
    tree.openBlock(in: function, isLoop: true)
    for variable in variables { try declare(variable) }
    try statements()
    tree.closeBlock()
    try scopes.closeBlock()
  }
}
