/// Calls that wait, where no task is.
extension ScriptCheck {
  /// Reports a wait in the main chunk, and one in a function that the host calls by its name.
  mutating func checkWait(at place: LuaTree.ExpressionID) {
    let function = tree.blocks[tree.homes[place]].function
    let advice = "geoscript.sleep waits only in a task: write geoscript.task(function() … end) around it"
    if function == 0 {
      error(advice, at: tree.positions[place])
    } else if isDelegateFunction(function) {
      warning(advice, at: tree.positions[place])
    }
  }

  private func isDelegateFunction(_ function: LuaTree.FunctionID) -> Bool {
    for case .define(let target, function, _) in tree.statements {
      if case .member(_, let name) = tree.expressions[target] {
        return index.delegatesByFunction[name] != nil
      }
    }
    for case .table(let fields) in tree.expressions {
      for field in fields {
        guard case .name(let name) = field.key, case .function(function) = tree.expressions[field.value]
        else {
          continue
        }
        return index.delegatesByFunction[name] != nil
      }
    }
    return false
  }
}
