import CLuaBridge

/// What objects of a class call on values of a script's: a target and the name of its method.
///
/// The targets lie with the object's userdata, so that Lua's collector sees circles; the host keeps numbers only.
public final class LuaTargets {
  private let slot: Int32
  private var count: Int64 = 0

  init(slot: Int32) { self.slot = slot }

  /// Keeps a target with `object`, and returns the number to call it by.
  public func add(_ target: LuaAny, to object: any LuaObject) -> Int64 {
    count += 1
    guard let stack = target.reference.machine?.stack else { return count }
    object.push(stack)
    if lb_getedge(stack, -1, slot) != LB_TABLE {
      lb_pop(stack, 1)
      lb_newtable(stack, 0, 1)
      lb_pushvalue(stack, -1)
      lb_setedge(stack, -3, slot)
    }
    target.push(stack)
    lb_rawseti(stack, -2, count)
    lb_pop(stack, 2)
    return count
  }

  /// Forgets a target of `object`.
  public func remove(_ number: Int64, of object: any LuaObject, _ machine: LuaMachine) {
    let stack = machine.stack
    object.push(stack)
    if lb_getedge(stack, -1, slot) == LB_TABLE {
      lb_pushnil(stack)
      lb_rawseti(stack, -2, number)
    }
    lb_pop(stack, 2)
  }

  /// Calls the method `name` of a target of `object`; false when the target has none.
  ///
  /// - Errors: ``LuaError``.
  public func call(
    _ number: Int64, of object: any LuaObject, _ machine: LuaMachine, _ name: String,
    _ arguments: any LuaValue...
  ) throws -> Bool {
    let stack = machine.stack
    object.push(stack)
    if lb_getedge(stack, -1, slot) == LB_TABLE {
      _ = lb_rawgeti(stack, -1, number)
    } else {
      lb_pushnil(stack)
    }
    let target = LuaReference(popping: stack)
    lb_pop(stack, 2)
    return try machine.callMethod(name, arguments) { target.push($0) }
  }
}

extension LuaBinder {
  /// Gives the objects of the class targets, see ``LuaTargets``.
  public func targets() -> LuaTargets { LuaTargets(slot: record.nextEdge()) }
}

extension LuaAny {
  /// What tells a table or an object from all others alive; nil for other values.
  public var identity: UInt? {
    guard let stack = reference.machine?.stack else { return nil }
    push(stack)
    defer { lb_pop(stack, 1) }
    let isOne = lb_type(stack, -1) == LB_TABLE || lb_type(stack, -1) == LB_USERDATA
    return isOne ? UInt(bitPattern: lb_topointer(stack, -1)) : nil
  }

  public var isNil: Bool {
    guard let stack = reference.machine?.stack else { return true }
    push(stack)
    defer { lb_pop(stack, 1) }
    return lb_type(stack, -1) == LB_NIL
  }
}

extension LuaMachine {
  /// Calls the method `name` of the value that `push` pushes, with it and `arguments`; false when it has none.
  ///
  /// - Errors: ``LuaError``.
  public func callMethod(
    _ name: String, _ arguments: [any LuaValue], of push: (LuaStack) -> Void
  ) throws -> Bool {
    let stack = stack
    push(stack)
    // What cannot be asked for it, such as an object of a host class without it, has none.
    let isThere = lb_getfield(stack, -1, name) && lb_type(stack, -1) == LB_FUNCTION
    let method = LuaReference(popping: stack)
    lb_pop(stack, 1)
    guard isThere else { return false }
    try call(results: 0) { stack in
      method.push(stack)
      push(stack)
      for argument in arguments { argument.push(stack) }
      return Int32(arguments.count + 1)
    }
    return true
  }
}
