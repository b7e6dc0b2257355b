import CLuaBridge

/// The target of an action: a table or object of a script's whose method is called.
///
/// As an argument of a method it is kept by the object that the method is called on, so that cycles between the two
/// are collected. Like a delegate's handle, this keeps neither alive.
///
/// ```swift
/// c.method("addTarget", ["target", "action", "events"], "…") {
///   (me: UIControl, target: LuaTarget?, action: String?, events: Int) in
///   guard let target, let action else { return }
///   me.addTarget(target.identity, action: action, for: …) { sender, event in
///     try target.call(action, sender, event)
///   }
/// }
/// ```
public struct LuaTarget: LuaValue {
  public static var luaType: String { "table?" }
  // The host holds the machine for as long as it calls targets.
  private let machine: Unmanaged<LuaMachine>
  private let owner: UnsafeRawPointer
  private let target: UnsafeRawPointer

  /// Identifies the target, whichever object keeps it.
  public var identity: ObjectIdentifier {
    // An identifier is an address, and is compared only.
    unsafeBitCast(target, to: ObjectIdentifier.self)
  }

  /// Reads a target; the object at index 1 keeps it from now on.
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> LuaTarget {
    var cls: OpaquePointer?
    var isExpired = false
    guard let owner = lb_anyobject(stack, 1, &cls, &isExpired) else { throw LuaMachine.expired(stack, 1) }
    let type = lb_type(stack, index)
    guard type == LB_TABLE || type == LB_USERDATA, let target = lb_topointer(stack, index) else {
      throw LuaMismatch(expected: "table or object", stack, index)
    }
    lb_addedge(stack, 1, index)
    return LuaTarget(
      machine: Unmanaged.passUnretained(LuaMachine.of(stack)), owner: UnsafeRawPointer(owner), target: target)
  }

  public func push(_ stack: LuaStack) {
    if !lb_pushedge(stack, owner, target) { lb_pushnil(stack) }
  }

  /// Releases the target from its owner.
  public func forget() { lb_removeedge(machine.takeUnretainedValue().stack, owner, target) }

  /// Calls `target:method(…)`; nothing when the target has gone.
  ///
  /// - Errors: ``LuaError``, also when there is no such method.
  public func call(_ method: String, _ arguments: any LuaValue...) throws {
    let stack = machine.takeUnretainedValue().stack
    guard lb_checkstack(stack, 16) else { throw LuaError(message: "stack overflow") }
    lb_pushhandler(stack)
    guard lb_pushedge(stack, owner, target) else { return lb_pop(stack, 1) }
    // [handler, target] → [handler, function, target, …]
    guard lb_getfield(stack, -1, method) else {
      let error = LuaError(popping: stack, status: LB_ERROR)
      lb_pop(stack, 2)
      throw error
    }
    guard lb_type(stack, -1) != LB_NIL else {
      let name = LuaMismatch.name(stack, -2)
      lb_pop(stack, 3)
      throw LuaError(message: "the target of an action, a \(name), has no method '\(method)'")
    }
    lb_insert(stack, -2)
    for argument in arguments { argument.push(stack) }
    let status = lb_pcall(stack, Int32(arguments.count) + 1, 0)
    if status != LB_OK { throw LuaError(popping: stack, status: status) }
  }
}
