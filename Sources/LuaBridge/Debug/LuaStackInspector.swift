internal import CLuaBridge

/// A look at values where a script stands still; see ``LuaPause/inspect(_:)``.
public final class LuaStackInspector {
  let machine: LuaMachine
  let stack: LuaStack

  init(_ machine: LuaMachine, _ stack: LuaStack) { (self.machine, self.stack) = (machine, stack) }

  /// A value with its name.
  public struct Variable {
    public let name: String
    public let value: LuaReference
    /// Its key in a table; nil for a variable of a function.
    let key: LuaReference?
  }

  // MARK: Variables

  /// The local variables of a function that code there sees, and what it got for `...`.
  public func locals(of frame: LuaFrame) -> [Variable] {
    var found = variables { lb_inspect_local(stack, frame.thread, frame.level, $0) }
    var number: Int32 = 1
    while lb_inspect_local(stack, frame.thread, frame.level, -number) != nil {
      found.append(Variable(name: "...[\(number)]", value: LuaReference(popping: stack), key: nil))
      number += 1
    }
    return found
  }

  /// The variables of outer functions that a function uses.
  public func upvalues(of frame: LuaFrame) -> [Variable] {
    variables { lb_inspect_upvalue(stack, frame.thread, frame.level, $0) }.filter { $0.name != "_ENV" }
  }

  private func variables(_ push: (Int32) -> UnsafePointer<CChar>?) -> [Variable] {
    var found: [Variable] = []
    var number: Int32 = 1
    while let name = push(number).map({ String(cString: $0) }) {
      let value = LuaReference(popping: stack)
      number += 1
      // Lua's own begin with a parenthesis.
      guard !name.hasPrefix("(") else { continue }
      // The innermost hides others of its name.
      found.removeAll { $0.name == name }
      found.append(Variable(name: name, value: value, key: nil))
    }
    return found
  }

  // MARK: Expressions

  /// The value of an expression in the place of a function, or of nil in that of the globals; nil for statements.
  ///
  /// - Parameter isExpression: whether statements are refused.
  /// - Errors: ``LuaError``.
  public func evaluate(
    _ text: String, in frame: LuaFrame?, isExpression: Bool = false
  ) throws -> LuaReference {
    if !load("return " + text) {
      let error = LuaError(popping: stack, status: LB_ERROR)
      if isExpression { throw error }
      guard load(text) else { throw LuaError(popping: stack, status: LB_ERROR) }
    }
    if let frame {
      lb_inspect_scope(stack, frame.thread, frame.level)
    } else {
      lb_inspect_scope(stack, stack, -1)
    }
    let function = LuaReference(popping: stack)
    lb_inspect_renew(stack)
    try machine.call(on: stack, results: 1) { stack in
      function.push(stack)
      return 0
    }
    return LuaReference(popping: stack)
  }

  /// What is wrong with an expression; nil if it can be evaluated.
  public func flaw(of expression: String) -> String? { LuaStackInspector.flaw(of: expression, stack) }

  /// The same, where nothing runs.
  public static func flaw(of expression: String, _ machine: LuaMachine) -> String? {
    flaw(of: expression, machine.stack)
  }

  private static func flaw(of expression: String, _ stack: LuaStack) -> String? {
    guard !load("return " + expression, stack) else {
      lb_pop(stack, 1)
      return nil
    }
    return LuaError(popping: stack, status: LB_ERROR).message
  }

  private func load(_ text: String) -> Bool { LuaStackInspector.load(text, stack) }

  private static func load(_ text: String, _ stack: LuaStack) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { lb_load(stack, $0.baseAddress, $0.count, "=(debugger)") }
    }
  }

  /// Whether a value counts as true.
  public func isTrue(_ value: LuaReference) -> Bool {
    value.push(stack)
    defer { lb_pop(stack, 1) }
    return lb_toboolean(stack, -1)
  }

  /// The message of the error that stopped the script.
  public var errorMessage: String {
    lb_inspect_error(stack)
    defer { lb_pop(stack, 1) }
    return text(at: -1, isQuoted: false)
  }

  /// A value of the host under a name.
  public func variable(_ name: String, _ value: any LuaValue) -> Variable {
    Variable(name: name, value: reference(to: value), key: nil)
  }

  private func reference(to value: any LuaValue) -> LuaReference {
    value.push(stack)
    return LuaReference(popping: stack)
  }

  // MARK: Contents

  /// The values in a table, an object or a struct, in order; empty for other values.
  public func contents(of value: LuaReference) -> [Variable] {
    value.push(stack)
    defer { lb_pop(stack, 1) }
    let index = lb_top(stack)
    switch lb_type(stack, index) {
    case LB_TABLE: return fields(index)
    case LB_USERDATA: return properties(index)
    default: return []
    }
  }

  /// Whether there is something in it.
  public func hasContents(_ value: LuaReference) -> Bool {
    value.push(stack)
    defer { lb_pop(stack, 1) }
    switch lb_type(stack, -1) {
    case LB_USERDATA: return true
    case LB_TABLE:
      let isFrozen = lb_pushreal(stack, -1)
      defer { if isFrozen { lb_pop(stack, 1) } }
      lb_pushnil(stack)
      guard lb_next(stack, -2) else { return false }
      lb_pop(stack, 2)
      return true
    default: return false
    }
  }

  /// The fields of a table: 1, 2, 3 …, other numbers, strings in byte order, then all others as they come.
  private func fields(_ index: Int32) -> [Variable] {
    let isFrozen = lb_pushreal(stack, index)
    defer { if isFrozen { lb_pop(stack, 1) } }
    let table = isFrozen ? lb_top(stack) : index
    var numbers: [(Double, Variable)] = []
    var others: [(String, Variable)] = []
    lb_pushnil(stack)
    while lb_next(stack, table) {
      let value = LuaReference(popping: stack)
      lb_pushvalue(stack, -1)
      let key = LuaReference(popping: stack)
      var number = 0.0
      if lb_tonumber(stack, -1, &number) {
        numbers.append((number, Variable(name: "[\(text(at: -1))]", value: value, key: key)))
      } else {
        let name = (try? String.read(stack, -1)) ?? "[\(text(at: -1))]"
        others.append((name, Variable(name: name, value: value, key: key)))
      }
    }
    numbers.sort { $0.0 < $1.0 }
    others.sort { Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8)) }
    return numbers.map(\.1) + others.map(\.1)
  }

  /// The properties of an object of the host in alphabetical order, then the fields that a script gave it.
  private func properties(_ index: Int32) -> [Variable] {
    var names: Set<String> = []
    if let pointer = lb_kind(stack, index), let record = machine.records[lb_class_host(pointer)] {
      names = Set(record.lineage.flatMap(\.catalog.properties).map(\.name))
    }
    var found: [Variable] = []
    for name in names.sorted() {
      // What cannot be read says why.
      _ = lb_getfield(stack, index, name)
      let value = LuaReference(popping: stack)
      found.append(Variable(name: name, value: value, key: reference(to: name)))
    }
    guard lb_inspect_fields(stack, index) else { return found }
    defer { lb_pop(stack, 1) }
    return found + fields(lb_top(stack)).filter { !names.contains($0.name) }
  }

  /// Sets a field of a table or a property of an object.
  ///
  /// - Errors: ``LuaError``.
  public func set(_ variable: Variable, of value: LuaReference, to new: LuaReference) throws {
    guard let key = variable.key else { return }
    value.push(stack)
    defer { lb_pop(stack, 1) }
    key.push(stack)
    new.push(stack)
    guard lb_settable(stack, -3) else { throw LuaError(popping: stack, status: LB_ERROR) }
  }
}
