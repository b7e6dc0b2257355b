import CLuaBridge

/// The Swift object for a script's table, or for an instance of its class, that stands for a protocol.
///
/// One value has one such object for each subclass that is asked for, as long as that lives; the object keeps the
/// value alive until its script instance ends. A subclass is what the host's protocol needs, and reads the fields:
///
/// ```swift
/// final class ScriptedAnnotation: LuaStandIn, MKAnnotation {
///   override class var luaName: String { "MKAnnotation" }
///   override class var requiredFields: [String] { ["coordinate"] }
///   var title: String? { try? field("title", as: String?.self) }
///   override func valueDidChange(_ name: String) { if name == "coordinate" { … } }
/// }
/// let annotation = try machine.standIn(stack, index, as: ScriptedAnnotation.self)
/// ```
open class LuaStandIn {
  /// The parts of a stand-in; only ``LuaMachine/standIn(_:_:as:)`` creates one.
  public struct Value {
    let standIns: LuaStandIns
    let pointer: UnsafeRawPointer
    let reference: Int32
  }

  /// The protocol's name in messages.
  open class var luaName: String { "object" }
  /// The fields that a value must have.
  open class var requiredFields: [String] { [] }

  let value: Value
  /// The stand-in of another subclass for the same value; each unlinks itself in its deinit.
  @exclusivity(unchecked) var next: Unmanaged<LuaStandIn>?

  public required init(_ value: Value) { self.value = value }

  deinit { value.standIns.remove(self) }

  /// Called when the script stored a field of its class's instance, or announced that one changed.
  ///
  /// - Errors: pass to the script's assignment.
  open func valueDidChange(_ name: String) throws {}

  /// Pushes the script's own value; nil once its script instance has ended.
  public func push(_ stack: LuaStack) {
    if value.standIns.machine == nil { lb_pushnil(stack) } else { _ = lb_pushref(stack, value.reference) }
  }

  /// Reads a field, through metatables and getters.
  ///
  /// - Errors: ``LuaMismatch`` when it is of the wrong kind or the script has ended; ``LuaError`` of a getter.
  public func field<Field: LuaValue>(_ name: String, as type: Field.Type = Field.self) throws -> Field {
    let stack = try push(field: name)
    defer { lb_pop(stack, 1) }
    do { return try Field.read(stack, -1) } catch let mismatch as LuaMismatch {
      throw LuaMismatch("field '\(name)' of \(Self.luaName): \(mismatch.message)")
    }
  }

  /// Whether a field exists; false if its getter fails.
  public func hasField(_ name: String) -> Bool { kind(of: name) > LB_NIL }

  /// Whether a field is a function.
  public func hasMethod(_ name: String) -> Bool { kind(of: name) == LB_FUNCTION }

  /// Stores a field as a script's assignment would, through its setters and metatables.
  ///
  /// - Errors: ``LuaError`` of a setter; ``LuaMismatch`` once the script has ended.
  public func set(_ name: String, _ field: some LuaValue) throws {
    let stack = try living(name)
    push(stack)
    name.push(stack)
    field.push(stack)
    guard lb_settable(stack, -3) else {
      lb_remove(stack, -2)
      throw LuaError(popping: stack, status: LB_ERROR)
    }
    lb_pop(stack, 1)
  }

  /// Calls `value:name(…)` and reads its result.
  ///
  /// - Errors: ``LuaError``; ``LuaMismatch`` when the result is of the wrong kind or the script has ended.
  public func callMethod<Result: LuaValue>(
    _ name: String, _ arguments: any LuaValue..., returning: Result.Type
  ) throws -> Result {
    let stack = try call(name, arguments, results: 1)
    defer { lb_pop(stack, 1) }
    do { return try Result.read(stack, -1) } catch let mismatch as LuaMismatch {
      throw LuaMismatch("result of '\(name)' of \(Self.luaName): \(mismatch.message)")
    }
  }

  /// Calls `value:name(…)` and drops its results.
  ///
  /// - Errors: ``LuaError``; ``LuaMismatch`` once the script has ended.
  public func callMethod(_ name: String, _ arguments: any LuaValue...) throws {
    _ = try call(name, arguments, results: 0)
  }

  /// The machine of the value; nil once its script instance has ended.
  public var machine: LuaMachine? { value.standIns.machine }

  /// Whether the value is a table, not an instance of a class.
  public var isTable: Bool {
    guard let stack = value.standIns.machine?.stack, lb_checkstack(stack, 4) else { return false }
    push(stack)
    defer { lb_pop(stack, 1) }
    return lb_type(stack, -1) == LB_TABLE
  }

  /// The name of the class that the value is an instance of; nil for a table, or once the script has ended.
  public var className: String? {
    guard let stack = value.standIns.machine?.stack, lb_checkstack(stack, 4) else { return nil }
    push(stack)
    defer { lb_pop(stack, 1) }
    guard lb_type(stack, -1) != LB_TABLE, let cls = lb_kind(stack, -1) else { return nil }
    return String(cString: lb_class_name(cls))
  }

  /// Whether the value is an instance of a class, or a table with its methods.
  public func isKind(of type: any LuaObject.Type) -> Bool {
    guard let stack = value.standIns.machine?.stack, lb_checkstack(stack, 4) else { return false }
    push(stack)
    defer { lb_pop(stack, 1) }
    guard let cls = lb_kind(stack, -1) else { return false }
    return lb_class_is(cls, LuaMachine.classRecord(of: type, stack))
  }

  private func call(_ name: String, _ arguments: [any LuaValue], results: Int32) throws -> LuaStack {
    let stack = try push(field: name)
    lb_pushhandler(stack)
    lb_insert(stack, -2)
    push(stack)
    for argument in arguments { argument.push(stack) }
    let status = lb_pcall(stack, Int32(arguments.count) + 1, results)
    if status != LB_OK { throw LuaError(popping: stack, status: status) }
    return stack
  }

  private func kind(of name: String) -> Int32 {
    guard let stack = try? push(field: name) else { return LB_NONE }
    defer { lb_pop(stack, 1) }
    return lb_type(stack, -1)
  }

  private func push(field name: String) throws -> LuaStack {
    let stack = try living(name)
    var name = name
    let kind = name.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        lb_getreffield(stack, value.reference, $0.baseAddress, $0.count)
      }
    }
    if kind == LB_NONE { throw LuaError(popping: stack, status: LB_ERROR) }
    return stack
  }

  private func living(_ name: String) throws -> LuaStack {
    guard let stack = value.standIns.machine?.stack, lb_checkstack(stack, 16) else {
      throw LuaMismatch("field '\(name)' of \(Self.luaName): its script has ended")
    }
    return stack
  }
}
