/// Functions that a script defines twice, or that nothing calls.
extension ScriptCheck {
  private struct Definition: Hashable {
    var owner: String
    var name: String
    var block: LuaTree.BlockID
  }

  /// Warns of `function app:didExitRegion` that stands twice: the later one replaces the other.
  mutating func checkRepeatedFunctions() {
    var known: [Definition: LuaPosition] = [:]
    for target in functionTargets {
      guard case .member(let object, let name) = tree.expressions[target], !names.usedMembers.contains(name)
      else {
        continue
      }
      let owner = text(object)
      guard owner != "…" else { continue }
      let definition = Definition(owner: owner, name: name, block: tree.homes[target])
      let position = tree.positions[target]
      if let first = known[definition] {
        warning(
          "'\(name)' of '\(owner)' is on line \(first.line) already: the later function replaces the other",
          at: position)
      }
      known[definition] = position
    }
    for case .table(let fields) in tree.expressions { checkRepeatedFields(fields) }
  }

  /// What `function app:name()` and `app.name = function() … end` assign to.
  private var functionTargets: [LuaTree.ExpressionID] {
    tree.statements.flatMap { statement -> [LuaTree.ExpressionID] in
      switch statement {
      case .define(let target, _, _): return [target]
      case .assign(let targets, let values):
        return zip(targets, values).compactMap { target, value in
          if case .function = tree.expressions[value] { target } else { nil }
        }
      default: return []
      }
    }
  }

  private mutating func checkRepeatedFields(_ fields: [LuaTree.Field]) {
    var known: Set<String> = []
    for field in fields {
      guard case .name(let name) = field.key, !known.insert(name).inserted else { continue }
      warning("field '\(name)' is given twice: only the later value counts", at: field.position)
    }
  }

  /// Warns of a delegate's function outside any table, and of the function that would start everything.
  mutating func checkUnusedFunctions() {
    guard hooks == nil, !names.runsOtherCode, !names.hasHiddenGlobals else { return }
    var read: Set<LuaTree.VariableID> = []
    for (place, expression) in tree.expressions.enumerated() {
      if case .local(let variable) = expression, !names.targets.contains(place) { read.insert(variable) }
    }
    let working = workingFunctions
    for statement in tree.statements {
      switch statement {
      case .define(let target, _, _):
        guard case .global(let name) = tree.expressions[target], !names.usedGlobals.contains(name) else {
          continue
        }
        checkStrayCallback(name, at: tree.positions[target])
      case .local(let variables, let values):
        guard variables.count == 1, values.count == 1, !read.contains(variables[0]),
          case .function(let function) = tree.expressions[values[0]]
        else { continue }
        let name = tree.variables[variables[0]].name
        let position = tree.variables[variables[0]].position
        if checkStrayCallback(name, at: position) { continue }
        guard !working.isEmpty, working.allSatisfy({ isInside($0, function) }) else { continue }
        warning("'\(name)' is never called, so nothing starts: write \(name)() below it", at: position)
      default: break
      }
    }
  }

  /// Warns of `function didExitRegion(…)`: the host calls only functions of a delegate.
  @discardableResult
  private mutating func checkStrayCallback(_ name: String, at position: LuaPosition) -> Bool {
    guard let delegate = index.delegatesByFunction[name]?.first,
      let parameters = index.delegates[delegate].functions[name]?.parameters.map(\.name)
    else { return false }
    warning(
      "the host calls '\(name)' only in a delegate: write function app:\(name)(\(parameters.joined(separator: ", "))), "
        + "and delegate = app", at: position)
    return true
  }

  /// The functions with calls that ask the host for something.
  private var workingFunctions: Set<LuaTree.FunctionID> {
    var found: Set<LuaTree.FunctionID> = []
    for (place, expression) in tree.expressions.enumerated() {
      switch expression {
      case .methodCall(let object, let name, _) where name.hasPrefix("start") || name.hasPrefix("request"):
        guard case .instance = type(object) else { continue }
      case .call(let callee, _):
        guard case .moduleFunction(let owner, let name) = type(callee),
          case .method(let signature)? = index.modules[owner].members[name],
          signature.parameters.contains(where: {
            if case .function = $0.type.withoutNil { true } else { false }
          })
        else { continue }
      default: continue
      }
      found.insert(tree.blocks[tree.homes[place]].function)
    }
    return found
  }

  /// Whether one function is another or stands in it.
  private func isInside(_ inner: LuaTree.FunctionID, _ outer: LuaTree.FunctionID) -> Bool {
    guard inner != 0 else { return false }
    let (a, b) = (tree.functions[inner], tree.functions[outer])
    return inner == outer || inner > outer && a.lastLine <= b.lastLine && a.position.line >= b.position.line
  }

  /// Warns of a delegate function that needs something that no region or object of the script has.
  mutating func checkNeeds() {
    guard !names.runsOtherCode, !names.hasHiddenGlobals, !names.computesFields else { return }
    for need in index.needs where names.usedMembers.contains(need.starter) {
      guard names.assignedMembers.isDisjoint(with: need.members),
        names.usedMembers.isDisjoint(with: need.members.union([need.function])),
        let position = definedFunctions.first(where: { $0.name == need.function })?.position
      else { continue }
      warning("'\(need.function)' \(LuaDiagnostic.isNeverCalled) \(need.advice)", at: position)
    }
  }

  /// What a parameter is, where its function of a delegate has too few: `r` in `app.didExitRegion(r)` is the manager.
  func advice(onParameter object: LuaTree.ExpressionID, _ member: String?) -> String? {
    guard case .local(let variable) = tree.expressions[object],
      let (name, function) = namedFunctions.first(where: {
        tree.functions[$0.function].parameters.contains(variable)
      }),
      let delegate = index.delegatesByFunction[name]?.first,
      let parameters = index.delegates[delegate].functions[name]?.parameters
    else { return nil }
    let given = tree.functions[function].parameters.drop { tree.variables[$0].name == "self" }
    guard given.first == variable, given.count < parameters.count,
      parameters.dropFirst().contains(where: { has(member, $0.type) })
    else { return nil }
    return "'\(name)' is called with \(parameters.map(\.name).joined(separator: ", ")): here "
      + "'\(tree.variables[variable].name)' is the \(parameters[0].name)"
  }

  /// Whether a type has a member, or elements for nil.
  private func has(_ member: String?, _ host: HostType) -> Bool {
    switch host.withoutNil {
    case .instance(let place): member.map { index.classes[place].members[$0] != nil } ?? false
    case .structure(let place): member.map { index.structs[place].fields[$0] != nil } ?? false
    case .array: member == nil
    default: false
    }
  }

  /// The functions that the script defines as members, under their names.
  private var namedFunctions: [(name: String, function: LuaTree.FunctionID)] {
    var found: [(name: String, function: LuaTree.FunctionID)] = []
    for case .define(let target, let function, _) in tree.statements {
      if case .member(_, let name) = tree.expressions[target] { found.append((name, function)) }
    }
    for case .table(let fields) in tree.expressions {
      for field in fields {
        if case .name(let name) = field.key, case .function(let function) = tree.expressions[field.value] {
          found.append((name, function))
        }
      }
    }
    return found
  }
}
