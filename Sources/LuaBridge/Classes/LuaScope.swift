import CLuaBridge

/// A scope in which functions and values are declared: the globals, or a module such as `geoscript`.
public final class LuaScope {
  /// The machine being configured; closures capture it unowned.
  public let machine: LuaMachine
  /// nil for the globals.
  let module: String?
  var functions: [LuaCatalog.Function] = []
  var constants: [LuaCatalog.Constant] = []
  var properties: [LuaCatalog.Property] = []
  // Modules are built as a table held here until they are published.
  let table: LuaReference?

  init(machine: LuaMachine, module: String?) {
    self.machine = machine
    self.module = module
    if module == nil {
      table = nil
    } else {
      lb_newtable(machine.stack, 0, 8)
      table = LuaReference(popping: machine.stack)
    }
  }

  /// A number that never changes.
  public func constant(_ name: String, _ value: Double, _ unit: LuaUnit, _ summary: String) {
    let isWhole = value.rounded() == value && abs(value) < 1e15
    lb_pushcount(machine.stack, value)
    define(name)
    let literal =
      isWhole
      ? String(Int64(value)) : value == .infinity ? "math.huge" : value.isNaN ? "0/0" : String(value)
    constants.append(
      LuaCatalog.Constant(name, type: "number", value: literal, unit: unit.record, summary: summary))
  }

  /// A text that never changes.
  public func constant(_ name: String, _ value: String, _ summary: String) {
    value.push(machine.stack)
    define(name)
    constants.append(
      LuaCatalog.Constant(name, type: "string", value: "\"\(value)\"", summary: summary))
  }

  /// A struct constant. Each read makes a new table, because scripts may change it. Globals only.
  public func constant<Value: LuaStruct>(_ name: String, _ value: Value, _ summary: String) {
    machine.globalValues[name] = { value.push($0) }
    constants.append(
      LuaCatalog.Constant(name, type: Value.luaType, value: "{}", summary: summary))
  }

  /// A function with a result.
  @inlinable
  public func function<each A: LuaValue, R: LuaValue>(
    _ name: String, _ parameters: [String], _ unit: LuaUnit, _ summary: String,
    _ body: @escaping (repeat each A) throws -> R
  ) {
    add(
      named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: R.luaType, unit: unit,
      summary: summary
    ) { stack in
      var last: Int32 = 0
      try body(repeat (each A).next(stack, after: &last, offset: 0)).push(stack)
      return 1
    }
  }

  @inlinable
  public func function<R: LuaValue>(
    _ name: String, _ unit: LuaUnit, _ summary: String, _ body: @escaping () throws -> R
  ) {
    function(name, [], unit, summary, body)
  }

  /// A function without a result.
  @inlinable
  public func function<each A: LuaValue>(
    _ name: String, _ parameters: [String], _ summary: String,
    _ body: @escaping (repeat each A) throws -> Void
  ) {
    add(
      named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: nil, unit: .none,
      summary: summary
    ) { stack in
      var last: Int32 = 0
      try body(repeat (each A).next(stack, after: &last, offset: 0))
      return 0
    }
  }

  @inlinable
  public func function(
    _ name: String, _ summary: String, _ body: @escaping () throws -> Void
  ) {
    function(name, [], summary, body)
  }

  /// A function that works on the stack itself and returns its number of results.
  public func rawFunction(_ function: LuaCatalog.Function, _ body: @escaping (LuaStack) throws -> Int32) {
    let kind: LuaMember.Kind = module == nil ? .function : .moduleFunction
    lb_pushfunction(machine.stack, machine.addMember(qualified(function.name), as: kind, body))
    define(function.name)
    functions.append(function)
  }

  /// A module inside this one.
  public func module(_ name: String, _ summary: String, _ declare: (LuaScope) -> Void) {
    // The catalog knows it by its qualified name.
    machine.pushModule(qualified(name), summary, declare)
    define(name)
  }

  /// A module inside this one of which each script gets its own table, so that it may write fields of it.
  ///
  /// - Parameter push: pushes a script's table; its second argument pushes a new one.
  public func openModule(
    _ name: String, _ summary: String, _ declare: (LuaScope) -> Void,
    push: @escaping (LuaStack, (LuaStack) -> Void) throws -> Void
  ) {
    guard let module else { return }
    let scope = LuaScope(machine: machine, module: qualified(name))
    declare(scope)
    machine.eagerCatalog.modules.append(
      LuaCatalog.Module(
        name: qualified(name), summary: summary, functions: scope.functions, properties: scope.properties))
    guard let made = scope.table else { return }
    machine.moduleProperties["module '\(module)'", default: [:]][name] = { stack in
      try push(stack) { stack in
        made.push(stack)
        LuaTable.pushCopy(stack, -1)
        lb_remove(stack, -2)
      }
      return 1
    }
  }

