import CLuaBridge

/// Declares a Swift class for scripts, with one statement for each member.
///
/// The same statements produce the metatables, the stubs, the reference and the checker's data.
public final class LuaBinder<T: LuaObject> {
  /// Internal kinds of members.
  @usableFromInline enum Kind { case method, classMethod, initializer, scriptedInitializer }

  /// The machine being configured; closures capture it unowned.
  public let machine: LuaMachine
  @usableFromInline let pointer: OpaquePointer
  let record: LuaClassRecord

  init(machine: LuaMachine, record: LuaClassRecord) {
    self.machine = machine
    self.record = record
    pointer = record.pointer
  }

  /// One sentence about the class.
  public func summary(_ text: String) { record.catalog.summary = text }

  /// Says that a value of another type serves as an object of the class, too: `string` for a color.
  public func alsoReads(_ type: String) { record.catalog.alsoRead.append(type) }

  /// A property that scripts read.
  @inlinable
  public func property<Value: LuaValue>(
    _ name: String, _ unit: LuaUnit, _ summary: String, get: @escaping (T) throws -> Value
  ) {
    add(
      property: name, type: Value.luaType, unit: unit, summary: summary, getter: getter(get), setter: nil)
  }

  /// A property that scripts read and write.
  @inlinable
  public func property<Value: LuaValue>(
    _ name: String, _ unit: LuaUnit, _ summary: String,
    get: @escaping (T) throws -> Value, set: @escaping (T, Value) throws -> Void
  ) {
    add(
      property: name, type: Value.luaType, unit: unit, summary: summary, getter: getter(get),
      setter: { stack in
        let me = try luaSelf(T.self, stack)
        let value = try Value.read(stack, 2)
        try me._withUnsafeGuaranteedRef { try set($0, value) }
        return 0
      })
  }

  @inlinable
  package func getter<Value: LuaValue>(
    _ get: @escaping (T) throws -> Value
  ) -> (LuaStack) throws -> Int32 {
    { stack in
      try luaSelf(T.self, stack)._withUnsafeGuaranteedRef { try get($0) }.push(stack)
      return 1
    }
  }

  /// A property that holds a delegate: a table of functions that the host calls.
  ///
  /// The table lives as long as the object; `set` gets its handle, or nil when the delegate was removed.
  public func delegate(
    _ name: String, protocol protocolName: String, _ summary: String,
    set: @escaping (T, LuaDelegate?) throws -> Void
  ) {
    let slot = record.nextEdge()
    add(
      property: name, type: protocolName + "?", unit: .none, summary: summary,
      getter: { stack in
        _ = lb_getedge(stack, 1, slot)
        return 1
      },
      setter: { stack in
        let me = try luaSelf(T.self, stack)
        let type = lb_type(stack, 2)
        guard [LB_NIL, LB_TABLE, LB_USERDATA].contains(type) else {
          throw LuaMismatch(expected: "table of functions", stack, 2)
        }
        lb_pushvalue(stack, 2)
        lb_setedge(stack, 1, slot)
        // Borrowed as the owner's identity; the delegate handle never dereferences it.
        let owner = UnsafeRawPointer(me.toOpaque())
        let machine = LuaMachine.of(stack)
        if type == LB_TABLE { machine.running?.expectDelegate(stack, 2, of: protocolName) }
        try me._withUnsafeGuaranteedRef {
          try set(
            $0,
            type == LB_NIL ? nil : LuaDelegate(machine: machine, owner: owner, slot: slot))
        }
        return 0
      })
  }

  /// A further name of a member, such as the whole selector joined by `_`.
  public func alias(_ alias: String, of name: String) {
    lb_class_alias(pointer, alias, name)
    record.catalog.aliases[alias] = name
  }

  /// Implements an operator such as `__lt`; the operands are arguments 1 and 2.
  public func operation(_ event: String, _ body: @escaping (LuaStack) throws -> Int32) {
    let sign = LuaMachine.operators[event] ?? event
    record.operators.append(
      (
        event,
        machine.addMember("operator '\(sign)' of \(record.catalog.name)") { stack in
          guard event == "__eq" else { return try body(stack) }
          // What is of another class is not equal.
          do { return try body(stack) } catch is LuaMismatch {
            false.push(stack)
            return 1
          }
        }
      ))
  }

