/// What a script asks of the host and then does not take.
extension ScriptCheck {
  /// Warns of a service whose delegate functions are missing.
  mutating func checkServices() {
    guard !names.runsOtherCode, !names.hasHiddenGlobals, !names.computesFields else { return }
    let defined = names.assignedMembers
    for service in index.services {
      guard let call = firstCall(service.method, of: service.className) else { continue }
      let position = tree.positions[call]
      if defined.isDisjoint(with: service.functions.flatMap(spellings)) {
        warning(
          "'\(service.method)' has no effect: the script has no delegate function "
            + service.functions.prefix(2).joined(separator: " or "), at: position)
      } else if !defined.contains(service.delegate) {
        warning(
          "'\(service.method)' has no effect: no \(service.className) has a delegate "
            + "(write manager.\(service.delegate) = the table of functions)", at: position)
      }
    }
  }

  /// Warns of what the host watches for nobody.
  mutating func checkWatches() {
    guard !names.runsOtherCode, !names.hasHiddenGlobals, !names.computesFields else { return }
    for watch in index.watches where names.usedMembers.isDisjoint(with: watch.readers) {
      guard let call = firstCall(watch.method, of: watch.className) else { continue }
      warning("'\(watch.method)' has no effect: \(watch.advice)", at: tree.positions[call])
    }
  }

  /// Warns of a delegate function whose service is never started.
  mutating func checkStarters() {
    guard !names.runsOtherCode, !names.hasHiddenGlobals, !names.computesFields else { return }
    for (name, position) in definedFunctions {
      let function = index.delegatesByFunction[name]?.first.flatMap {
        index.delegates[$0].functions[name]?.name
      }
      guard let starters = index.starters[function ?? name], !names.usedMembers.contains(name),
        // The whole selector, `…_timeout`, begins like its method.
        !names.usedMembers.contains(where: { used in starters.contains { used.hasPrefix($0) } })
      else { continue }
      warning(
        "'\(name)' \(LuaDiagnostic.isNeverCalled): the script does not call "
          + starters.prefix(2).joined(separator: " or "), at: position)
    }
  }

  /// The functions that the script defines as members of anything, with their places.
  var definedFunctions: [(name: String, position: LuaPosition)] {
    var found: [(String, LuaPosition)] = []
    for statement in tree.statements {
      guard case .define(let target, _, _) = statement, case .member(_, let name) = tree.expressions[target]
      else { continue }
      found.append((name, tree.positions[target]))
    }
    for expression in tree.expressions {
      guard case .table(let fields) = expression else { continue }
      for field in fields {
        guard case .name(let name) = field.key, case .function = tree.expressions[field.value] else {
          continue
        }
        found.append((name, field.position))
      }
    }
    return found
  }

  /// A function under all its names.
  private func spellings(_ function: String) -> [String] {
    guard let delegate = index.delegatesByFunction[function]?.first else { return [function] }
    return index.delegates[delegate].functions.filter { $0.value.name == function }.map(\.key)
  }

  private func firstCall(_ method: String, of className: String) -> LuaTree.ExpressionID? {
    tree.expressions.indices.first { place in
      guard case .methodCall(let object, let name, _) = tree.expressions[place],
        case .instance(let owner, _) = type(object), index.classes[owner].name == className,
        case .method(let signature) = index.classes[owner].members[name]
      else { return false }
      return signature.name == method
    }
  }

  /// Warns of two objects of one name, and of changes after the host took the object.
  mutating func checkRegistrations() {
    for registration in index.registrations where names.usedMembers.contains(registration.method) {
      checkIdentities(registration)
      for place in tree.expressions.indices {
        guard case .methodCall(let object, let name, let arguments) = tree.expressions[place],
          case .instance(let owner, _) = type(object),
          index.classes[owner].name == registration.className,
          case .method(let signature) = index.classes[owner].members[name],
          signature.name == registration.method, let first = arguments.first,
          case .local(let variable) = tree.expressions[first]
        else { continue }
        checkChanges(of: variable, after: place, registration)
      }
    }
  }

  private mutating func checkChanges(
    of variable: LuaTree.VariableID, after call: LuaTree.ExpressionID, _ registration: LuaCatalog.Registration
  ) {
    for statement in tree.statements {
      guard case .assign(let targets, _) = statement else { continue }
      for target in targets where target > call && tree.homes[target] == tree.homes[call] {
        guard case .member(let object, let name) = tree.expressions[target],
          case .local(variable) = tree.expressions[object],
          !isRegisteredAgain(variable, after: target, registration)
        else { continue }
        warning(
          "'\(name)' is set too late: \(registration.method) on line \(tree.positions[call].line) took the object "
            + "as it was; set '\(name)' before that", at: tree.positions[target])
      }
    }
  }

  private func isRegisteredAgain(
    _ variable: LuaTree.VariableID, after place: LuaTree.ExpressionID, _ registration: LuaCatalog.Registration
  ) -> Bool {
    tree.expressions.indices.contains { other in
      guard other > place, case .methodCall(_, let name, let arguments) = tree.expressions[other],
        name == registration.method, let first = arguments.first
      else { return false }
      if case .local(variable) = tree.expressions[first] { return true }
      return false
    }
  }

  /// Two objects made in one block under one name.
  private mutating func checkIdentities(_ registration: LuaCatalog.Registration) {
    var known: [String: (line: Int, block: LuaTree.BlockID)] = [:]
    for (place, expression) in tree.expressions.enumerated() {
      guard let identity = identity(expression, registration.identity),
        case .text(let name) = literal(identity), !name.isEmpty
      else { continue }
      let position = tree.positions[identity]
      if let other = known[name], other.block == tree.homes[place] {
        warning(
          "\(registration.identity) '\(name)' is on line \(other.line) already: the later object replaces the other",
          at: position)
      } else {
        known[name] = (position.line, tree.homes[place])
      }
    }
  }

  /// The name that an object gets where it is made: `CLCircularRegion(c, 50, "home")` or `.new{ identifier = "home" }`.
  func identity(_ expression: LuaTree.Expression, _ parameter: String) -> LuaTree.ExpressionID? {
    let owner: LuaTree.ExpressionID
    let arguments: [LuaTree.ExpressionID]
    switch expression {
    case .call(let callee, let list):
      if case .classObject(let place) = type(callee) {
        let parameters = index.classes[place].initializer?.parameters.map(\.name) ?? []
        return parameters.firstIndex(of: parameter).flatMap { $0 < list.count ? list[$0] : nil }
      }
      guard case .member(let object, "new") = tree.expressions[callee] else { return nil }
      (owner, arguments) = (object, list)
    case .methodCall(let object, "new", let list): (owner, arguments) = (object, list)
    default: return nil
    }
    guard case .classObject(let place) = type(owner),
      index.classes[place].initializer?.parameters.contains(where: { $0.name == parameter }) == true,
      let table = arguments.last, case .table(let fields) = tree.expressions[table]
    else { return nil }
    return fields.first { if case .name(parameter) = $0.key { true } else { false } }?.value
  }
}
