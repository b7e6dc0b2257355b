/// Global functions that a host calls by their names.
extension ScriptCheck {
  mutating func checkHooks() {
    guard let hooks else { return }
    var isCalled = false
    let functions = globalFunctions
    for (name, position) in functions {
      guard !hooks.calls(name) else {
        isCalled = true
        continue
      }
      // One that the script calls itself is not meant as a hook.
      guard !names.usedGlobals.contains(name), let near = hooks.nearest(to: name) else { continue }
      warning("\(hooks.caller) never calls '\(name)' (did you mean '\(near)'?)", at: position)
    }
    for variable in tree.variables where variable.function == 0 && hooks.functions.contains(variable.name) {
      warning(
        "\(hooks.caller) calls only globals, and '\(variable.name)' is local: leave 'local' out",
        at: variable.position)
    }
    guard !isCalled, !names.runsOtherCode, !names.hasHiddenGlobals else { return }
    warning(
      "the script has no function that \(hooks.caller) calls, such as \(hooks.functions[0])",
      at: LuaPosition(line: 1, column: 1))
  }

  /// The globals that are assigned functions, with their places.
  private var globalFunctions: [(name: String, position: LuaPosition)] {
    tree.statements.flatMap { statement -> [(name: String, position: LuaPosition)] in
      switch statement {
      case .define(let target, _, _):
        guard case .global(let name) = tree.expressions[target] else { return [] }
        return [(name, tree.positions[target])]
      case .assign(let targets, let values):
        return zip(targets, values).compactMap { target, value in
          guard case .global(let name) = tree.expressions[target], case .function = tree.expressions[value]
          else {
            return nil
          }
          return (name, tree.positions[target])
        }
      default: return []
      }
    }
  }

  /// Refuses `io.open` for reading: only files that are written can be opened.
  mutating func checkOpening(
    _ callee: LuaTree.ExpressionID, _ arguments: [LuaTree.ExpressionID], at place: Int
  ) {
    guard hooks != nil, case .member(let object, "open") = tree.expressions[callee],
      case .global("io") = tree.expressions[object]
    else { return }
    guard let path = arguments.first, arguments.count > 1 ? reads(mode: arguments[1]) : isOneValue(path)
    else {
      return
    }
    error(
      "io.open: scripts cannot read files (\"a\" and \"w\" write them): use otr.getdb, geoscript.args or require",
      at: tree.positions[place])
  }

  /// Whether a mode of `io.open` is certainly one for reading, as no mode is.
  private func reads(mode: LuaTree.ExpressionID) -> Bool {
    switch tree.expressions[mode] {
    case .string(let mode): mode.first != "a" && mode.first != "w"
    case .nil: true
    case .parenthesis(let inner): reads(mode: inner)
    default: false
    }
  }

  /// Whether an expression has one value, unlike `...` and a call of whatever may return more.
  private func isOneValue(_ expression: LuaTree.ExpressionID) -> Bool {
    switch tree.expressions[expression] {
    case .vararg: false
    case .call, .methodCall:
      type(expression) == .string && inference.furtherResults[expression]?.isEmpty ?? true
    default: true
    }
  }
}
