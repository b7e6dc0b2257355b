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
      guard let problem = mismatch(argument, parameter.type) else {
        judge(argument, for: parameter.type)
        continue
      }
      error("bad argument #\(place + 1) to '\(signature.name)' (\(problem))", at: tree.positions[argument])
    }
  }

  /// Returns the arguments under the names of their parameters.
  func parts(
    _ arguments: [LuaTree.ExpressionID], _ signature: CatalogIndex.Signature
  ) -> [String: LuaTree.ExpressionID] {
    Dictionary(zip(signature.parameters.map(\.name), arguments)) { first, _ in first }
  }

  private func yieldsSeveral(_ expression: LuaTree.ExpressionID) -> Bool {
    switch tree.expressions[expression] {
    case .call, .methodCall, .vararg: true
    default: false
    }
  }
}
