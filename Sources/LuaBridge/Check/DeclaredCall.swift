/// A call with a literal table that a script makes in its first statement, read without running the script.
public struct DeclaredCall: Sendable {
  public struct Field: Sendable {
    public let name: String
    /// Nil for anything but a quoted string.
    public let text: String?
    /// Counted from 1.
    public let line: Int
    /// Counted from 1, in bytes.
    public let column: Int
  }

  /// The fields of the table; nil if the script never calls the function.
  public private(set) var fields: [Field]?
  /// Why the call cannot be read before the script runs.
  public private(set) var fault: LuaDiagnostic?

  /// Reads the call `module.function{ … }` of a script; finds none in a text that is not Lua.
  ///
  /// - Parameter source: the script's name in messages.
  public init(
    of module: String, _ function: String, example: String, in script: String, called source: String
  ) {
    guard script.contains(function), let tree = try? LuaParser.parse(script) else { return }
    for (place, expression) in tree.expressions.enumerated() {
      guard case .member(let object, function) = expression, case .global(module) = tree.expressions[object]
      else { continue }
      let reason = fields == nil ? read(place, in: tree) : "call it once"
      guard let reason else { continue }
      let position = tree.positions[object]
      fault = LuaDiagnostic(
        severity: .error, source: source, line: position.line, column: position.column,
        message: "\(module).\(function) is read before the script runs: \(reason) (write \(example))")
      return
    }
  }

  /// Reads the call of the function that expression `place` names; returns why it cannot be read.
  private mutating func read(_ place: LuaTree.ExpressionID, in tree: LuaTree) -> String? {
    guard let call = tree.firstCall, case .call(place, let arguments) = tree.expressions[call] else {
      return "it must be the first statement"
    }
    guard arguments.count == 1, case .table(let written) = tree.expressions[arguments[0]] else {
      return "it takes a literal table"
    }
    var found: [Field] = []
    for field in written {
      guard case .name(let name) = field.key else { return "it takes a literal table" }
      var text: String?
      if case .string(let value) = tree.expressions[field.value] { text = value }
      found.append(Field(name: name, text: text, line: field.position.line, column: field.position.column))
    }
    fields = found
    return nil
  }
}

extension LuaTree {
  /// The call that the script's first statement consists of, or that it gives a name.
  fileprivate var firstCall: ExpressionID? {
    let call: ExpressionID
    switch statements.first {
    case .local(_, let values) where values.count == 1: call = values[0]
    case .assign(let targets, let values) where targets.count == 1 && values.count == 1: call = values[0]
    case .call(let made): call = made
    default: return nil
    }
    // In a block, or after the condition of one, it is not what runs first.
    guard case .call(let callee, _) = expressions[call], case .member(let object, _) = expressions[callee],
      homes[callee] == 0, object == 0 || (object == 1 && isGlobalTarget(0))
    else { return nil }
    return call
  }

  private func isGlobalTarget(_ expression: ExpressionID) -> Bool {
    guard case .assign(let targets, _)? = statements.first else { return false }
    return targets == [expression]
  }
}
