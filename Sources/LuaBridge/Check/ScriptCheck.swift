/// The check of one script.
struct ScriptCheck {
  let tree: LuaTree
  let index: CatalogIndex
  /// Functions that the host calls by their names; nil where it calls none.
  let hooks: HostHooks?
  let names: ScriptNames
  let inference: TypeInference
  let source: String
  var diagnostics: [LuaDiagnostic] = []

  init(_ tree: LuaTree, _ index: CatalogIndex, _ hooks: HostHooks?, source: String) {
    self.tree = tree
    self.index = index
    self.hooks = hooks
    self.source = source
    names = ScriptNames(tree)
    inference = TypeInference(tree, index, names: names)
  }

  mutating func run() {
    checkGlobals()
    // With hooks, a global that nothing has assigned is nil.
    if hooks == nil { checkGlobalOrder() } else { checkHooks() }
    checkLoops()
    guard inference.isSettled else { return }
    for (place, expression) in tree.expressions.enumerated() {
      switch expression {
      case .member(let object, let name):
        if names.targets.contains(place) {
          checkWrite(name, of: object, at: place)
        } else {
          checkRead(name, of: object, at: place)
        }
      case .call(let callee, let arguments):
        checkCall(callee, arguments, at: place)
        checkOpening(callee, arguments, at: place)
      case .methodCall(let object, let name, let arguments):
        checkMethodCall(object, name, with: arguments, at: place)
      case .table(let fields): checkDelegate(fields, table: place)
      case .index(let object, let key): checkIndex(key, of: object, at: place)
      case .unary(.not, let operand): checkCondition(operand)
      case .unary(_, let operand): checkOperand(operand)
      case .binary(.and, let left, _): checkCondition(left)
      case .binary(.or, _, _): break
      case .binary(let sign, let left, let right):
        if sign != .equal, sign != .notEqual {
          checkOperand(left)
          checkOperand(right)
        }
        checkOperator(sign, left, right, at: place)
      default: break
      }
    }
    for statement in tree.statements { checkStatement(statement) }
    for condition in tree.conditions { checkCondition(condition) }
    checkRepeatedFunctions()
    checkUnusedFunctions()
    checkServices()
    checkWatches()
    checkStarters()
    checkNeeds()
    checkRegistrations()
  }

  private mutating func checkStatement(_ statement: LuaTree.Statement) {
    switch statement {
    case .assign(let targets, let values):
      for (target, value) in zip(targets, values) {
        guard case .member(let object, let name) = tree.expressions[target] else { continue }
        checkAssigned(value, to: name, of: object)
        checkStored(value, in: object)
        checkCallable(value, called: name, of: type(object))
        if case .function = type(value) {
          checkDelegateFunction(name, of: type(object), at: tree.positions[target])
          if case .function(let function) = tree.expressions[value] { checkBody(of: function, called: name) }
        }
      }
    case .define(let target, let function, _):
      guard case .member(let object, let name) = tree.expressions[target] else { return }
      checkDelegateFunction(name, of: type(object), at: tree.positions[target])
      // One on a host object is never called at all.
      if case .instance = type(object) { return }
      checkBody(of: function, called: name)
      if name == "init", case .scriptClass = type(object) { checkInitializer(function) }
    case .genericFor(_, let values):
      if let first = values.first { checkOperand(first) }
      guard values.count == 1 else { return }
      if case .array = type(values[0]) {
        error(
          "'for … in' needs an iterator, not a sequence: write ipairs(\(text(values[0])))",
          at: tree.positions[values[0]])
      } else if case .table = tree.expressions[values[0]] {
        error(
          "'for … in' needs an iterator, not a table: write ipairs(…) or pairs(…) around it",
          at: tree.positions[values[0]])
      }
    default: break
    }
  }

  /// Warns about an `init` without `return self`, which makes calls of the class return nil.
  private mutating func checkInitializer(_ function: LuaTree.FunctionID) {
    for case .return(function, let values) in tree.statements where !values.isEmpty { return }
    warning(
      "'init' returns nothing, so no object is created: end it with 'return self'",
      at: tree.functions[function].position)
  }

  func type(_ expression: LuaTree.ExpressionID) -> ScriptType { inference.type(expression) }

  mutating func error(_ message: String, at position: LuaPosition) { report(.error, message, at: position) }

  mutating func warning(_ message: String, at position: LuaPosition) {
    report(.warning, message, at: position)
  }

  /// Warns of what concerns each line of a function.
  mutating func warning(_ message: String, about function: LuaTree.FunctionID) {
    warning(message, at: tree.functions[function].position)
    diagnostics[diagnostics.count - 1].lastLine = tree.functions[function].lastLine
  }

  private mutating func report(
    _ severity: LuaDiagnostic.Severity, _ message: String, at position: LuaPosition
  ) {
    diagnostics.append(
      LuaDiagnostic(
        severity: severity, source: source, line: position.line, column: position.column, message: message))
  }

  /// The script's text of an expression if it is short, such as `manager` or `self.manager`, else `…`.
  func text(_ expression: LuaTree.ExpressionID) -> String {
    switch tree.expressions[expression] {
    case .local(let variable): tree.variables[variable].name
    case .global(let name): name
    case .member(let object, let name):
      switch tree.expressions[object] {
      case .local(let variable): "\(tree.variables[variable].name).\(name)"
      case .global(let owner): "\(owner).\(name)"
      default: "….\(name)"
      }
    default: "…"
    }
  }
}
