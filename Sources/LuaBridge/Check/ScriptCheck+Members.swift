extension ScriptCheck {
  /// What to write for a member that a class does not have.
  func advice(_ name: String, ofClass entry: CatalogIndex.ClassEntry, among candidates: [String]) -> String {
    guard name == "alloc" || name.hasPrefix("init"), let initializer = entry.initializer else {
      return NearestName.advice(name, among: candidates)
    }
    return CatalogIndex.makingAdvice(entry.name, initializer.parameters.map(\.name))
  }

  mutating func checkRead(_ name: String, of object: LuaTree.ExpressionID, at place: LuaTree.ExpressionID) {
    let position = tree.positions[place]
    switch type(object) {
    case .instance(let owner, let isExact):
      guard index.member(name, of: owner, isExact: isExact) == nil else { return }
      reportUnknown(name, ofInstance: owner, isExact: isExact, object, at: position)
    case .scriptInstance(let owner):
      warnNearMiss(name, of: owner, at: position)
    case .classObject(let owner):
      let entry = index.classes[owner]
      if entry.classMembers[name] == nil, case .property = entry.members[name] {
        let near = NearestName.completed(name, among: entry.classMembers.keys)
        return error(
          "'\(name)' belongs to an object of class \(entry.name), not to the class"
            + (near.map { " (did you mean '\($0)'?)" } ?? ""), at: position)
      }
      guard entry.isComplete, entry.classMembers[name] == nil, entry.members[name] == nil,
        !CatalogIndex.objectMembers.contains(name)
      else { return }
      reportUnknown(name, ofClass: entry, at: position)
    case .array: checkListMember(name, of: object, at: position)
    case .method(_, let method):
      error("'\(method)' is a method: write \(callText(object, method))", at: tree.positions[object])
    case .structure(let owner):
      let entry = index.structs[owner]
      // A struct is a table, in which a script may keep fields of its own.
      guard entry.fields[name] == nil, !names.assignedMembers.contains(name) else { return }
      if let instead = fieldElsewhere(name, of: entry.name) {
        return error("unknown field '\(name)' of \(entry.name) (here it is \(instead))", at: position)
      }
      error(
        "unknown field '\(name)' of \(entry.name)\(NearestName.advice(name, among: entry.fields.keys))",
        at: position)
    case .module(let owner):
      let entry = index.modules[owner]
      guard !moduleKnows(name, owner) else { return }
      if LuaStandard.absentMembers[entry.name]?.contains(name) == true {
        let full = "\(entry.name).\(name)"
        return error("'\(full)' \(LuaStandard.absence(of: full))", at: position)
      }
      let candidates = Array(entry.members.keys) + Array(entry.modules.keys)
      error(
        "unknown member '\(name)' of module '\(entry.name)'\(advice(name, of: entry.name, among: candidates))",
        at: position)
    case .string:
      guard let members = LuaStandard.modules["string"], !members.contains(name) else { return }
      error("unknown field '\(name)' of a string\(advice(name, of: "string", among: members))", at: position)
    case .standard(let module):
      guard let members = LuaStandard.modules[module], !members.contains(name) else { return }
      guard LuaStandard.absentMembers[module]?.contains(name) != true else {
        return error("'\(module).\(name)' \(LuaStandard.absence(of: "\(module).\(name)"))", at: position)
      }
      error(
        "unknown member '\(name)' of module '\(module)'\(advice(name, of: module, among: members))",
        at: position)
    default: checkRecord(name, of: object, at: position)
    }
  }

  private func fieldElsewhere(_ name: String, of structure: String) -> String? {
    LuaStandard.foreignMembers[structure]?[name]
      ?? LuaStandard.structFunction(name, of: structure) { index.globals[$0] != nil }
  }

  mutating func reportUnknown(
    _ name: String, ofClass entry: CatalogIndex.ClassEntry, at position: LuaPosition
  ) {
    let unknown = "unknown member '\(name)' of class \(entry.name)"
    if let why = LuaStandard.elsewhere(name, of: [entry.name]) {
      return error("\(unknown): \(why)", at: position)
    }
    if let instead = LuaStandard.foreignMembers[entry.name]?[name] {
      return error("\(unknown) (here it is \(instead))", at: position)
    }
    let candidates = Array(entry.classMembers.keys) + Array(entry.members.keys) + ["new", "subclass"]
    error("\(unknown)\(advice(name, ofClass: entry, among: candidates))", at: position)
  }

  /// What to write for a member that a module does not have.
  func advice(_ name: String, of module: String, among candidates: some Collection<String>) -> String {
    LuaStandard.foreignMember(name, of: [module]).map { " (here it is \($0))" }
      ?? NearestName.advice(name, among: candidates)
  }

  func moduleKnows(_ name: String, _ owner: Int) -> Bool {
    let entry = index.modules[owner]
    return entry.members[name] != nil || entry.modules[name] != nil
      || LuaStandard.modules[entry.name]?.contains(name) == true
  }

  mutating func reportUnknown(
    _ name: String, ofInstance owner: Int, isExact: Bool, _ object: LuaTree.ExpressionID,
    at position: LuaPosition
  ) {
    let entry = index.classes[owner]
    guard entry.isComplete, !CatalogIndex.objectMembers.contains(name) else { return }
    if !isExact, inference.hasScriptSubclass.contains(owner) {
      return warnNearMiss(name, of: owner, at: position)
    }
    if let advice = advice(onParameter: object, name) {
      return error("unknown member '\(name)' of \(entry.name) (\(advice))", at: position)
    }
    var candidates = Array(entry.members.keys)
    if !isExact { for below in entry.descendants { candidates += index.classes[below].members.keys } }
    if entry.classMembers[name] != nil {
      return error("'\(name)' belongs to the class: write \(entry.name):\(name)(…)", at: position)
    }
    if index.delegatesByFunction[name] != nil {
      return error(
        "unknown member '\(name)' of \(entry.name) (define it in the delegate table)",
        at: position)
    }
    if let why = LuaStandard.elsewhere(name, of: [entry.name]) {
      return error("unknown member '\(name)' of \(entry.name): \(why)", at: position)
    }
    if let instead = LuaStandard.foreignMembers[entry.name]?[name] {
      return error("unknown member '\(name)' of \(entry.name) (here it is \(instead))", at: position)
    }
    if let property = propertySet(by: name), case .property = entry.members[property] {
      return error(
        "unknown member '\(name)' of \(entry.name) (assign the property: \(property) = …)", at: position)
    }
    error(
      "unknown member '\(name)' of \(entry.name)\(NearestName.advice(name, among: candidates))", at: position)
  }

  /// `distanceFilter` for `setDistanceFilter`, as Objective-C writes it.
  private func propertySet(by name: String) -> String? {
    guard name.hasPrefix("set"), let first = name.dropFirst(3).first else { return nil }
    return first.lowercased() + name.dropFirst(4)
  }

  /// Objects of a script's own class take any field; only a name one edit away from the host's is suspicious.
  mutating func warnNearMiss(_ name: String, of owner: Int, at position: LuaPosition) {
    let entry = index.classes[owner]
    guard name.utf8.count >= 4, entry.members[name] == nil, !CatalogIndex.objectMembers.contains(name),
      !names.definesFunction(name),
      let near = NearestName.find(name, among: entry.members.keys, limit: 1), !isVariation(name, of: near)
    else { return }
    warning(
      "unknown member '\(name)' on an object of your subclass of \(entry.name) (did you mean '\(near)'?)",
      at: position)
  }

  /// Whether a name is a deliberate plural or numbered variant: `images`, `title2`.
  func isVariation(_ name: String, of near: String) -> Bool {
    guard let last = name.last, name.dropLast() == near else { return false }
    return last == "s" || last.isNumber
  }

  mutating func checkWrite(_ name: String, of object: LuaTree.ExpressionID, at place: LuaTree.ExpressionID) {
    let position = tree.positions[place]
    switch type(object) {
    case .instance(let owner, let isExact):
      switch index.member(name, of: owner, isExact: isExact) {
      case nil: reportUnknown(name, ofInstance: owner, isExact: isExact, object, at: position)
      case .method:
        guard isExact || !inference.hasScriptSubclass.contains(owner) else { return }
        error("cannot assign to '\(name)', a method of \(index.classes[owner].name)", at: position)
      case .property(_, let isReadOnly):
        guard isReadOnly, isExact || !isWritableBelow(name, owner) else { return }
        error(
          "cannot assign to read-only property '\(name)' of \(index.classes[owner].name)"
            + index.readOnlyAdvice(name, of: owner), at: position)
      }
    case .scriptInstance(let owner):
      warnNearMiss(name, of: owner, at: position)
    case .classObject(let owner):
      let entry = index.classes[owner]
      let advice = entry.isOpen ? "; make your own class with \(entry.name):subclass(\"…\")" : ""
      error("cannot assign to '\(name)' of class \(entry.name)\(advice)", at: position)
    case .structure(let owner):
      let entry = index.structs[owner]
      if entry.fields[name] != nil { return warnOfCopy(object, at: position) }
      guard let near = NearestName.find(name, among: entry.fields.keys) else {
        return
      }
      warning("unknown field '\(name)' of \(entry.name) (did you mean '\(near)'?)", at: position)
    case .module(let owner):
      if case .property(_, isReadOnly: false) = index.modules[owner].members[name] { return }
      let module = index.modules[owner]
      // `geoscript.onFinish = function`, as a delegate's functions are given.
      let advice =
        if case .method? = module.members[name] { " (call it: \(module.name).\(name)(…))" } else { "" }
      error("cannot assign to '\(name)' of module '\(module.name)'\(advice)", at: position)
    case .standard(let module) where LuaStandard.modules[module] != nil:
      error("cannot assign to '\(name)' of module '\(module)': libraries are read-only", at: position)
    default: break
    }
  }

  /// Warns about `map.region.center = here`, which changes the copy that was read, not the map.
  private mutating func warnOfCopy(_ changed: LuaTree.ExpressionID, at position: LuaPosition) {
    guard case .member(let object, let name) = tree.expressions[changed] else { return }
    let member: CatalogIndex.Member?
    switch type(object) {
    case .structure: return warnOfCopy(object, at: position)
    case .instance(let owner, let isExact): member = index.member(name, of: owner, isExact: isExact)
    case .scriptInstance(let owner): member = index.classes[owner].members[name]
    default: return
    }
    guard case .property(_, let isReadOnly) = member else { return }
    let advice =
      isReadOnly ? "" : ": store it in a local variable, change that, and assign it back to \(text(changed))"
    warning("this changes only a copy of '\(name)'\(advice)", at: position)
  }

  private func isWritableBelow(_ name: String, _ owner: Int) -> Bool {
    if inference.hasScriptSubclass.contains(owner) { return true }
    return index.classes[owner].descendants.contains {
      if case .property(_, isReadOnly: false) = index.classes[$0].members[name] { true } else { false }
    }
  }

  /// Checks a literal that is assigned to a property.
  mutating func checkAssigned(_ value: LuaTree.ExpressionID, to name: String, of object: LuaTree.ExpressionID)
  {
    let member: CatalogIndex.Member?
    switch type(object) {
    case .instance(let owner, let isExact): member = index.member(name, of: owner, isExact: isExact)
    case .scriptInstance(let owner): member = index.classes[owner].members[name]
    case .structure(let owner): member = index.structs[owner].fields[name]
    default: return
    }
    guard case .property(let host, _) = member else { return }
    guard let problem = mismatch(value, host) else {
      judge(value, for: host)
      switch type(object) {
      case .instance(let owner, _), .scriptInstance(let owner): judge(name, as: value, ofClass: owner)
      default: break
      }
      return
    }
    error("bad value for '\(name)' (\(problem))", at: tree.positions[value])
  }
}
