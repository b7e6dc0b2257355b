extension LuaParser {
  mutating func expressions() throws(LuaSyntaxError) -> [LuaTree.ExpressionID] {
    var list = [try expression()]
    while try consume(.comma) { list.append(try expression()) }
    return list
  }

  mutating func expression() throws(LuaSyntaxError) -> LuaTree.ExpressionID {
    try expression(above: 0)
  }

  /// Reads operators that bind tighter than `limit` to the left.
  private mutating func expression(above limit: Int) throws(LuaSyntaxError) -> LuaTree.ExpressionID {
    try enterLevel()
    defer { leaveLevel() }
    let first = token
    var left: LuaTree.ExpressionID
    switch first.kind {
    case .not, .minus, .tilde, .length:
      try advance()
      let operand = try expression(above: 12)
      left = tree.add(.unary(first.kind, operand), at: first.position)
    default:
      left = try simpleExpression()
    }
    while let (leftPriority, rightPriority) = token.kind.priority, leftPriority > limit {
      let sign = token
      try advance()
      let right = try expression(above: rightPriority)
      left = tree.add(.binary(sign.kind, left, right), at: sign.position)
    }
    return left
  }

  private mutating func simpleExpression() throws(LuaSyntaxError) -> LuaTree.ExpressionID {
    let first = token
    let literal: LuaTree.Expression
    switch first.kind {
    case .number: literal = .number(lexer.value(of: first))
    case .string: literal = .string(first.text)
    case .nil: literal = .nil
    case .true, .false: literal = .boolean(first.kind == .true)
    case .ellipsis:
      guard tree.functions[function].isVararg else {
        throw error("cannot use '...' outside a vararg function")
      }
      literal = .vararg
    case .openBrace: return try table()
    case .function:
      try advance()
      let function = try functionBody(hasSelf: false, opener: first)
      return tree.add(.function(function), at: first.position)
    default: return try suffixedExpression()
    }
    try advance()
    return tree.add(literal, at: first.position)
  }

  private mutating func primaryExpression() throws(LuaSyntaxError) -> LuaTree.ExpressionID {
    let first = token
    switch first.kind {
    case .name:
      return try variable(name())
    case .openParenthesis:
      try advance()
      let inner = try expression()
      try require(.closeParenthesis, toClose: first)
      return tree.add(.parenthesis(inner), at: first.position)
    default:
      throw error("unexpected symbol")
    }
  }

  mutating func variable(_ name: LuaToken) throws(LuaSyntaxError) -> LuaTree.ExpressionID {
    if let variable = try scopes.resolve(name.text, at: name.position) {
      return tree.add(.local(variable), at: name.position)
    }
    if hasLocalEnvironment, let environment = try scopes.resolve("_ENV", at: name.position) {
      let object = tree.add(.local(environment), at: name.position)
      return tree.add(.member(object, name.text), at: name.position)
    }
    return tree.add(.global(name.text), at: name.position)
  }

  mutating func suffixedExpression() throws(LuaSyntaxError) -> LuaTree.ExpressionID {
    var object = try primaryExpression()
    while true {
      switch token.kind {
      case .dot:
        try advance()
        let field = try name()
        object = tree.add(.member(object, field.text), at: field.position)
      case .openBracket:
        let position = token.position
        try advance()
        let key = try expression()
        try require(.closeBracket)
        if case .string(let field) = tree.expressions[key] {
          object = tree.add(.member(object, field), at: tree.positions[key])
        } else {
          object = tree.add(.index(object, key: key), at: position)
        }
      case .colon:
        let colon = token.position
        try advance()
        recordColon(at: colon)
        let method = try name()
        let arguments = try arguments()
        object = tree.add(.methodCall(object, method.text, arguments), at: method.position)
      case .openParenthesis, .string, .openBrace:
        let arguments = try arguments()
        object = tree.add(.call(object, arguments), at: tree.positions[object])
      default:
        return object
      }
    }
  }

  private mutating func arguments() throws(LuaSyntaxError) -> [LuaTree.ExpressionID] {
    let first = token
    switch first.kind {
    case .string:
      try advance()
      return [tree.add(.string(first.text), at: first.position)]
    case .openBrace:
      return [try table()]
    case .openParenthesis:
      try advance()
      if try consume(.closeParenthesis) { return [] }
      let list = try expressions()
      try require(.closeParenthesis, toClose: first)
      return list
    default:
      throw unfinished("function arguments expected")
    }
  }

  private mutating func table() throws(LuaSyntaxError) -> LuaTree.ExpressionID {
    let opener = token
    var fields: [LuaTree.Field] = []
    try advance()
    while token.kind != .closeBrace {
      fields.append(try field())
      guard token.kind == .comma || token.kind == .semicolon else { break }
      try advance()
    }
    try require(.closeBrace, toClose: opener)
    return tree.add(.table(fields), at: opener.position)
  }

  private mutating func field() throws(LuaSyntaxError) -> LuaTree.Field {
    let first = token
    var key = LuaTree.Field.Key.item
    if first.kind == .openBracket {
      try advance()
      let computed = try expression()
      try require(.closeBracket)
      try require(.assign)
      if case .string(let name) = tree.expressions[computed] {
        key = .name(name)
      } else {
        key = .computed(computed)
      }
    } else if first.kind == .name, try peek() == .assign {
      try advance()
      try advance()
      key = .name(first.text)
    }
    return LuaTree.Field(key: key, value: try expression(), position: first.position)
  }

  /// Reads parameters, body and `end`.
  mutating func functionBody(hasSelf: Bool, opener: LuaToken) throws(LuaSyntaxError) -> LuaTree.FunctionID {
    let outer = function
    tree.functions.append(LuaTree.Function(position: opener.position))
    function = tree.functions.count - 1
    scopes.openFunction()
    if hasSelf { try parameter("self", at: opener.position) }
    try require(.openParenthesis)
    if token.kind != .closeParenthesis {
      repeat {
        if try consume(.ellipsis) {
          tree.functions[function].isVararg = true
          break
        }
        let name = try name()
        try parameter(name.text, at: name.position)
      } while try consume(.comma)
    }
    try require(.closeParenthesis)
    let wasStraight = isStraight
    isStraight = true
    let outerExits = exits
    tree.openBlock(in: function)
    try statements()
    tree.closeBlock()
    exits = outerExits
    isStraight = wasStraight
    tree.functions[function].lastLine = token.position.line
    try require(.end, toClose: opener)
    try scopes.closeFunction()
    defer { function = outer }
    return function
  }

  private mutating func parameter(_ name: String, at position: LuaPosition) throws(LuaSyntaxError) {
    let variable = newVariable(name, at: position)
    try declare(variable)
    tree.functions[function].parameters.append(variable)
  }
}

extension LuaToken.Kind {
  /// How tightly a binary operator binds to its left and to its right, nil for all else.
  var priority: (left: Int, right: Int)? {
    switch self {
    case .or: (1, 1)
    case .and: (2, 2)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: (3, 3)
    case .bitOr: (4, 4)
    case .tilde: (5, 5)
    case .bitAnd: (6, 6)
    case .shiftLeft, .shiftRight: (7, 7)
    case .concatenate: (9, 8)
    case .plus, .minus: (10, 10)
    case .times, .divide, .floorDivide, .modulo: (11, 11)
    case .power: (14, 13)
    default: nil
    }
  }
}
