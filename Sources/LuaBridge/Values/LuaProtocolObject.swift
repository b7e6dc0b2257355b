import CLuaBridge

/// A protocol of Apple's, such as `MKAnnotation`: any table or object with certain fields serves.
public protocol LuaProtocol {
  /// What scripts and stubs call it.
  static var luaName: String { get }
  /// The fields that must be there.
  static var luaRequired: [String] { get }
}

/// A table or object of a script's that stands for a protocol; the script gets the same one back.
///
/// A plain table without a metatable answers the methods of `NSObject` from then on. Like every ``LuaReference``
/// this keeps the value alive: hold it for the length of a call, and put what lasts into an edge of its owner.
public struct LuaProtocolObject<Conformance: LuaProtocol>: LuaValue {
  public static var luaType: String { Conformance.luaName }
  public let reference: LuaReference

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> LuaProtocolObject {
    let index = lb_absindex(stack, index)
    let isTable = lb_type(stack, index) == LB_TABLE && lb_toclass(stack, index) == nil
    guard isTable || lb_type(stack, index) == LB_USERDATA else {
      throw LuaMismatch(expected: luaType, stack, index)
    }
    for field in Conformance.luaRequired {
      guard lb_getfield(stack, index, field) else { throw LuaError(popping: stack, status: LB_ERROR) }
      let isThere = lb_type(stack, -1) != LB_NIL
      lb_pop(stack, 1)
      if !isThere { throw LuaMismatch("\(luaType) expected, field '\(field)' is missing") }
    }
    if isTable, let base = LuaMachine.of(stack).tableClass { lb_conform(stack, index, base) }
    lb_pushvalue(stack, index)
    return LuaProtocolObject(reference: LuaReference(popping: stack))
  }

  public func push(_ stack: LuaStack) { reference.push(stack) }

  /// Reads a field, through metatables and getters.
  ///
  /// - Errors: ``LuaMismatch`` when it is of the wrong kind; ``LuaError`` of a getter.
  public func field<Value: LuaValue>(_ name: String, as type: Value.Type) throws -> Value {
    guard let stack = reference.machine?.stack else { return try missing(name) }
    reference.push(stack)
    guard lb_getfield(stack, -1, name) else {
      lb_remove(stack, -2)
      throw LuaError(popping: stack, status: LB_ERROR)
    }
    defer { lb_pop(stack, 2) }
    do { return try Value.read(stack, -1) } catch let mismatch as LuaMismatch {
      throw LuaMismatch("field '\(name)' of \(Self.luaType): \(mismatch.message)")
    }
  }

  private func missing<Value>(_ name: String) throws -> Value {
    throw LuaMismatch("field '\(name)' of \(Self.luaType): its script has ended")
  }
}
