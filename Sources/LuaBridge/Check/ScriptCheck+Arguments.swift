extension ScriptCheck {
  mutating func checkArguments(
    _ arguments: [LuaTree.ExpressionID], _ signature: CatalogIndex.Signature, at position: LuaPosition
  ) {
    let most = signature.parameters.count
    let isOpenEnded = arguments.last.map(yieldsSeveral) ?? false
    // A call or `...` in last place may also yield nothing.
    let certain = isOpenEnded ? arguments.count - 1 : arguments.count
    if certain > most, !signature.isVararg {
      let count = most == 1 ? "1 argument" : "\(most) arguments"
      error(
        "too many arguments to '\(signature.name)' (takes \(most == 0 ? "none" : count), got \(certain))",
        at: position)
    } else if !isOpenEnded, certain < signature.fewest {
      let missing = signature.parameters[certain..<signature.fewest].map { "'\($0.name)'" }.joined(
        separator: ", ")
      error("too few arguments to '\(signature.name)' (missing \(missing))", at: position)
    }
    for (place, (argument, parameter)) in zip(arguments, signature.parameters).enumerated() {
      guard let problem = mismatch(argument, parameter.type) else { continue }
      error("bad argument #\(place + 1) to '\(signature.name)' (\(problem))", at: tree.positions[argument])
    }
  }

  private func yieldsSeveral(_ expression: LuaTree.ExpressionID) -> Bool {
    switch tree.expressions[expression] {
    case .call, .methodCall, .vararg: true
    default: false
    }
  }

  /// Returns the certain mistake in a value for a host type, `number expected, got string`, or nil.
  func mismatch(_ expression: LuaTree.ExpressionID, _ host: HostType) -> String? {
    if let literal = literalKind(expression) {
      return accepts(host, literal) ? nil : "\(describe(host)) expected, got \(literal)"
    }
    if case .structure(let given) = type(expression), !accepts(host, structure: given) {
      return "\(describe(host)) expected, got \(index.structs[given].name)"
    }
    // `UIColor.redColor`, a property in Swift.
    if case .member(let object, let name) = tree.expressions[expression],
      case .classObject(let owner) = type(object),
      case .method(let signature) = index.classes[owner].classMembers[name], signature.fewest == 0,
      !accepts(host, "function")
    {
      return "\(describe(host)) expected, got a function: write \(index.classes[owner].name):\(name)()"
    }
    return nil
  }

  private func accepts(_ host: HostType, structure given: Int) -> Bool {
    switch host {
    // Any table with the right fields is accepted.
    case .structure(let wanted):
      index.structs[wanted].fields.keys.allSatisfy { index.structs[given].fields[$0] != nil }
    case .number, .string, .boolean, .function, .array: false
    case .any, .nil, .table, .delegate, .instance: true
    case .union(let types): types.contains { $0 != .nil && accepts($0, structure: given) }
    }
  }

  /// The Lua type of a literal; nil for computed values.
  private func literalKind(_ expression: LuaTree.ExpressionID) -> String? {
    switch tree.expressions[expression] {
    case .number: "number"
    case .unary(.minus, let operand): type(operand) == .number ? literalKind(operand) : nil
    case .string: "string"
    case .boolean: "boolean"
    case .function: "function"
    case .table: "table"
    default: nil
    }
  }

  private func accepts(_ host: HostType, _ literal: String) -> Bool {
    switch host {
    case .any, .nil: true
    case .number: literal == "number"
    // Lua writes a number as a string where one is wanted.
    case .string: literal == "string" || literal == "number"
    case .boolean: literal == "boolean"
    // A table may be callable.
    case .function: literal == "function" || literal == "table"
    case .table, .structure, .delegate, .array: literal == "table"
    // The host may read a text or a number as one of its objects, such as a color or a date.
    case .instance: literal != "boolean" && literal != "function"
    case .union(let types): types.contains { $0 != .nil && accepts($0, literal) }
    }
  }

  private func describe(_ host: HostType) -> String {
    switch host {
    case .any, .nil: "value"
    case .number: "number"
    case .string: "string"
    case .boolean: "boolean"
    case .table: "table"
    case .function: "function"
    case .instance(let place): index.classes[place].name
    case .structure(let place): index.structs[place].name
    case .delegate: "table of functions"
    case .array: "sequence"
    case .union(let types): types.filter { $0 != .nil }.map(describe).joined(separator: " or ")
    }
  }
}