  /// Lets scripts subclass the class; each name is a method that they may override, numbered from 0 in this order.
  public func open(overridable names: [String] = []) {
    record.catalog.isOpen = true
    lb_class_set_open(pointer)
    record.overridable = names
    for (slot, name) in names.enumerated() { lb_class_overridable(pointer, name, Int32(slot)) }
  }

  /// Lets `Class.new(…)` take values in order, too, as some of Apple's own examples read.
  public func takesPlainNew() {
    record.catalog.takesPlainNew = true
    lb_class_set_plain_new(pointer)
  }

  /// A class that is reached through this one, too: `CLMonitor.CircularGeographicCondition`.
  public func nested<Inner: LuaObject>(_ name: String, _ type: Inner.Type, _ summary: String) {
    let stack = machine.stack
    guard machine.pushGlobal(Inner.luaType, stack) else { return }
    lb_class_nest(pointer, name)
    let inner = machine.records[LuaMachine.classRecord(of: type, stack)]
    record.catalog.classMethods.append(
      LuaCatalog.Function(
        name, inner?.catalog.initializer ?? [], result: Inner.luaType, summary: summary))
  }

  /// Tells to which object one of the class belongs, as a view to its superview: what a script has put into the one
  /// then lasts as long as the other, and no longer. Without it that lasts as long as anything in Swift references
  /// the object, or until the script instance ends if such a reference depends on the script's own.
  ///
  /// ```swift
  /// c.owner { $0.superview }
  /// ```
  public func owner(_ get: @escaping (T) -> (any LuaObject)?) {
    lb_class_set_owned(pointer)
    record.owner = { ($0 as? T).flatMap(get) }
  }

  /// Adds `willChangeValueForKey` and `didChangeValueForKey`, on objects, on tables that stand for them, and as
  /// `Class:didChangeValueForKey(object, key)` for any of them. Who observes is told through
  /// ``LuaStandIn/valueDidChange(_:)`` or ``LuaObserved``; assignments to a script's own instances tell by themselves.
  public func reportsChanges() {
    for (name, tells) in [("willChangeValueForKey", false), ("didChangeValueForKey", true)] {
      lb_class_change(pointer, name, tells)
      let summary =
        tells
        ? "Announces that a value of the object changed, so that its views update."
        : "Announces a coming change; has no effect until `didChangeValueForKey`."
      record.catalog.methods.append(LuaCatalog.Function(name, [.init("key", "string")], summary: summary))
      record.catalog.classMethods.append(
        LuaCatalog.Function(name, [.init("object", "any"), .init("key", "string")], summary: summary))
    }
  }

  @usableFromInline
  func add(
    property name: String, type: String, unit: LuaUnit, summary: String,
    getter: @escaping (LuaStack) throws -> Int32, setter: ((LuaStack) throws -> Int32)?
  ) {
    let get = machine.addMember(name, getter)
    let set = setter.map { machine.addMember(name, as: .setter, $0) }
    lb_class_property(pointer, name, get, set ?? -1)
    if let setter { record.setters.append((name, setter)) }
    record.catalog.properties.append(
      LuaCatalog.Property(name, type: type, unit: unit.record, isReadOnly: setter == nil, summary: summary))
  }

  @usableFromInline
  func add(
    _ kind: Kind, named name: String, takes parameters: [String], of types: [String], result: String?,
    unit: LuaUnit, summary: String, _ body: @escaping (LuaStack) throws -> Int32
  ) {
    let function = LuaCatalog.Function(
      name, zip(parameters, types).map { LuaCatalog.Parameter($0, $1) }, result: result, unit: unit.record,
      summary: summary)
    let member = machine.addMember(name, as: kind == .method ? .method : .function, body)
    if kind == .method {
      lb_class_method(pointer, name, member)
      record.catalog.methods.append(function)
    } else {
      lb_class_function(pointer, name, member)
      record.catalog.classMethods.append(function)
    }
  }

  @usableFromInline
  func add(
    _ kind: Kind, takes parameters: [String], of types: [String],
    _ make: @escaping (inout LuaArguments) throws -> T
  ) {
    if kind == .initializer {
      record.catalog.initializer = zip(parameters, types).map { LuaCatalog.Parameter($0, $1) }
      record.make = make
    } else {
      record.makeScripted = make
    }
  }
}
