/// Calls of a script that write values of certain kinds, such as positions.
public struct WrittenValues: Sendable {
  /// The members that have such a value.
  public var members: Set<String>
  /// The members of such a value that say nothing of it.
  public var harmless: Set<String>
  /// Functions that get such values: the place of the parameter, counted from 0 without `self`.
  public var parameters: [String: Int]
  /// Functions that write, such as `print` and `io.write`.
  public var writers: Set<String>

  public init(
    members: Set<String>, harmless: Set<String>, parameters: [String: Int], writers: Set<String>
  ) {
    (self.members, self.harmless, self.parameters, self.writers) = (members, harmless, parameters, writers)
  }

  /// A call that writes, and where it stands.
  public struct Call: Sendable {
    public let writer: String
    public let line: Int
    public let column: Int
  }

  /// The calls with such a value among their arguments; none in a text that is not Lua.
  public func calls(in script: String) -> [Call] {
    guard let tree = try? LuaParser.parse(script) else { return [] }
    var variables = given(in: tree)
    var holders: Set<LuaTree.ExpressionID> = []
    // A variable may get its value from one that is assigned later in the text.
    for _ in 0..<4 {
      let known = variables.count
      holders = self.holders(in: tree, variables)
      for statement in tree.statements { spread(statement, in: tree, holders, to: &variables) }
      if variables.count == known { break }
    }
    return tree.expressions.enumerated().compactMap { place, expression in
      guard case .call(let callee, let arguments) = expression, let writer = tree.path(of: callee),
        writers.contains(writer), arguments.contains(where: holders.contains)
      else { return nil }
      let position = tree.positions[callee]
      return Call(writer: writer, line: position.line, column: position.column)
    }
  }

  /// The parameters that get such values.
  private func given(in tree: LuaTree) -> Set<LuaTree.VariableID> {
    var found: Set<LuaTree.VariableID> = []
    func add(_ name: String, _ function: LuaTree.FunctionID, skipping first: Int = 0) {
      guard let place = parameters[name] else { return }
      let list = tree.functions[function].parameters
      if list.indices.contains(place + first) { found.insert(list[place + first]) }
    }
    for case .table(let fields) in tree.expressions {
      for field in fields {
        if case .name(let name) = field.key, case .function(let function) = tree.expressions[field.value] {
          add(name, function)
        }
      }
    }
    for case .define(let target, let function, let isMethod) in tree.statements {
      if case .member(_, let name) = tree.expressions[target] {
        add(name, function, skipping: isMethod ? 1 : 0)
      }
    }
    return found
  }

  /// The expressions that have such a value, whole or in part.
  private func holders(
    in tree: LuaTree, _ variables: Set<LuaTree.VariableID>
  ) -> Set<LuaTree.ExpressionID> {
    var found: Set<LuaTree.ExpressionID> = []
    for (place, expression) in tree.expressions.enumerated() where holds(expression, found, variables) {
      found.insert(place)
    }
    return found
  }

  private func holds(
    _ expression: LuaTree.Expression, _ found: Set<LuaTree.ExpressionID>, _ variables: Set<LuaTree.VariableID>
  ) -> Bool {
    switch expression {
    case .local(let variable): variables.contains(variable)
    case .member(let object, let name):
      members.contains(name) || (found.contains(object) && !harmless.contains(name))
    case .index(let object, _): found.contains(object)
    case .call(_, let arguments): arguments.contains(where: found.contains)
    case .methodCall(let object, let name, let arguments):
      !harmless.contains(name) && (found.contains(object) || arguments.contains(where: found.contains))
    case .table(let fields): fields.contains { found.contains($0.value) }
    case .binary(let operation, let one, let other):
      WrittenValues.passesOn(operation) && (found.contains(one) || found.contains(other))
    case .unary(let operation, let inner): operation == .minus && found.contains(inner)
    case .parenthesis(let inner): found.contains(inner)
    default: false
    }
  }

  /// Whether the result of an operator says something of its operands: a comparison or a length does not.
  private static func passesOn(_ operation: LuaToken.Kind) -> Bool {
    switch operation {
    case .plus, .minus, .times, .divide, .floorDivide, .modulo, .concatenate, .and, .or: true
    default: false
    }
  }

  /// Adds the variables that a statement gives such a value.
  private func spread(
    _ statement: LuaTree.Statement, in tree: LuaTree, _ holders: Set<LuaTree.ExpressionID>,
    to variables: inout Set<LuaTree.VariableID>
  ) {
    switch statement {
    case .local(let names, let values):
      for (name, value) in zip(names, values) where holders.contains(value) { variables.insert(name) }
    case .assign(let targets, let values):
      for (target, value) in zip(targets, values) where holders.contains(value) {
        if case .local(let name) = tree.expressions[target] { variables.insert(name) }
      }
    case .genericFor(let names, let values):
      // The first is the key.
      if values.contains(where: holders.contains) { variables.formUnion(names.dropFirst()) }
    default: break
    }
  }
}

extension LuaTree {
  /// The name of a global function, or of one in a global table: `print`, `io.write`.
  fileprivate func path(of callee: ExpressionID) -> String? {
    switch expressions[callee] {
    case .global(let name): return name
    case .member(let object, let name):
      guard case .global(let table) = expressions[object] else { return nil }
      return "\(table).\(name)"
    default: return nil
    }
  }
}
