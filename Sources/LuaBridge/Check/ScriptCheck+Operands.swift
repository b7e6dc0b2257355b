/// Values that are used as what they are not.
extension ScriptCheck {
  /// How a method is called that was read by mistake: `date:timeIntervalSinceNow()`.
  func callText(_ expression: LuaTree.ExpressionID, _ name: String) -> String {
    guard case .member(let object, _) = tree.expressions[expression] else { return "object:\(name)()" }
    return "\(text(object)):\(name)()"
  }

  /// `date.timeIntervalSince1970 - 5`: a property in Swift, a method here.
  mutating func checkOperand(_ operand: LuaTree.ExpressionID) {
    guard case .method(_, let name) = type(operand) else { return }
    error("'\(name)' is a method: write \(callText(operand, name))", at: tree.positions[operand])
  }

  /// `locations.last`, as Swift and Objective-C have it.
  mutating func checkListMember(
    _ name: String, of object: LuaTree.ExpressionID, at position: LuaPosition
  ) {
    guard !names.assignedMembers.contains(name), !names.definesFunction(name) else { return }
    guard let instead = LuaStandard.ofList(name, text(object)) else {
      guard case .array(.instance(let owner, let isExact)) = type(object),
        index.member(name, of: owner, isExact: isExact) != nil, !CatalogIndex.listMembers.contains(name)
      else { return }
      return error(
        "'\(name)' belongs to the elements of a list: write \(text(object))[1].\(name)", at: position)
    }
    let isMethod = LuaStandard.listMethods.contains(name)
    error("\(isMethod ? "'\(name)' is a method" : "a list has no '\(name)'"): write \(instead)", at: position)
  }

  /// `locations[0]`, and loops that begin there.
  mutating func checkIndex(
    _ key: LuaTree.ExpressionID, of object: LuaTree.ExpressionID, at place: LuaTree.ExpressionID
  ) {
    guard !names.targets.contains(place) else { return }
    switch type(object) {
    case .array: break
    case .instance(let owner, _) where type(key) == .number && !inference.isOpen(type(object)):
      return error(
        "a \(index.classes[owner].name) is not a list"
          + (advice(onParameter: object, nil).map { ": \($0)" } ?? ""),
        at: tree.positions[place])
    // A script that fills an element 0 may read it.
    case .table(let table) where tree.isList(table) && !inference.zeroBased.contains(table): break
    default: return
    }
    switch tree.expressions[constant(key)] {
    case .number(0):
      error(
        "Lua's arrays begin at 1: write \(text(object))[1] for the first element", at: tree.positions[key])
      concernUses(of: place)
    case .local(let variable) where names.countersFromZero.contains(variable):
      warning(
        "'\(tree.variables[variable].name)' begins at 0, but Lua's arrays begin at 1", at: tree.positions[key]
      )
    default: break
    }
  }

  /// Extends the latest finding to the lines that use the variable that holds a value: it is nil there.
  private mutating func concernUses(of value: LuaTree.ExpressionID) {
    guard let variable = names.soleValues.first(where: { $0.value == value })?.key else { return }
    diagnostics[diagnostics.count - 1].lastLine = tree.expressions.indices.reduce(0) { last, place in
      if case .local(variable) = tree.expressions[place] {
        max(last, tree.positions[place].line)
      } else {
        last
      }
    }
  }

  /// `geoscript.store.count = geoscript.store.count + 1`, which nothing gives a first value.
  mutating func checkFirstValue(_ operand: LuaTree.ExpressionID) {
    guard case .member(let object, let name) = tree.expressions[operand], isStore(object),
      case .member(let owner, "store") = tree.expressions[object], case .global = tree.expressions[owner],
      names.assignedMembers.contains(name), assignsOnlyItself(name)
    else { return }
    warning(
      "geoscript.store.\(name) is nil at first: write (geoscript.store.\(name) or 0)",
      at: tree.positions[operand])
  }

