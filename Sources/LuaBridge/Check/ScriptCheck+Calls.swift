extension ScriptCheck {
  mutating func checkCall(
    _ callee: LuaTree.ExpressionID, _ arguments: [LuaTree.ExpressionID], at place: LuaTree.ExpressionID
  ) {
    let position = tree.positions[place]
    if case .member(let object, let name) = tree.expressions[callee] {
      switch type(object) {
      case .instance(let owner, let isExact):
        return checkDotCall(
          name, of: object, class: owner, isExact: isExact, with: arguments, at: position)
      case .classObject(let owner):
        return checkClassCall(owner, name, with: arguments, at: position)
      default: break
      }
    }
    switch type(callee) {
    case .classObject(let owner):
      guard let initializer = index.classes[owner].initializer else {
        return reportUncreatable(owner, at: position)
      }
      if let first = arguments.first, arguments.count == 1,
        isMeantForNew(first, class: owner, initializer: initializer)
      {
        return error(CatalogIndex.namedValuesAdvice(index.classes[owner].name), at: position)
      }
      checkArguments(arguments, initializer, at: position)
      judge(index.classes[owner].name, parts(arguments, initializer), at: position)
    case .structObject(let owner):
      let constructor = index.structs[owner].constructor
      judge(index.structs[owner].name, parts(arguments, constructor), at: position)
      // A struct of structs may also take all its numbers in a row, as `CGRect` does.
      guard constructor.parameters.allSatisfy({ $0.type == .number }) else { return }
      // One of numbers may be made of another struct, as in `MKMapPoint(coordinate)`, or of named values.
      if arguments.count == 1 {
        if case .structure = type(arguments[0]) { return }
        if case .table = tree.expressions[arguments[0]] {
          guard let problem = mismatch(arguments[0], .structure(owner)) else { return }
          return error("bad argument #1 to '\(index.structs[owner].name)' (\(problem))", at: position)
        }
      }
      checkArguments(arguments, constructor, at: position)
    case .hostFunction(let name):
      if case .function(let signature) = index.globals[name] {
        checkArguments(arguments, signature, at: position)
        judge(name, parts(arguments, signature), at: position)
      }
    case .moduleFunction(let owner, let name):
      if case .method(let signature) = index.modules[owner].members[name] {
        let subject = "\(index.modules[owner].name).\(name)"
        checkArguments(arguments, signature, at: position, form: index.forms[subject])
        judge(subject, parts(arguments, signature), at: position)
        if index.modules[owner].name == "geoscript", name == "sleep" { checkWait(at: place) }
      }
    case .standard("os.date"): judgeDate(arguments, at: position)
    case .standard("require"): checkRequire(arguments, at: position)
    case .standard("setmetatable"): checkMetatable(arguments, at: position)
    default: break
    }
  }

  /// Whether `CLCircularRegion{ radius = 60 }` stands where `CLCircularRegion.new{ radius = 60 }` should.
  private func isMeantForNew(
    _ argument: LuaTree.ExpressionID, class owner: Int, initializer: CatalogIndex.Signature
  ) -> Bool {
    guard case .table(let fields) = tree.expressions[argument] else { return false }
    return fields.contains { field in
      guard case .name(let name) = field.key else { return false }
      return index.classes[owner].members[name] != nil || initializer.parameters.contains { $0.name == name }
    }
  }

  mutating func reportUncreatable(_ owner: Int, at position: LuaPosition) {
    guard index.classes[owner].isComplete else { return }
    error("\(index.classes[owner].name) cannot be made by a script", at: position)
  }

  /// Reports `manager.start()` for `manager:start()`, unless the object is passed explicitly.
  private mutating func checkDotCall(
    _ name: String, of object: LuaTree.ExpressionID, class owner: Int, isExact: Bool,
    with arguments: [LuaTree.ExpressionID], at position: LuaPosition
  ) {
    guard case .method = index.member(name, of: owner, isExact: isExact) else { return }
    if let first = arguments.first {
      switch type(first) {
      case .instance(let other, _) where other == owner || index.classes[owner].descendants.contains(other):
        return
      case .scriptInstance, .any, .unseen: if text(first) == text(object) { return }
      default: break
      }
    }
    error("'\(name)' is a method: write \(text(object)):\(name)(…) with a colon", at: position)
  }

  mutating func checkMethodCall(
    _ object: LuaTree.ExpressionID, _ name: String, with arguments: [LuaTree.ExpressionID],
    at place: LuaTree.ExpressionID
  ) {
    let position = tree.positions[place]
    switch type(object) {
    case .instance(let owner, let isExact):
      switch index.member(name, of: owner, isExact: isExact) {
      case .method(let signature):
        guard isExact || !mayDiffer(name, signature, below: owner) else { return }
        let subject = "\(index.classes[owner].name):\(signature.name)"
        checkArguments(arguments, signature, at: position, form: index.forms[subject])
        judge(subject, parts(arguments, signature), at: position)
      case .property(let host, _): checkCalledProperty(name, host, of: object, at: position)
      case nil: reportUnknown(name, ofInstance: owner, isExact: isExact, object, at: position)
      }
    case .scriptInstance(let owner): warnNearMiss(name, of: owner, at: position)
    case .classObject(let owner): checkClassCall(owner, name, with: arguments, at: position)
    case .array where LuaStandard.listMethods.contains(name): break
    case .structure, .array, .method: checkRead(name, of: object, at: place)
    case .module(let owner):
      guard moduleKnows(name, owner) else { return checkRead(name, of: object, at: place) }
      error(
        "'\(name)' is a function of '\(text(object))': write \(text(object)).\(name)(…) with a dot",
        at: position)
    case .standard(let module):
      guard LuaStandard.modules[module]?.contains(name) == true else {
        return checkRead(name, of: object, at: place)
      }
      error("'\(name)' is a function of '\(module)': write \(module).\(name)(…) with a dot", at: position)
    case .string:
      guard let members = LuaStandard.modules["string"], !members.contains(name) else { return }
      error("unknown method '\(name)' of a string\(advice(name, of: "string", among: members))", at: position)
    default: break
    }
  }

  /// Whether a subclass of the host or the script may take other arguments than the class itself.
  private func mayDiffer(_ name: String, _ signature: CatalogIndex.Signature, below owner: Int) -> Bool {
    if inference.hasScriptSubclass.contains(owner), names.assignedMembers.contains(name) { return true }
    return index.classes[owner].descendants.contains {
      guard case .method(let other) = index.classes[$0].members[name] else { return true }
      return other.parameters.map(\.type) != signature.parameters.map(\.type)
        || other.isVararg != signature.isVararg
    }
  }

  private mutating func checkCalledProperty(
    _ name: String, _ host: HostType, of object: LuaTree.ExpressionID, at position: LuaPosition
  ) {
    switch ScriptType(host) {
    case .number, .string, .boolean, .instance, .structure, .array:
      error("'\(name)' is a property: write \(text(object)).\(name)", at: position)
    default: break
    }
  }

  private mutating func checkClassCall(
    _ owner: Int, _ name: String, with arguments: [LuaTree.ExpressionID], at position: LuaPosition
  ) {
    let entry = index.classes[owner]
    if name == "new" { return checkNew(owner, arguments, at: position) }
    if name == "subclass", entry.isComplete, !entry.isOpen {
      return error("\(entry.name) cannot be subclassed", at: position)
    }
    if case .method(let signature) = entry.classMembers[name] {
      // The bridge drops a first argument that is the class itself.
      let isDropped = arguments.first.map { type($0) == .classObject(owner) } ?? false
      let given = isDropped ? Array(arguments.dropFirst()) : arguments
      checkArguments(given, signature, at: position)
      return judge("\(entry.name):\(signature.name)", parts(given, signature), at: position)
    }
    guard entry.isComplete, !CatalogIndex.objectMembers.contains(name) else { return }
    switch entry.members[name] {
    case .method where arguments.isEmpty || !isObject(arguments[0]):
      error("'\(name)' is a method of objects: make one first, \(entry.name).new{ … }", at: position)
    case .property:
      error("'\(name)' is a property of objects: make one first, \(entry.name).new{ … }", at: position)
    case .method: break
    case nil:
      reportUnknown(name, ofClass: entry, at: position)
    }
  }

  /// Whether an argument may be the object for a method taken from its class.
  private func isObject(_ argument: LuaTree.ExpressionID) -> Bool {
    switch type(argument) {
    case .number, .string, .boolean, .nil, .structure, .array, .classObject: false
    default: true
    }
  }
}
