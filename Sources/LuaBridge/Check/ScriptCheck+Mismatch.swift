extension ScriptCheck {
  /// Returns what is wrong with a value for a host type, `number expected, got string`, nil if nothing is for certain.
  func mismatch(_ expression: LuaTree.ExpressionID, _ host: HostType) -> String? {
    let value = constant(expression)
    if case .table(let fields) = tree.expressions[value] { return mismatch(table: fields, host) }
    if let kind = kind(of: value) {
      guard !accepts(host, kind) else { return nil }
      return "\(describe(host)) expected, got \(kind)\(advice(on: value, for: host))"
    }
    switch type(expression) {
    case .nil where isCall(expression) && !host.takesNil:
      return "\(describe(host)) expected, got no value\(callAdvice(expression, host))"
    case .structure(let given) where !accepts(host, structure: given):
      return "\(describe(host)) expected, got \(index.structs[given].name)"
    case .instance(let given, _) where !accepts(host, instance: given):
      return "\(describe(host)) expected, got \(index.classes[given].name)"
        + structAdvice(expression, given, host)
    case .method(_, let name) where !accepts(host, "function"):
      return "\(describe(host)) expected, got a function: write \(callText(expression, name))"
    case .table(let table) where inference.zeroBased.contains(table) && wantsArray(host):
      return "Lua's arrays begin at 1: this one has an element 0, which is left out"
    default: break
    }
    // `UIColor.redColor`, a property in Swift.
    if case .member(let object, let name) = tree.expressions[expression],
      case .classObject(let owner) = type(object),
      case .method(let signature) = index.classes[owner].classMembers[name], signature.fewest == 0,
      !accepts(host, "function")
    {
      return "\(describe(host)) expected, got a function: write \(index.classes[owner].name):\(name)()"
    }
    return nil
  }

  private func accepts(_ host: HostType, structure given: Int) -> Bool {
    switch host {
    // Any table with the right fields will do.
    case .structure(let wanted):
      index.structs[wanted].fields.keys.allSatisfy { index.structs[given].fields[$0] != nil }
    case .number, .string, .boolean, .function, .array: false
    case .any, .nil, .table, .delegate, .instance: true
    case .union(let types): types.contains { $0 != .nil && accepts($0, structure: given) }
    }
  }

  /// The Lua type of what is written out or certain otherwise, nil for all else.
  private func kind(of expression: LuaTree.ExpressionID) -> String? {
    switch type(expression) {
    case .function, .hostFunction, .moduleFunction: return "function"
    case .number: return "number"
    case .string: return "string"
    case .boolean: return "boolean"
    default: return nil
    }
  }

  /// `60` for `"60 m"`, `report` for `report()`.
  private func advice(on value: LuaTree.ExpressionID, for host: HostType) -> String {
    if accepts(host, "number"), case .string(let text) = tree.expressions[value] {
      return LuaAdvice.number(for: text)
    }
    if case .structure(let place) = host.withoutNil, type(value) == .number || type(value) == .string {
      let entry = index.structs[place]
      return ": write \(entry.name)(\(entry.constructor.parameters.map(\.name).joined(separator: ", ")))"
    }
    return callAdvice(value, host)
  }

  private func callAdvice(_ value: LuaTree.ExpressionID, _ host: HostType) -> String {
    guard accepts(host, "function"), case .call(let callee, _) = tree.expressions[value] else { return "" }
    let name = text(callee)
    return name == "…" ? "" : ": give it the function itself: \(name), not \(name)()"
  }

  private func isCall(_ expression: LuaTree.ExpressionID) -> Bool {
    if case .call = tree.expressions[expression] { true } else { false }
  }

  private func wantsArray(_ host: HostType) -> Bool {
    switch host {
    case .array: true
    case .union(let types): types.contains(where: wantsArray)
    default: false
    }
  }

  /// What is wrong with a table that is written out.
  private func mismatch(table fields: [LuaTree.Field], _ host: HostType) -> String? {
    guard accepts(host, "table") else { return "\(describe(host)) expected, got table" }
    if case .array(let element) = host.withoutNil {
      for (place, field) in fields.enumerated() {
        // Only tables: what a list takes beside them, the host says.
        guard case .item = field.key, case .table(let inner) = tree.expressions[field.value] else {
          return nil
        }
        if let problem = mismatch(table: inner, element) { return "element \(place + 1): \(problem)" }
      }
      return nil
    }
    guard case .structure(let place) = host.withoutNil else { return nil }
    let entry = index.structs[place]
    var given: Set<String> = []
    for field in fields {
      switch field.key {
      case .name(let name): given.insert(name)
      case .item: break
      case .computed: return nil
      }
    }
    guard let missing = entry.constructor.parameters.first(where: { !given.contains($0.name) }) else {
      return nil
    }
    let names = entry.constructor.parameters.map(\.name)
    let isList = given.isEmpty && !fields.isEmpty
    return "\(entry.name) expected, field '\(missing.name)' is missing: write "
      + (isList
        ? "\(entry.name)(\(names.joined(separator: ", ")))"
        : "{ \(names.map { "\($0) = …" }.joined(separator: ", ")) }")
  }

  /// `location.coordinate`, where the object itself stands.
  private func structAdvice(_ expression: LuaTree.ExpressionID, _ given: Int, _ host: HostType) -> String {
    guard case .structure = host.withoutNil else { return "" }
    let members = index.classes[given].members.filter {
      if case .property(host.withoutNil, _) = $0.value { true } else { false }
    }
    guard members.count == 1, let name = members.first?.key else { return "" }
    return ": write \(text(expression)).\(name)"
  }

  private func accepts(_ host: HostType, instance given: Int) -> Bool {
    switch host {
    case .instance(let wanted):
      given == wanted || index.classes[wanted].descendants.contains(given)
        || index.classes[given].descendants.contains(wanted) || !index.classes[given].isComplete
        || index.classes[wanted].alsoRead.contains { accepts($0, instance: given) }
    case .number, .string, .boolean, .structure: false
    case .any, .nil, .table, .delegate, .function, .array: true
    case .union(let types): types.contains { $0 != .nil && accepts($0, instance: given) }
    }
  }

  private func accepts(_ host: HostType, _ literal: String) -> Bool {
    switch host {
    case .any, .nil: true
    case .number: literal == "number"
    // Lua writes a number as a string where one is wanted.
    case .string: literal == "string" || literal == "number"
    case .boolean: literal == "boolean"
    // A table may be callable.
    case .function: literal == "function" || literal == "table"
    case .table, .structure, .delegate, .array: literal == "table"
    case .instance(let place):
      index.classes[place].name == "NSObject" || !index.classes[place].isComplete
        || index.classes[place].alsoRead.contains { accepts($0, literal) }
    case .union(let types): types.contains { $0 != .nil && accepts($0, literal) }
    }
  }

  private func describe(_ host: HostType) -> String {
    switch host {
    case .any, .nil: "value"
    case .number: "number"
    case .string: "string"
    case .boolean: "boolean"
    case .table: "table"
    case .function: "function"
    case .instance(let place): index.classes[place].name
    case .structure(let place): index.structs[place].name
    case .delegate: "table of functions"
    case .array: "sequence"
    case .union(let types): types.filter { $0 != .nil }.map(describe).joined(separator: " or ")
    }
  }
}
