extension ScriptCheck {
  mutating func checkArguments(
    _ arguments: [LuaTree.ExpressionID], _ signature: CatalogIndex.Signature, at position: LuaPosition,
    form: String? = nil
  ) {
    let most = signature.parameters.count
    let isOpenEnded = arguments.last.map(yieldsSeveral) ?? false
    let problems = zip(arguments, signature.parameters).map { mismatch($0, $1.type) }
    // A call or `...` in last place may also yield nothing.
    let certain = isOpenEnded ? arguments.count - 1 : arguments.count
    if certain > most, !signature.isVararg {
      let count = most == 1 ? "1 argument" : "\(most) arguments"
      error(
        "too many arguments to '\(signature.name)' (takes \(most == 0 ? "none" : count), got \(certain))",
        at: position)
    } else if !isOpenEnded, certain < signature.fewest, problems.allSatisfy({ $0 == nil }) {
      // One that is left out in the middle makes the next one wrong, which says more.
      let missing = signature.parameters[certain..<signature.fewest].map { "'\($0.name)'" }.joined(
        separator: ", ")
      error("too few arguments to '\(signature.name)' (missing \(missing))", at: position)
    }
    for (place, (argument, parameter)) in zip(arguments, signature.parameters).enumerated() {
      guard let problem = problems[place] else {
        judge(argument, for: parameter.type)
        checkIdentity(argument, parameter.type)
        continue
      }
      let advice = parameter.type.withoutNil == .table ? form.map { ": write \($0)" } ?? "" : ""
      error(
        "bad argument #\(place + 1) to '\(signature.name)' (\(problem)\(advice))",
        at: tree.positions[argument])
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
