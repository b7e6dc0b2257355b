extension TypeInference {
  /// Returns the type of an expression from those of its parts, which precede it.
  mutating func infer(_ expression: LuaTree.ExpressionID) -> ScriptType {
    switch tree.expressions[expression] {
    case .nil: .nil
    case .boolean: .boolean
    case .number: .number
    case .string: .string
    case .vararg: .any
    case .local(let variable): variables[variable]
    case .global(let name): global(name)
    case .member(let object, let name): member(name, of: type(object))
    case .index(let object, let key): element(of: type(object), key: type(key))
    case .call(let callee, let arguments): call(expression, of: callee, with: arguments)
    case .methodCall(let object, let name, let arguments):
      methodCall(expression, of: object, name, with: arguments)
    case .function(let function): .function(function)
    case .table(let list): table(expression, list)
    case .unary(let sign, let operand): unary(sign, type(operand))
    case .binary(.or, let left, let right) where isEmptyTable(right) && isSequence(type(left)): type(left)
    case .binary(let sign, let left, let right): binary(sign, of: type(left), and: type(right))
    case .parenthesis(let inner): type(inner)
    }
  }

  private func global(_ name: String) -> ScriptType {
    let own = names.globals.contains(name)
    switch index.globals[name] {
    case _ where own: return index.globals[name] == nil ? globals[name] ?? .unseen : .any
    case .classObject(let place): return .classObject(place)
    case .structObject(let place): return .structObject(place)
    case .function: return .hostFunction(name)
    case .constant(let type): return ScriptType(type)
    case .module(let place): return .module(place)
    case nil:
      return LuaStandard.functions.contains(name) || LuaStandard.modules[name] != nil ? .standard(name) : .any
    }
  }

  private func member(_ name: String, of object: ScriptType) -> ScriptType {
    switch object {
    case .unseen: return .unseen
    case .table(let table): return field(name, of: table)
    case .instance(let place, let isExact):
      switch index.member(name, of: place, isExact: isExact) {
      case .property(let type, _) where !isOpen(object): return ScriptType(type)
      case .method where !isOpen(object): return .method(place, name)
      default: return .any
      }
    case .classObject(let place):
      // One that begins with a capital is a class in the class: `MKDirections.Request`.
      guard case .method = index.classes[place].classMembers[name], name.first?.isLowercase == true else {
        return .any
      }
      return .method(place, name)
    case .scriptInstance(let place):
      if case .property(let type, _) = index.classes[place].members[name] { return ScriptType(type) }
      return .any
    case .structure(let place):
      if case .property(let type, _) = index.structs[place].fields[name] { return ScriptType(type) }
      return .any
    case .module(let place):
      let module = index.modules[place]
      if let inner = module.modules[name] { return .module(inner) }
      switch module.members[name] {
      case .property(let type, _): return ScriptType(type)
      case .method: return .moduleFunction(place, name)
      case nil: return .any
      }
    case .standard(let module):
      return LuaStandard.modules[module]?.contains(name) == true ? .standard("\(module).\(name)") : .any
    default: return .any
    }
  }

  /// Whether values of this catalog type may be objects of a class that the script makes.
  func isOpen(_ type: ScriptType) -> Bool {
    guard case .instance(let place, isExact: false) = type else { return false }
    return hasScriptSubclass.contains(place)
  }

  func field(_ name: String, of table: LuaTree.ExpressionID) -> ScriptType {
    if dynamicTables.contains(table) { return .any }
    let own = fields[table]?[name] ?? .unseen
    return strayFields[name].map { own.joined(with: $0) } ?? own
  }

  private func element(of object: ScriptType, key: ScriptType) -> ScriptType {
    switch object {
    case .unseen: .unseen
    case .array(let element): key == .number || key == .unseen ? element : .any
    case .table(let table) where key == .number: items[table] ?? .unseen
    default: .any
    }
  }

  private func unary(_ sign: LuaToken.Kind, _ operand: ScriptType) -> ScriptType {
    switch sign {
    case .not: .boolean
    case .length: .number
    default: operand == .number || operand == .unseen ? operand : .any
    }
  }

  private func binary(_ sign: LuaToken.Kind, of left: ScriptType, and right: ScriptType) -> ScriptType {
    switch sign {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .boolean
    case .or: left.withoutNil.joined(with: right)
    // If its left side fails, `and` yields nil or false, which carries no type.
    case .and: left == .unseen ? .unseen : right
    case .concatenate:
      left == .unseen || right == .unseen ? .unseen : isText(left) && isText(right) ? .string : .any
    default:
      left == .unseen || right == .unseen ? .unseen : left == .number && right == .number ? .number : .any
    }
  }

  /// Handles `list or {}`, the idiom for an optional list.
  private func isEmptyTable(_ expression: LuaTree.ExpressionID) -> Bool {
    if case .table(let list) = tree.expressions[expression] { list.isEmpty } else { false }
  }

  private func isSequence(_ type: ScriptType) -> Bool {
    if case .array = type { true } else { false }
  }

  private func isText(_ type: ScriptType) -> Bool { type == .string || type == .number }

  private mutating func table(_ table: LuaTree.ExpressionID, _ list: [LuaTree.Field]) -> ScriptType {
    for field in list {
      switch field.key {
      case .item: join(item: type(field.value), of: table)
      case .name(let name): join(field: name, type(field.value), of: table)
      case .computed(let key): setElement(of: .table(table), key: type(key), to: type(field.value))
      }
    }
    return .table(table)
  }

  mutating func join(item type: ScriptType, of table: LuaTree.ExpressionID) {
    var cell = items[table] ?? .unseen
    join(&cell, type)
    items[table] = cell
  }

  mutating func join(field name: String, _ type: ScriptType, of table: LuaTree.ExpressionID) {
    var cell = fields[table]?[name] ?? .unseen
    join(&cell, type)
    fields[table, default: [:]][name] = cell
    if case .function(let function) = type { recordDelegateFunction(name, function, of: .table(table)) }
  }

  mutating func setElement(of object: ScriptType, key: ScriptType, to type: ScriptType) {
    guard case .table(let table) = object, key != .unseen else { return }
    join(item: type, of: table)
    if key != .number, dynamicTables.insert(table).inserted { changed = true }
  }

  /// Lets a value flow into what an assignment names.
  mutating func assign(_ type: ScriptType, to target: LuaTree.ExpressionID) {
    switch tree.expressions[target] {
    case .local(let variable): join(variable: variable, type)
    case .global(let name):
      var cell = globals[name] ?? .unseen
      join(&cell, type)
      globals[name] = cell
    case .member(let object, let name): assign(type, toField: name, of: self.type(object))
    case .index(let object, let key):
      if case .table(let table) = self.type(object), beginsAtZero(key) { zeroBased.insert(table) }
      setElement(of: self.type(object), key: self.type(key), to: type)
    default: break
    }
  }

  /// Whether an index is 0, or the variable of a loop from 0.
  func beginsAtZero(_ key: LuaTree.ExpressionID) -> Bool {
    switch tree.expressions[key] {
    case .number(0): true
    case .local(let variable): names.countersFromZero.contains(variable)
    default: false
    }
  }

  private mutating func assign(_ type: ScriptType, toField name: String, of object: ScriptType) {
    switch object {
    case .unseen: break
    case .table(let table): join(field: name, type, of: table)
    case .instance(let place, let isExact):
      if case .property(let host, _) = index.member(name, of: place, isExact: isExact) {
        pass(type, to: host)
      }
    case .scriptInstance(let place):
      if case .property(let host, _) = index.classes[place].members[name] { pass(type, to: host) }
    default:
      var cell = strayFields[name] ?? .unseen
      join(&cell, type)
      strayFields[name] = cell
    }
    guard case .function(let function) = type else { return }
    if case .scriptClass(let base) = object, case .method(let signature) = index.classes[base].members[name] {
      record(role: signature.parameters.map { ScriptType($0.type) }, of: function)
    }
    recordDelegateFunction(name, function, of: object)
  }
}
