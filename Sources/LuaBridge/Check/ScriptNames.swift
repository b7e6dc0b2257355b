/// The names that a script defines and uses, collected in one pass before the checks.
struct ScriptNames {
  /// Globals the script assigns anywhere.
  var globals: Set<String> = []
  /// Fields the script assigns or defines on anything.
  var assignedMembers: Set<String> = []
  /// Names under which the script defines functions, `function x:name()`.
  private var functions: Set<String> = []
  /// Members the script reads or calls on anything.
  var usedMembers: Set<String> = []
  /// Globals the script reads anywhere.
  private(set) var usedGlobals: Set<String> = []
  /// Expressions that are assigned to, not read.
  var targets: Set<LuaTree.ExpressionID> = []
  /// Whether fields with computed names are assigned to, which may be functions of a delegate.
  private(set) var computesFields = false
  /// Variables of numeric loops that begin at 0.
  private(set) var countersFromZero: Set<LuaTree.VariableID> = []
  /// What local variables hold that get one value and no other.
  private(set) var soleValues: [LuaTree.VariableID: LuaTree.ExpressionID] = [:]
  /// Right sides of `or`.
  var fallbacks: Set<LuaTree.ExpressionID> = []
  /// Whether globals may be defined invisibly: by a computed name in `_G`, a new `_ENV`, a metatable on
  /// either.
  var hasHiddenGlobals = false
  /// Whether other code runs in the same environment: `require` of a file, `load`.
  var runsOtherCode = false

  init(_ tree: LuaTree) {
    recordTargets(tree)
    recordExpressions(tree)
    recordVariables(tree)
  }

  func definesFunction(_ name: String) -> Bool { functions.contains(name) }

  private mutating func recordTargets(_ tree: LuaTree) {
    for statement in tree.statements {
      switch statement {
      case .assign(let list, _): for target in list { recordTarget(target, tree) }
      case .define(let target, _, _):
        recordTarget(target, tree)
        if case .member(_, let name) = tree.expressions[target] { functions.insert(name) }
      default: break
      }
    }
  }

  private mutating func recordTarget(_ target: LuaTree.ExpressionID, _ tree: LuaTree) {
    targets.insert(target)
    switch tree.expressions[target] {
    case .global("_ENV"): hasHiddenGlobals = true
    case .global(let name): globals.insert(name)
    case .member(let object, let name):
      assignedMembers.insert(name)
      if isEnvironment(object, tree) { globals.insert(name) }
    case .index(let object, let key):
      if isEnvironment(object, tree) { hasHiddenGlobals = true }
      if case .number = tree.expressions[key] { return }
      computesFields = true
    default: break
    }
  }

  private func isEnvironment(_ expression: LuaTree.ExpressionID, _ tree: LuaTree) -> Bool {
    guard case .global(let name) = tree.expressions[expression] else { return false }
    return name == "_G" || name == "_ENV"
  }

  private mutating func recordVariables(_ tree: LuaTree) {
    var changed: Set<LuaTree.VariableID> = []
    for statement in tree.statements {
      switch statement {
      case .local(let variables, let values):
        for (variable, value) in zip(variables, values) { soleValues[variable] = value }
      case .assign(let targets, _):
        for target in targets {
          if case .local(let variable) = tree.expressions[target] { changed.insert(variable) }
        }
      case .define(let target, _, _):
        if case .local(let variable) = tree.expressions[target] { changed.insert(variable) }
      case .numericFor(let variable, let first):
        if case .number(0) = tree.expressions[first] { countersFromZero.insert(variable) }
      default: break
      }
    }
    for variable in changed {
      soleValues[variable] = nil
      countersFromZero.remove(variable)
    }
  }

  private mutating func recordExpressions(_ tree: LuaTree) {
    // Every use of `_G` must be understood, else other code may have it.
    var mentions = 0
    var understood = 0
    for (place, expression) in tree.expressions.enumerated() {
      switch expression {
      case .global(let name):
        if !targets.contains(place) { usedGlobals.insert(name) }
        if isEnvironment(place, tree) { mentions += 1 }
      case .member(let object, let name):
        if !targets.contains(place) { usedMembers.insert(name) }
        if isEnvironment(object, tree) { understood += 1 }
      case .index(let object, _):
        if isEnvironment(object, tree) { understood += 1 }
      case .methodCall(_, let name, _):
        usedMembers.insert(name)
      case .binary(.or, _, let right):
        fallbacks.insert(right)
      case .table(let fields):
        for field in fields { if case .name(let name) = field.key { assignedMembers.insert(name) } }
      case .call(let callee, let arguments):
        guard case .global(let name) = tree.expressions[callee] else { break }
        understood += recordCall(name, arguments, in: tree)
      default: break
      }
    }
    if understood < mentions { hasHiddenGlobals = true }
  }

  /// Returns how many mentions of the environment the call explains.
  private mutating func recordCall(_ name: String, _ arguments: [LuaTree.ExpressionID], in tree: LuaTree)
    -> Int
  {
    switch name {
    case "require":
      if let first = arguments.first, case .string("CoreLocation") = tree.expressions[first] { return 0 }
      if let first = arguments.first, case .string("MapKit") = tree.expressions[first] { return 0 }
      runsOtherCode = true
    case "load":
      runsOtherCode = true
    case "rawset":
      guard arguments.count > 1, isEnvironment(arguments[0], tree),
        case .string(let key) = tree.expressions[arguments[1]]
      else { return 0 }
      globals.insert(key)
      return 1
    case "pairs", "next", "rawget":
      return arguments.first.map { isEnvironment($0, tree) } == true ? 1 : 0
    default: break
    }
    return 0
  }
}
