/// Objects that a script makes with `Class.new{ … }`.
extension ScriptCheck {
  mutating func checkNew(_ owner: Int, _ arguments: [LuaTree.ExpressionID], at position: LuaPosition) {
    let entry = index.classes[owner]
    guard let initializer = entry.initializer else { return reportUncreatable(owner, at: position) }
    guard let first = arguments.first(where: { type($0) != .classObject(owner) }) else {
      return checkMissing([], initializer, at: position)
    }
    switch tree.expressions[first] {
    case .table(let fields): checkFields(fields, class: owner, initializer: initializer, at: position)
    case .number, .string, .boolean, .function:
      if entry.takesPlainNew { return checkArguments(arguments, initializer, at: position) }
      error("'new' takes a table of fields: write \(entry.name)(…) for arguments in order", at: position)
    default: break
    }
  }

  private mutating func checkFields(
    _ fields: [LuaTree.Field], class owner: Int, initializer: CatalogIndex.Signature,
    at position: LuaPosition
  ) {
    let entry = index.classes[owner]
    var given: Set<String> = []
    for field in fields {
      switch field.key {
      case .name(let name): given.insert(name)
      // `center = 45, 14` leaves a value without a name.
      case .item: given.formUnion(initializer.parameters.map(\.name))
      case .computed: return
      }
    }
    for field in fields {
      guard case .name(let name) = field.key else { continue }
      let isParameter = initializer.parameters.contains { $0.name == name }
      if !isParameter {
        switch entry.members[name] {
        case .property(_, isReadOnly: false): break
        case .property:
          error("cannot assign to read-only property '\(name)' of \(entry.name)", at: field.position)
          continue
        case .method:
          error("cannot assign to '\(name)', a method of \(entry.name)", at: field.position)
          continue
        case nil:
          guard entry.isComplete else { continue }
          let candidates = initializer.parameters.map(\.name) + settableProperties(of: entry)
          let advice = NearestName.advice(name, among: candidates)
          error("unknown field '\(name)' in \(entry.name).new\(advice)", at: field.position)
          // A misspelled field is not reported as missing too.
          if let near = NearestName.find(name, among: candidates) { given.insert(near) }
          continue
        }
      }
      guard let host = index.fieldType(name, of: owner) else { continue }
      guard let problem = mismatch(field.value, host) else {
        judge(field.value, for: host)
        continue
      }
      error("bad value for '\(name)' (\(problem))", at: tree.positions[field.value])
    }
    checkMissing(given, initializer, at: position)
    var parts: [String: LuaTree.ExpressionID] = [:]
    for field in fields {
      guard case .name(let name) = field.key else { continue }
      parts[name] = field.value
      judge(name, as: field.value, ofClass: owner)
    }
    judge(entry.name, parts, at: position)
  }

  private func settableProperties(of entry: CatalogIndex.ClassEntry) -> [String] {
    entry.members.compactMap { if case .property(_, isReadOnly: false) = $0.value { $0.key } else { nil } }
  }

  private mutating func checkMissing(
    _ given: Set<String>, _ initializer: CatalogIndex.Signature, at position: LuaPosition
  ) {
    for parameter in initializer.parameters where !parameter.type.takesNil && !given.contains(parameter.name)
    {
      error("missing field '\(parameter.name)' in \(initializer.name).new", at: position)
    }
  }
}
