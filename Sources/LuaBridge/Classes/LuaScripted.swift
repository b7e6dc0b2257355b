import CLuaBridge

/// A Swift subclass that calls a script's override before its base's implementation.
///
/// A trampoline by hand, for a class without a hook (``LuaOverridable``); where the script overrides nothing, Lua is never
/// entered.
public protocol LuaScripted: LuaObject {
  var script: LuaScript { get }
}

/// A Swift class that asks a hook before it does what can be overridden: its own instances serve script classes too.
public protocol LuaOverridable: LuaObject {
  /// Gives a new instance of a script's class its overrides.
  func overridden(by script: LuaScript)
}

/// The script's side of a scripted object.
public final class LuaScript {
  public internal(set) weak var machine: LuaMachine?
  var cls: OpaquePointer?
  /// Methods whose host implementation the script has asked for, through `super` or because it has none, and which
  /// have not been reached yet: one bit for each slot.
  private var bypassed: UInt64 = 0

  public init() {}

  func adopt(_ stack: LuaStack) {
    var isExpired = false
    _ = lb_anyobject(stack, 1, &cls, &isExpired)
    machine = LuaMachine.of(stack)
  }

  /// Calls the script's override of method `slot` with what `arguments` pushes and reads its result.
  ///
  /// - Returns: nil when there is no override or it is the override itself that asks: do what the base does.
  /// - Errors: ``LuaError``; ``LuaMessage`` when the result is of another kind.
  public func override<Result>(
    _ slot: Int32, of object: any LuaObject, _ arguments: (LuaStack) -> Int32,
    result: (LuaStack, Int32) throws -> Result
  ) throws -> Result? {
    let bit = UInt64(1) << UInt64(slot)
    if bypassed & bit != 0 {
      // Once: when the base calls the method itself, the override is meant.
      bypassed &= ~bit
      return nil
    }
    guard let machine, let cls, lb_overrides(cls, slot) else { return nil }
    // Pending base calls belong to this call, not to one that the script makes meanwhile.
    let pending = bypassed
    bypassed = 0
    defer { bypassed = pending }
    let stack = machine.stack
    try machine.call(results: 1) { stack in
      lb_pushoverride(stack, cls, slot)
      object.push(stack)
      return 1 + arguments(stack)
    }
    defer { lb_pop(stack, 1) }
    do { return try result(stack, -1) } catch let mismatch as LuaMismatch {
      lb_pushoverride(stack, cls, slot)
      defer { lb_pop(stack, 1) }
      let lineage = machine.records[lb_class_host(cls)]?.lineage ?? []
      let names = lineage.first { !$0.overridable.isEmpty }?.overridable ?? []
      let name = names.indices.contains(Int(slot)) ? names[Int(slot)] : "a method"
      throw LuaMessage("\(machine.definition(stack, -1))bad result of '\(name)' (\(mismatch.message))")
    }
  }

  /// Calls the script's override of method `slot`, which answers nothing, with what `arguments` pushes and `lent`, an
  /// object that the script may use only until it returns.
  ///
  /// - Returns: whether there was an override; if not, do what the base does.
  /// - Errors: ``LuaError``.
  public func override(
    _ slot: Int32, of object: any LuaObject, lending lent: some LuaObject, _ arguments: (LuaStack) -> Int32
  ) throws -> Bool {
    // A missing or bypassed override needs no lent object.
    guard let machine, overrides(slot), lb_checkstack(machine.stack, 4) else {
      let isDone: Void? = try override(slot, of: object, { _ in 0 }, result: { _, _ in })
      return isDone != nil
    }
    let isDone: Void? = try lent.pushScoped(machine.stack) {
      let index = lb_top(machine.stack)
      return try override(slot, of: object) { stack in
        let count = arguments(stack)
        lb_pushvalue(stack, index)
        return count + 1
      } result: { _, _ in
      }
    }
    return isDone != nil
  }

  /// Whether the script overrides method `slot`.
  public func overrides(_ slot: Int32) -> Bool { cls.map { lb_overrides($0, slot) } ?? false }

  /// Runs `body` so that method `slot` does what the host's class does: bind overridable methods through this.
  public static func callingBase<T, Result>(
    of object: T, _ slot: Int32, _ body: (T) throws -> Result
  ) rethrows -> Result {
    guard let script = (object as? any LuaScripted)?.script else { return try body(object) }
    let bit = UInt64(1) << UInt64(slot)
    let wasPending = script.bypassed & bit != 0
    script.bypassed |= bit
    // Where the body failed before it came to the method, the next call is an ordinary one again.
    defer { if !wasPending { script.bypassed &= ~bit } }
    return try body(object)
  }
}
