/// Infers the types that a script's names can have, from all assignments in any order.
///
/// - Shape: every cell (variable, field, result) joins what flows into it until nothing changes. Two rounds: the
///   first, with parameters left open, finds which functions the host will call; the second takes their parameters'
///   types from the catalog and every other parameter as unknown.
struct TypeInference {
  let tree: LuaTree
  let index: CatalogIndex
  let names: ScriptNames

  private(set) var types: [ScriptType] = []
  /// Results of a call beyond its first.
  var furtherResults: [LuaTree.ExpressionID: [ScriptType]] = [:]
  var variables: [ScriptType] = []
  var globals: [String: ScriptType] = [:]
  var fields: [LuaTree.ExpressionID: [String: ScriptType]] = [:]
  var items: [LuaTree.ExpressionID: ScriptType] = [:]
  /// Tables that get fields by computed names.
  var dynamicTables: Set<LuaTree.ExpressionID> = []
  /// Tables that get an element 0.
  var zeroBased: Set<LuaTree.ExpressionID> = []
  /// Types assigned to fields of unknown objects, which may be any table.
  var strayFields: [String: ScriptType] = [:]
  var results: [[ScriptType]] = []
  /// The delegates that a table serves as.
  var tableDelegates: [LuaTree.ExpressionID: Set<Int>] = [:]
  /// Parameter types of functions that the host calls.
  var roles: [LuaTree.FunctionID: [ScriptType]] = [:]
  /// Whether a script makes a subclass of this host class or one below it.
  var hasScriptSubclass: Set<Int> = []
  var changed = false
  /// After this many rounds, a cell that still changes becomes unknown, so that the rounds end.
  private var isWidening = false
  /// False when even that did not converge; then no type can be trusted.
  private(set) var isSettled = true

  private static let patientPasses = 12
  private static let mostPasses = 60

  init(_ tree: LuaTree, _ index: CatalogIndex, names: ScriptNames) {
    self.tree = tree
    self.index = index
    self.names = names
    reset()
    inferToFixpoint()
    let found = roles
    reset()
    roles = found
    for (function, declaration) in tree.functions.enumerated() {
      for (place, variable) in declaration.parameters.enumerated() {
        let role = found[function].flatMap { place < $0.count ? $0[place] : nil }
        // The `self` that a colon implies stands where the function does; the definition gives its type.
        let isSelf = place == 0 && tree.variables[variable].position == declaration.position
        if let role, role != .unseen {
          variables[variable] = role
        } else if !isSelf {
          variables[variable] = .any
        }
      }
    }
    inferToFixpoint()
  }

  private mutating func reset() {
    types = [ScriptType](repeating: .unseen, count: tree.expressions.count)
    variables = [ScriptType](repeating: .unseen, count: tree.variables.count)
    results = [[ScriptType]](repeating: [.nil], count: tree.functions.count)
    for case .return(let function, let values) in tree.statements where !values.isEmpty {
      results[function] = [.unseen]
    }
    (furtherResults, globals, fields, items, strayFields) = ([:], [:], [:], [:], [:])
    (tableDelegates, dynamicTables, hasScriptSubclass) = ([:], [], [])
    isWidening = false
  }

  private mutating func inferToFixpoint() {
    for pass in 0..<Self.mostPasses {
      changed = false
      isWidening = pass >= Self.patientPasses
      for expression in tree.expressions.indices {
        let type = infer(expression)
        if type != types[expression] {
          types[expression] = type
          changed = true
        }
      }
      for statement in tree.statements { flow(statement) }
      if !changed { return }
    }
    isSettled = false
  }

  func type(_ expression: LuaTree.ExpressionID) -> ScriptType { types[expression] }

  mutating func join(_ cell: inout ScriptType, _ type: ScriptType) {
    let joined = cell.joined(with: type)
    guard joined != cell else { return }
    cell = isWidening ? .any : joined
    changed = true
  }

  // MARK: Statements

  private mutating func flow(_ statement: LuaTree.Statement) {
    switch statement {
    case .local(let variables, let values):
      for (place, variable) in variables.enumerated() { join(variable: variable, value(place, of: values)) }
    case .assign(let targets, let values):
      for (place, target) in targets.enumerated() {
        assign(value(place, of: values), to: target)
      }
    case .define(let target, let function, let isMethod):
      if isMethod, case .member(let object, _) = tree.expressions[target] {
        join(variable: tree.functions[function].parameters[0], instance(of: types[object]))
      }
      assign(.function(function), to: target)
    case .call: break
    case .numericFor(let variable, _): join(variable: variable, .number)
    case .genericFor(let variables, let values): iterate(variables, values)
    case .return(let function, let values):
      for place in 0..<max(values.count, results[function].count) {
        if place == results[function].count { results[function].append(.unseen) }
        var cell = results[function][place]
        join(&cell, value(place, of: values))
        results[function][place] = cell
      }
    }
  }

  /// What `self` is in a method of that object.
  private func instance(of object: ScriptType) -> ScriptType {
    switch object {
    case .scriptClass(let base): .scriptInstance(base)
    case .table, .unseen: object
    default: .any
    }
  }

  /// Returns the value that position `place` of a list of expressions yields.
  func value(_ place: Int, of list: [LuaTree.ExpressionID]) -> ScriptType {
    guard let last = list.last else { return .nil }
    if place < list.count - 1 { return types[list[place]] }
    let further = place - (list.count - 1)
    if further == 0 { return types[last] }
    switch tree.expressions[last] {
    case .call, .methodCall:
      guard let rest = furtherResults[last] else { return types[last] == .unseen ? .unseen : .any }
      return further <= rest.count ? rest[further - 1] : .nil
    case .vararg: return .any
    default: return .nil
    }
  }

  mutating func join(variable: LuaTree.VariableID, _ type: ScriptType) {
    var cell = variables[variable]
    join(&cell, type)
    variables[variable] = cell
  }

  private mutating func iterate(_ variables: [LuaTree.VariableID], _ values: [LuaTree.ExpressionID]) {
    var kinds: [ScriptType] = []
    if let first = values.first, types[first] == .unseen { return }
    if let first = values.first, case .iterator(let element) = types[first] {
      kinds = [element]
    } else if let first = values.first, case .call(let callee, let arguments) = tree.expressions[first],
      let subject = arguments.first, case .standard(let name) = types[callee]
    {
      let key: ScriptType = name == "ipairs" ? .number : .any
      switch types[subject] {
      case .array(let element) where name == "ipairs" || name == "pairs": kinds = [key, element]
      case .table(let table) where name == "ipairs": kinds = [key, items[table] ?? .unseen]
      case .unseen: return
      default: break
      }
    }
    for (place, variable) in variables.enumerated() {
      join(variable: variable, place < kinds.count ? kinds[place] : .any)
    }
  }
}
