/// Variables of a script that hold what functions assign, and so are lost when the script starts again.
public enum LostVariables {
  /// Warns of each at its first assignment in a function; finds none in a text that is not Lua.
  ///
  /// - Parameters:
  ///   - source: the script's name in messages.
  ///   - advice: what to write instead.
  public static func warnings(
    in script: String, called source: String, advice: (String) -> String
  ) -> [LuaDiagnostic] {
    guard let tree = try? LuaParser.parse(script) else { return [] }
    let harmless = tree.functionsForTheMainChunk()
    var seen: Set<String> = []
    var found: [LuaDiagnostic] = []
    for case .assign(let targets, _) in tree.statements {
      for target in targets {
        let function = tree.blocks[tree.homes[target]].function
        guard function != 0, !harmless.contains(function), let name = tree.outlivingName(of: target),
          seen.insert(name).inserted
        else { continue }
        let position = tree.positions[target]
        found.append(
          LuaDiagnostic(
            severity: .warning, source: source, line: position.line, column: position.column,
            message: "variable '\(name)' is lost when the script starts again: \(advice(name))"))
      }
    }
    return found
  }
}

extension LuaTree {
  /// The name of a variable that lives as long as the script: a global, or a local of the main chunk.
  fileprivate func outlivingName(of target: ExpressionID) -> String? {
    switch expressions[target] {
    case .global(let name): name
    case .local(let variable): variables[variable].function == 0 ? variables[variable].name : nil
    default: nil
    }
  }

  /// Named functions that only the main chunk calls: they run again with it.
  fileprivate func functionsForTheMainChunk() -> Set<FunctionID> {
    var calls: Set<ExpressionID> = []
    for case .call(let callee, _) in expressions where blocks[homes[callee]].function == 0 {
      calls.insert(callee)
    }
    var found: Set<FunctionID> = []
    for statement in statements {
      let function: FunctionID
      let uses: [ExpressionID]
      switch statement {
      case .define(let target, let defined, _):
        function = defined
        uses = expressions.indices.filter { $0 != target && isSame($0, target) }
      case .local(let variables, let values):
        guard variables.count == 1, values.count == 1, case .function(let made) = expressions[values[0]]
        else { continue }
        function = made
        uses = expressions.indices.filter {
          if case .local(variables[0]) = expressions[$0] { true } else { false }
        }
      default: continue
      }
      if !uses.isEmpty, uses.allSatisfy(calls.contains) { found.insert(function) }
    }
    return found
  }

  private func isSame(_ a: ExpressionID, _ b: ExpressionID) -> Bool {
    switch (expressions[a], expressions[b]) {
    case (.global(let a), .global(let b)): a == b
    case (.local(let a), .local(let b)): a == b
    default: false
    }
  }
}
