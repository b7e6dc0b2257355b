extension ScriptCheck {
  /// Shorter names resemble too many words.
  private static let shortestName = 5

  mutating func checkDelegate(_ fields: [LuaTree.Field], table: LuaTree.ExpressionID) {
    for field in fields {
      guard case .name(let name) = field.key else { continue }
      checkCallable(field.value, called: name, of: .table(table))
      guard case .function = type(field.value) else { continue }
      checkDelegateFunction(name, of: .table(table), at: field.position)
      guard case .function(let function) = tree.expressions[field.value] else { continue }
      checkBody(of: function, called: name)
    }
  }

  /// A member that the host will call, and that is a plain value.
  mutating func checkCallable(
    _ value: LuaTree.ExpressionID, called name: String, of object: ScriptType
  ) {
    guard case .table(let table) = object, let serving = inference.tableDelegates[table],
      index.delegatesByFunction[name]?.contains(where: serving.contains) == true
    else { return }
    let kind: String
    switch type(value) {
    case .number: kind = "a number"
    case .string: kind = "a text"
    case .boolean: kind = "a boolean"
    default: return
    }
    error("'\(name)' of a delegate must be a function: here it is \(kind)", at: tree.positions[value])
  }

  /// Checks a function that the host may call by that name.
  mutating func checkBody(of function: LuaTree.FunctionID, called name: String) {
    checkOrder(of: function, called: name)
    for caution in index.cautions where caution.functions.contains(name) {
      for call in tree.functions[function].straightCalls {
        guard case .methodCall(_, let method, _) = tree.expressions[call], caution.methods.contains(method),
          !names.definesFunction(method), !mentions(caution.restraints)
        else { continue }
        warning("'\(method)' runs at every call of '\(name)': \(caution.advice)", at: tree.positions[call])
      }
    }
  }

  /// Whether the script names one of these members anywhere, also as a field of a table.
  private func mentions(_ members: Set<String>) -> Bool {
    if !names.usedMembers.isDisjoint(with: members) || !names.assignedMembers.isDisjoint(with: members) {
      return true
    }
    return tree.expressions.contains { expression in
      guard case .table(let fields) = expression else { return false }
      return fields.contains { if case .name(let name) = $0.key { members.contains(name) } else { false } }
    }
  }

  /// Warns about a function whose name is a misspelled callback.
  mutating func checkDelegateFunction(_ name: String, of object: ScriptType, at position: LuaPosition) {
    // A function that the script calls itself is not meant as a callback.
    guard name.utf8.count >= Self.shortestName, index.delegatesByFunction[name] == nil,
      !names.usedMembers.contains(name)
    else { return }
    let candidates: [String]
    switch object {
    case .table(let table):
      let serving = inference.tableDelegates[table] ?? []
      candidates =
        serving.isEmpty
        ? Array(index.delegatesByFunction.keys)
        // Only current names: nobody means an old one.
        : serving.flatMap { index.delegates[$0].functions.filter { $0.key == $0.value.name }.keys }
    case .scriptClass(let base):
      guard index.classes[base].members[name] == nil else { return }
      candidates = Array(index.delegatesByFunction.keys) + methods(of: base)
    case .any, .unseen:
      candidates = Array(index.delegatesByFunction.keys)
    default: return
    }
    if let spelt = functionOfSelector(name) {
      return warning("the host never calls '\(name)' (did you mean '\(spelt)'?)", at: position)
    }
    if index.senders.contains(name) {
      return warning(
        "the host never calls '\(name)': name the function after the next part of the selector",
        at: position)
    }
    guard let near = NearestName.callback(name, among: candidates) else { return }
    warning("the host never calls '\(name)' (did you mean '\(near)'?)", at: position)
  }

  /// Warns about a delegate function without the sender: `didEnterRegion(region)` gets the manager as
  /// `region`.
  private mutating func checkOrder(of function: LuaTree.FunctionID, called name: String) {
    guard let delegate = index.delegatesByFunction[name]?.first, !names.usedMembers.contains(name),
      let parameters = index.delegates[delegate].functions[name]?.parameters.map(\.name)
    else { return }
    let all = tree.functions[function].parameters.map { tree.variables[$0].name }
    if all.count == parameters.count + 1, let first = all.first, first != "self" {
      return warning(
        "'\(name)' is called with \(parameters.joined(separator: ", ")): here '\(first)' is the \(parameters[0]) "
          + "(write function app:\(name)(\(parameters.joined(separator: ", "))), or call '\(first)' self)",
        about: function)
    }
    let given = all.drop { $0 == "self" }
    // People shorten: new for newLocation.
    guard let first = given.first, first.count > 2,
      let place = parameters.firstIndex(where: { $0.hasPrefix(first) }), place > 0
    else { return }
    warning(
      "'\(name)' is called with \(parameters.joined(separator: ", ")): here '\(first)' is the \(parameters[0])",
      about: function)
  }

  /// `didEnterRegion` for `locationManager_didEnterRegion`, as other bridges write a selector.
  private func functionOfSelector(_ name: String) -> String? {
    NearestName.functionOfSelector(name, senders: index.senders.sorted()) {
      index.delegatesByFunction[$0] != nil
    }
  }

  private func methods(of owner: Int) -> [String] {
    index.classes[owner].members.compactMap { if case .method = $0.value { $0.key } else { nil } }
  }
}