  /// A value computed at each read; modules only.
  public func property(
    _ name: String, type: String, _ unit: LuaUnit, _ summary: String,
    get: @escaping (LuaStack) throws -> Int32
  ) {
    guard let module else { return }
    machine.moduleProperties["module '\(module)'", default: [:]][name] = get
    properties.append(LuaCatalog.Property(name, type: type, unit: unit.record, summary: summary))
  }

  @usableFromInline
  func add(
    named name: String, takes parameters: [String], of types: [String], result: String?, unit: LuaUnit,
    summary: String, _ body: @escaping (LuaStack) throws -> Int32
  ) {
    rawFunction(
      LuaCatalog.Function(
        name, zip(parameters, types).map { LuaCatalog.Parameter($0, $1) }, result: result, unit: unit.record,
        summary: summary),
      body)
  }

  private func qualified(_ name: String) -> String { module.map { "\($0).\(name)" } ?? name }

  private func define(_ name: String) {
    guard let table else { return lb_setglobal(machine.pointer, name) }
    let stack = machine.stack
    table.push(stack)
    lb_insert(stack, -2)
    lb_rawsetfield(stack, -2, name)
    lb_pop(stack, 1)
  }
}

extension LuaMachine {
  /// Declares a module: a read-only table of functions and values.
  public func module(_ name: String, _ summary: String, _ declare: (LuaScope) -> Void) {
    pushModule(name, summary, declare)
    lb_setglobal(pointer, name)
  }

  fileprivate func pushModule(_ name: String, _ summary: String, _ declare: (LuaScope) -> Void) {
    let scope = LuaScope(machine: self, module: name)
    declare(scope)
    scope.table?.push(stack)
    lb_readonly(stack, "module '\(name)'")
    eagerCatalog.constants += scope.constants
    eagerCatalog.modules.append(
      LuaCatalog.Module(
        name: name, summary: summary, functions: scope.functions, properties: scope.properties))
  }

  /// Declares a struct; its global is callable with the fields in order, or with nothing for one of zeros.
  public func add<Value: LuaStruct>(_ type: Value.Type) {
    let description = Value.luaStruct
    var names = description.records.map { strdup0($0.name) }
    defer { for name in names { name?.deallocate() } }
    let kind = names.withUnsafeMutableBufferPointer { names in
      names.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
        lb_struct_new(pointer, description.name, $0.baseAddress, Int32($0.count))
      }
    }
    lb_settype(pointer, LuaMachine.key(type), Int(kind) + 1)
    let member = addMember(description.name) { stack in
      var value = Value.luaBlank
      let count = lb_top(stack)
      if let made = count == 0 ? value : try Value.luaMake(stack, count: count) {
        made.push(stack)
        return 1
      }
      // One of named values, as a table would say them.
      if count == 1, lb_type(stack, 1) == LB_TABLE, description.fields.count > 1 {
        let kind = LuaMismatch.name(stack, 1)
        do {
          try Value.read(stack, 1).push(stack)
          return 1
        } catch let mismatch as LuaMismatch where kind == "table" || kind == description.name {
          throw LuaArgumentError(number: 1, message: mismatch.message)
        }
      }
      for (number, field) in description.fields.enumerated() {
        lb_pushvalue(stack, Int32(number) + 1)
        do {
          try field.read(&value, stack, false)
        } catch let mismatch as LuaMismatch {
          throw LuaArgumentError(number: Int32(number) + 1, message: mismatch.message)
        }
        lb_pop(stack, 1)
      }
      value.push(stack)
      return 1
    }
    lb_struct_publish(pointer, kind, member)
    eagerCatalog.structs.append(
      LuaCatalog.Struct(
        name: description.name, summary: description.summary, fields: description.records))
  }

  /// Declares the fields that a protocol requires of a table or object, as ``LuaStandIn`` checks them.
  ///
  /// ```swift
  /// machine.add(
  ///   LuaCatalog.ProtocolType(
  ///     name: "MKAnnotation", summary: "A marker on a map.",
  ///     fields: [
  ///       .init("coordinate", type: "CLLocationCoordinate2D", isReadOnly: false, summary: "Where."),
  ///       .init("title", type: "string?", isReadOnly: false, summary: "The first line of its callout."),
  ///     ]))
  /// ```
  public func add(_ type: LuaCatalog.ProtocolType) { eagerCatalog.protocols.append(type) }

  /// Declares the functions that the host looks for in a delegate.
  public func add(_ delegate: LuaCatalog.Delegate) { eagerCatalog.delegates.append(delegate) }
}

/// A C string of its own; the caller deallocates it.
private func strdup0(_ text: String) -> UnsafeMutablePointer<CChar>? {
  let bytes = Array(text.utf8CString)
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  copy.initialize(from: bytes, count: bytes.count)
  return copy
}
