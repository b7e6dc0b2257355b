extension ScriptCheck {
  mutating func checkGlobals() {
    for (place, expression) in tree.expressions.enumerated() {
      guard case .global(let name) = expression else { continue }
      if names.targets.contains(place) {
        checkGlobalWrite(name, at: tree.positions[place])
      } else {
        checkGlobalRead(name, at: place)
      }
    }
  }

  private mutating func checkGlobalWrite(_ name: String, at position: LuaPosition) {
    if hooks?.globals.contains(name) == true { return }
    let kind: String
    switch index.globals[name] {
    case .classObject: kind = "a class"
    case .structObject: kind = "a struct"
    case .function: kind = "a function"
    case .constant: kind = "a constant"
    case .module: kind = "a module"
    case nil: return
    }
    error("cannot assign to '\(name)', \(kind) of the host (a local of that name is allowed)", at: position)
  }

  private mutating func checkGlobalRead(_ name: String, at place: LuaTree.ExpressionID) {
    let position = tree.positions[place]
    guard index.globals[name] == nil, !LuaStandard.all.contains(name), !names.globals.contains(name),
      !names.hasHiddenGlobals, hooks?.globals.contains(name) != true
    else { return }
    // `table.unpack or unpack` never reads its right side here.
    if names.fallbacks.contains(place), LuaStandard.foreign[name] != nil { return }
    if LuaStandard.absent.contains(name) {
      return error("'\(name)' \(LuaStandard.absence(of: name))", at: position)
    }
    if let why = LuaStandard.elsewhere(name) { return error("'\(name)' \(why)", at: position) }
    let instead = LuaStandard.foreign[name]
    let nearest =
      instead ?? NearestName.find(name, among: globalCandidates)
      ?? NearestName.longer(name, among: index.globals.keys)
    let advice =
      instead.map { " (write \($0))" } ?? nearest.map { " (did you mean '\($0)'?)" }
      ?? quoteAdvice(name, at: place)
    if hooks != nil, !names.runsOtherCode {
      return warning("unknown global '\(name)', which is nil here\(advice)", at: position)
    }
    guard names.runsOtherCode else { return error("unknown global '\(name)'\(advice)", at: position) }
    // Another file may define it, so only a likely slip gets a warning.
    if nearest != nil { warning("unknown global '\(name)'\(advice)", at: position) }
  }

  /// All candidate names, including locals, because a misspelled local reads as a global.
  private var globalCandidates: [String] {
    Array(index.globals.keys) + Array(LuaStandard.all) + Array(names.globals) + tree.variables.map(\.name)
      + ["true", "false", "nil"]
  }
}
