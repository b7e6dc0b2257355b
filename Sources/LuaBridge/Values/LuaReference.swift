import CLuaBridge

/// A Lua value kept alive by the host: a function, a table, anything.
///
/// The value is released to the collector together with this object.
public final class LuaReference {
  // Weak: objects that the machine holds may hold references, and must not keep the machine alive.
  public private(set) weak var machine: LuaMachine?
  let number: Int32

  /// Pops the value on top of the stack and keeps it.
  public init(popping stack: LuaStack) {
    machine = LuaMachine.of(stack)
    number = lb_ref(stack)
  }

  deinit {
    // A machine on its way out has closed its registry with everything in it.
    if let machine { lb_unref(machine.stack, number) }
  }

  /// Pushes the value.
  public func push(_ stack: LuaStack) { _ = lb_pushref(stack, number) }
}

/// A script's function, such as a timer's or a completion handler.
public struct LuaFunction: LuaValue {
  public static var luaType: String { "function" }
  public let reference: LuaReference

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> LuaFunction {
    guard lb_type(stack, index) == LB_FUNCTION else {
      throw LuaMismatch(expected: "function", stack, index)
    }
    lb_pushvalue(stack, index)
    return LuaFunction(reference: LuaReference(popping: stack))
  }

  public func push(_ stack: LuaStack) { reference.push(stack) }

  /// Calls the function in a protected call; its results are dropped.
  ///
  /// - Errors: ``LuaError``.
  public func call(_ arguments: any LuaValue...) throws {
    guard let machine = reference.machine else { return }
    try machine.call(results: 0) { stack in
      reference.push(stack)
      for argument in arguments { argument.push(stack) }
      return Int32(arguments.count)
    }
  }
}

/// Any Lua value, passed through as it is.
public struct LuaAny: LuaValue {
  public static var luaType: String { "any" }
  public let reference: LuaReference

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> LuaAny {
    if lb_type(stack, index) == LB_NONE { lb_pushnil(stack) } else { lb_pushvalue(stack, index) }
    return LuaAny(reference: LuaReference(popping: stack))
  }

  public func push(_ stack: LuaStack) { reference.push(stack) }
}
