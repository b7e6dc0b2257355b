extension LuaParser {
  private var endsBlock: Bool {
    switch token.kind {
    case .else, .elseif, .end, .endOfFile, .until: true
    default: false
    }
  }

  mutating func statements() throws(LuaSyntaxError) {
    while !endsBlock {
      let isReturn = token.kind == .return
      try statement()
      if isReturn {
        clues.hasReturned = true
        if !endsBlock { return }
        break
      }
    }
    clues.hasReturned = false
  }

  mutating func block(isLoop: Bool = false) throws(LuaSyntaxError) {
    scopes.openBlock(isLoop: isLoop)
    tree.openBlock(in: function, isLoop: isLoop)
    try statements()
    tree.closeBlock()
    try scopes.closeBlock()
  }

  private mutating func statement() throws(LuaSyntaxError) {
    try enterLevel()
    defer { leaveLevel() }
    let opener = token
    if opener.kind.branches { isStraight = false }
    switch token.kind {
    case .semicolon: try advance()
    case .if: try ifStatement()
    case .while: try whileStatement()
    case .do:
      try advance()
      try block()
      try require(.end, toClose: opener)
    case .for: try forStatement()
    case .repeat: try repeatStatement()
    case .function: try functionStatement()
    case .local:
      try advance()
      if try consume(.function) { try localFunction() } else { try localStatement() }
    case .colonColon:
      try advance()
      try label(name())
    case .return: try returnStatement()
    case .break:
      try advance()
      exits += 1
      scopes.jump(to: nil, at: opener.position)
    case .goto:
      try advance()
      exits += 1
      tree.jumps = true
      let label = try name()
      scopes.jump(to: label.text, at: label.position)
    default: try expressionStatement()
    }
  }

  private mutating func ifStatement() throws(LuaSyntaxError) {
    let opener = token
    let outer = tree.block
    repeat {
      // A further condition is looked at only if those before it do not hold.
      if token.kind == .elseif { tree.openBlock(in: function) }
      try advance()
      tree.conditions.append(try expression())
      try require(.then)
      try block()
    } while token.kind == .elseif
    tree.block = outer
    if try consume(.else) {
      recordElseIf()
      try block()
    }
    try require(.end, toClose: opener)
  }

  private mutating func functionStatement() throws(LuaSyntaxError) {
    let opener = token
    try advance()
    var target = try variable(name())
    var isMethod = false
    while token.kind == .dot || token.kind == .colon, !isMethod {
      isMethod = token.kind == .colon
      try advance()
      let field = try name()
      target = tree.add(.member(target, field.text), at: field.position)
    }
    let function = try functionBody(hasSelf: isMethod, opener: opener)
    try checkAssignable(target)
    tree.statements.append(.define(target, function, isMethod: isMethod))
  }

  private mutating func localFunction() throws(LuaSyntaxError) {
    let opener = previous
    let name = try name()
    let variable = newVariable(name.text, at: name.position)
    try declare(variable)
    let function = try functionBody(hasSelf: false, opener: opener)
    let value = tree.add(.function(function), at: opener.position)
    tree.statements.append(.local([variable], [value]))
  }

  private mutating func localStatement() throws(LuaSyntaxError) {
    var variables: [LuaTree.VariableID] = []
    var closes = false
    repeat {
      let name = try name()
      let attribute = try attribute()
      if attribute == .toBeClosed {
        guard !closes else {
          throw LuaSyntaxError(
            position: name.position, message: "multiple to-be-closed variables in local list")
        }
        closes = true
      }
      variables.append(newVariable(name.text, at: name.position, attribute))
    } while try consume(.comma)
    let values = try consume(.assign) ? try expressions() : []
    for variable in variables { try declare(variable) }
    tree.statements.append(.local(variables, values))
  }

  private mutating func attribute() throws(LuaSyntaxError) -> LuaTree.Variable.Attribute {
    guard try consume(.less) else { return .none }
    let name = try name()
    try require(.greater)
    switch name.text {
    case "const": return .constant
    case "close": return .toBeClosed
    default:
      let advice = NearestName.advice(name.text, among: ["const", "close"])
      throw LuaSyntaxError(position: name.position, message: "unknown attribute '\(name.text)'\(advice)")
    }
  }

  private mutating func label(_ name: LuaToken) throws(LuaSyntaxError) {
    try require(.colonColon)
    while token.kind == .semicolon || token.kind == .colonColon { try statement() }
    try scopes.checkNew(label: name.text, at: name.position)
    let endsBlock = endsBlock && token.kind != .until
    try scopes.setLabel(name.text, at: name.position, endsBlock: endsBlock)
  }

  private mutating func returnStatement() throws(LuaSyntaxError) {
    try advance()
    exits += 1
    let values = endsBlock || token.kind == .semicolon ? [] : try expressions()
    _ = try consume(.semicolon)
    tree.statements.append(.return(function, values))
  }

  private mutating func expressionStatement() throws(LuaSyntaxError) {
    if token.kind == .name { clues.statement = token }
    let first = try suffixedExpression()
    if token.kind == .assign || token.kind == .comma { return try assignment(first) }
    switch tree.expressions[first] {
    case .call, .methodCall:
      if isStraight { tree.functions[function].straightCalls.append(first) }
      tree.statements.append(.call(first))
    default: throw unfinished("syntax error")
    }
  }

  private mutating func assignment(_ first: LuaTree.ExpressionID) throws(LuaSyntaxError) {
    var targets = [first]
    let outside = depth
    try checkAssignable(first)
    while try consume(.comma) {
      // Lua recurses here, so a list counts as depth.
      try enterLevel()
      let target = try suffixedExpression()
      try checkAssignable(target)
      targets.append(target)
    }
    try require(.assign)
    let values = try expressions()
    depth = outside
    if function == 0, depth == 1 { tree.outermostAssignments.append(tree.statements.count) }
    tree.statements.append(.assign(targets, values))
  }

  private func checkAssignable(_ target: LuaTree.ExpressionID) throws(LuaSyntaxError) {
    switch tree.expressions[target] {
    case .global, .member, .index: return
    case .local(let variable):
      let declaration = tree.variables[variable]
      guard declaration.attribute != .none else { return }
      throw LuaSyntaxError(
        position: tree.positions[target], message: "attempt to assign to const variable '\(declaration.name)'"
      )
    default: throw error("syntax error")
    }
  }
}

extension LuaToken.Kind {
  /// Whether a statement that begins so may skip something, or what follows it.
  fileprivate var branches: Bool {
    switch self {
    case .if, .while, .for, .repeat, .goto, .break, .return, .colonColon: true
    default: false
    }
  }
}
