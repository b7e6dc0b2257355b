extension TypeInference {
  mutating func call(
    _ expression: LuaTree.ExpressionID, of callee: LuaTree.ExpressionID,
    with arguments: [LuaTree.ExpressionID]
  ) -> ScriptType {
    if case .member(let object, let name) = tree.expressions[callee] {
      if name == "init", case .member(let own, "super") = tree.expressions[object],
        case .scriptClass(let base) = type(own)
      {
        escape(arguments)
        return .scriptInstance(base)
      }
      switch type(object) {
      case .classObject, .scriptClass, .instance, .array:
        return methodCall(expression, of: object, name, with: arguments)
      default: break
      }
    }
    switch type(callee) {
    case .unseen: return .unseen
    case .classObject(let place):
      pass(arguments, to: index.classes[place].initializer)
      return .instance(place, isExact: true)
    case .scriptClass(let base):
      escape(arguments)
      return .scriptInstance(base)
    case .structObject(let place): return .structure(place)
    case .hostFunction(let name):
      guard case .function(let signature) = index.globals[name] else { return .any }
      return results(expression, of: signature, with: arguments)
    case .moduleFunction(let place, let name):
      guard case .method(let signature) = index.modules[place].members[name] else { return .any }
      return results(expression, of: signature, with: arguments)
    case .function(let function): return results(expression, of: function, with: arguments)
    case .standard(let name): return standardCall(name, arguments)
    default:
      escape(arguments)
      return .any
    }
  }

  mutating func methodCall(
    _ expression: LuaTree.ExpressionID, of object: LuaTree.ExpressionID, _ name: String,
    with arguments: [LuaTree.ExpressionID]
  ) -> ScriptType {
    switch type(object) {
    case .unseen: return .unseen
    case .instance(let place, let isExact):
      guard case .method(let signature) = index.member(name, of: place, isExact: isExact),
        !isOpen(type(object))
      else { break }
      return results(expression, of: signature, with: arguments)
    case .scriptInstance(let place):
      guard !names.assignedMembers.contains(name),
        case .method(let signature) = index.classes[place].members[name]
      else { break }
      return results(expression, of: signature, with: arguments)
    case .classObject(let place): return classCall(expression, of: place, name, with: arguments)
    case .scriptClass(let base):
      escape(arguments)
      return name == "new" ? .scriptInstance(base) : name == "subclass" ? .scriptClass(base) : .any
    case .module, .standard:
      return .any
    case .table(let table):
      escape(arguments)
      let method = field(name, of: table)
      guard case .function(let function) = method else { return method == .unseen ? .unseen : .any }
      return results(expression, of: function, with: arguments, skipping: 1)
    case .array(let element):
      return name == "anyObject" || name == "objectAtIndex" ? element : .any
    default: break
    }
    escape(arguments)
    return .any
  }

  private mutating func classCall(
    _ expression: LuaTree.ExpressionID, of place: Int, _ name: String, with arguments: [LuaTree.ExpressionID]
  ) -> ScriptType {
    switch name {
    case "new":
      for argument in arguments {
        guard case .table(let list) = tree.expressions[argument] else { continue }
        for field in list {
          guard case .name(let key) = field.key, let host = index.fieldType(key, of: place) else { continue }
          pass(type(field.value), to: host)
        }
      }
      return .instance(place, isExact: true)
    case "subclass":
      var above: Int? = place
      while let known = above {
        if hasScriptSubclass.insert(known).inserted { changed = true }
        above = index.classes[known].base
      }
      return .scriptClass(place)
    case "is": return .boolean
    default:
      guard case .method(let signature) = index.classes[place].classMembers[name] else { return .any }
      return results(expression, of: signature, with: arguments)
    }
  }

  private mutating func results(
    _ expression: LuaTree.ExpressionID, of signature: CatalogIndex.Signature,
    with arguments: [LuaTree.ExpressionID]
  ) -> ScriptType {
    pass(arguments, to: signature)
    furtherResults[expression] = signature.results.dropFirst().map { ScriptType($0) }
    if let element = signature.element { return .iterator(ScriptType(element)) }
    return signature.results.first.map { ScriptType($0) } ?? .nil
  }

  /// - Parameter skipping: how many parameters come before the first argument: 1 for `object:method(…)`.
  private mutating func results(
    _ expression: LuaTree.ExpressionID, of function: LuaTree.FunctionID,
    with arguments: [LuaTree.ExpressionID], skipping: Int = 0
  ) -> ScriptType {
    escape(arguments)
    if roles[function] != nil {
      // A script that calls a callback itself may pass something else.
      for (variable, argument) in zip(tree.functions[function].parameters.dropFirst(skipping), arguments) {
        join(variable: variable, type(argument))
      }
    }
    if results[function].count > 1 { furtherResults[expression] = Array(results[function].dropFirst()) }
    return results[function][0]
  }

  private mutating func standardCall(_ name: String, _ arguments: [LuaTree.ExpressionID]) -> ScriptType {
    switch name {
    case "assert": return arguments.first.map { type($0) } ?? .any
    case "tostring", "type", "string.format": return .string
    case "table.insert":
      guard let list = arguments.first, case .table(let table) = type(list), arguments.count > 1 else {
        return .any
      }
      join(item: type(arguments[arguments.count - 1]), of: table)
      return .nil
    case "setmetatable", "rawset":
      if let subject = arguments.first, case .table(let table) = type(subject) {
        if dynamicTables.insert(table).inserted { changed = true }
      }
      escape(arguments)
      return .any
    case "table.move", "pcall", "xpcall":
      escape(arguments)
      return .any
    default: return .any
    }
  }

  /// Marks that other code may now store anything in these tables' sequences.
  private mutating func escape(_ arguments: [LuaTree.ExpressionID]) {
    for argument in arguments {
      if case .table(let table) = type(argument) { join(item: .any, of: table) }
    }
  }

  private mutating func pass(_ arguments: [LuaTree.ExpressionID], to signature: CatalogIndex.Signature?) {
    guard let signature else { return }
    for (argument, parameter) in zip(arguments, signature.parameters) {
      pass(type(argument), to: parameter.type)
    }
  }

  /// Infers from a value passed to the host: a function's parameter types, a table's role as a delegate.
  mutating func pass(_ type: ScriptType, to host: HostType) {
    switch (type, host) {
    case (_, .union(let types)): for one in types { pass(type, to: one) }
    case (.function(let function), .function(let parameters)):
      record(role: parameters.map { ScriptType($0) }, of: function)
    case (.table(let table), .delegate(let delegate)):
      if tableDelegates[table, default: []].insert(delegate).inserted { changed = true }
      for (name, field) in fields[table] ?? [:] {
        if case .function(let function) = field { recordDelegateFunction(name, function, of: type) }
      }
    default: break
    }
  }

  /// Types the parameters of a function by its name, if the host calls functions of that name.
  mutating func recordDelegateFunction(_ name: String, _ function: LuaTree.FunctionID, of object: ScriptType)
  {
    // A function on an object of the host's is what that object's member takes.
    if case .instance(let place, let isExact) = object {
      if case .property(let type, _)? = index.member(name, of: place, isExact: isExact) {
        pass(.function(function), to: type)
      }
      return
    }
    guard let known = index.delegatesByFunction[name] else { return }
    var serving: Set<Int> = []
    if case .table(let table) = object { serving = tableDelegates[table] ?? [] }
    let certain = known.filter(serving.contains)
    let own = explicitParameters(of: function)
    for delegate in certain.isEmpty ? known : certain {
      guard let signature = index.delegates[delegate].functions[name] else { continue }
      // A function that has the name by coincidence rarely has the same number of parameters.
      guard !certain.isEmpty || own == signature.parameters.count else { continue }
      record(role: signature.parameters.map { ScriptType($0.type) }, of: function)
    }
  }

  private func explicitParameters(of function: LuaTree.FunctionID) -> Int {
    tree.functions[function].parameters.count - (takesSelf(function) ? 1 : 0)
  }

  private func takesSelf(_ function: LuaTree.FunctionID) -> Bool {
    tree.functions[function].parameters.first.map { tree.variables[$0].name == "self" } ?? false
  }

  mutating func record(role parameters: [ScriptType], of function: LuaTree.FunctionID) {
    let given = (takesSelf(function) ? [.unseen] : []) + parameters
    var role = roles[function] ?? []
    for (place, type) in given.enumerated() {
      if place == role.count { role.append(.unseen) }
      join(&role[place], type)
    }
    roles[function] = role
    for (variable, type) in zip(tree.functions[function].parameters, role) { join(variable: variable, type) }
  }
}

extension CatalogIndex {
  /// Returns the member of a class, or, where the object may belong to a subclass, that of one below it.
  func member(_ name: String, of place: Int, isExact: Bool) -> Member? {
    if let own = classes[place].members[name] { return own }
    guard !isExact else { return nil }
    return classes[place].descendants.lazy.compactMap { self.classes[$0].members[name] }.first
  }

  /// Returns the type of a field of `Class.new{ … }`.
  func fieldType(_ name: String, of place: Int) -> HostType? {
    if let parameter = classes[place].initializer?.parameters.first(where: { $0.name == name }) {
      return parameter.type
    }
    if case .property(let type, _) = classes[place].members[name] { return type }
    return nil
  }
}