  /// Whether each assignment to a member computes its new value from the old one.
  private func assignsOnlyItself(_ name: String) -> Bool {
    for statement in tree.statements {
      guard case .assign(let targets, let values) = statement else { continue }
      for (target, value) in zip(targets, values) {
        guard case .member(_, name) = tree.expressions[target] else { continue }
        guard case .binary(_, let left, let right) = tree.expressions[value],
          [left, right].contains(where: {
            if case .member(_, name) = tree.expressions[$0] { true } else { false }
          })
        else { return false }
      }
    }
    // One that a table brings along.
    return !tree.expressions.contains {
      guard case .table(let fields) = $0 else { return false }
      return fields.contains { if case .name(name) = $0.key { true } else { false } }
    }
  }

  /// Warns of a loop that nothing in it ends.
  mutating func checkLoops() {
    for loop in tree.endlessLoops where !loop.mayEnd && !loop.body.contains(where: mayLeave) {
      warning(
        "this loop never ends: put a break into it (a timer repeats: geoscript.every(seconds, function))",
        at: loop.position)
    }
  }

  /// Whether a call may end the loop in which it stands, by an error or by waiting.
  private func mayLeave(_ expression: LuaTree.ExpressionID) -> Bool {
    switch tree.expressions[expression] {
    case .call(let callee, _):
      switch tree.expressions[callee] {
      case .global(let name):
        return name == "error" || name == "assert"
          || index.globals[name] == nil
            && !LuaStandard.functions.contains(name)
      case .member(_, let name): return ["yield", "sleep", "wait", "error"].contains(name)
      default: return true
      }
    case .methodCall(_, let name, _): return ["next", "wait"].contains(name)
    default: return false
    }
  }

  /// `geoscript.store.save = function() … end`.
  mutating func checkStored(_ value: LuaTree.ExpressionID, in object: LuaTree.ExpressionID) {
    guard isStore(object) else { return }
    let kind: String
    switch type(value) {
    case .function, .hostFunction, .method, .moduleFunction, .standard: kind = "a function"
    case .instance(let owner, _): kind = "an object, \(index.classes[owner].name)"
    case .scriptInstance: kind = "an object"
    default: return
    }
    error(
      "geoscript.store keeps text, numbers, booleans and tables, not \(kind)", at: tree.positions[value])
  }

  private func isStore(_ object: LuaTree.ExpressionID) -> Bool {
    switch tree.expressions[object] {
    case .member(let owner, "store"):
      if case .global("geoscript") = tree.expressions[owner] { return true }
      return isStore(owner)
    case .member(let owner, _), .index(let owner, _): return isStore(owner)
    case .local(let variable): return names.soleValues[variable].map(isStore) ?? false
    default: return false
    }
  }

  /// `require "socket.http"`: a module that people know from elsewhere.
  mutating func checkRequire(_ arguments: [LuaTree.ExpressionID], at position: LuaPosition) {
    guard let first = arguments.first, case .string(let name) = tree.expressions[constant(first)],
      let advice = LuaStandard.absentModule(name)
    else { return }
    warning("no module '\(name)' comes with geoscript: \(advice)", at: position)
  }

  /// `setmetatable(view, Class)`: how other Lua makes a subclass.
  mutating func checkMetatable(_ arguments: [LuaTree.ExpressionID], at position: LuaPosition) {
    guard let first = arguments.first else { return }
    let owner: Int
    switch type(first) {
    case .instance(let place, _), .scriptInstance(let place), .classObject(let place),
      .scriptClass(let place):
      owner = place
    default: return
    }
    let entry = index.classes[owner]
    let advice = entry.isOpen ? ": make a class with \(entry.name):subclass(\"…\")" : ""
    error("setmetatable takes a plain table, not a \(entry.name)\(advice)", at: position)
  }
}

extension LuaTree {
  /// Whether a table is written as a list: `{ 1, 2 }`.
  func isList(_ expression: ExpressionID) -> Bool {
    guard case .table(let fields) = expressions[expression], !fields.isEmpty else { return false }
    return fields.allSatisfy { if case .item = $0.key { true } else { false } }
  }
}
