import CLuaBridge

/// A Swift subclass that asks a script's class before it does what its base does.
///
/// One hand-written trampoline for each overridable class; where the script overrides nothing, Lua is never entered.
public protocol LuaScripted: LuaObject {
  var script: LuaScript { get }
}

/// The script's side of a scripted object.
public final class LuaScript {
  weak var machine: LuaMachine?
  var cls: OpaquePointer?
  /// The method whose host implementation the script called itself, through `super` or because it has none.
  var bypass: Int32 = -1

  public init() {}

  func adopt(_ stack: LuaStack) {
    var isExpired = false
    _ = lb_anyobject(stack, 1, &cls, &isExpired)
    machine = LuaMachine.of(stack)
  }

  /// Calls the script's override of method `slot` with what `arguments` pushes and reads its result.
  ///
  /// - Returns: nil when there is no override or it is the override itself that asks: do what the base does.
  /// - Errors: ``LuaError``.
  public func override<Result>(
    _ slot: Int32, of object: any LuaObject, _ arguments: (LuaStack) -> Int32,
    result: (LuaStack, Int32) throws -> Result
  ) throws -> Result? {
    if bypass == slot {
      bypass = -1
      return nil
    }
    guard let machine, let cls, lb_overrides(cls, slot) else { return nil }
    let stack = machine.stack
    try machine.call(results: 1) { stack in
      lb_pushoverride(stack, cls, slot)
      object.push(stack)
      return 1 + arguments(stack)
    }
    defer { lb_pop(stack, 1) }
    return try result(stack, -1)
  }

  /// Whether the script overrides method `slot`.
  public func overrides(_ slot: Int32) -> Bool { cls.map { lb_overrides($0, slot) } ?? false }

  /// Runs `body` so that method `slot` does what the host's class does: bind overridable methods through this.
  public static func callingBase<T, Result>(
    of object: T, _ slot: Int32, _ body: (T) throws -> Result
  ) rethrows -> Result {
    if let scripted = object as? any LuaScripted { scripted.script.bypass = slot }
    return try body(object)
  }
}
