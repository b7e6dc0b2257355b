public import CLuaBridge

/// The name of a delegate function, interned in the machine.
public struct LuaName: Sendable {
  @usableFromInline let name: Int32
  @usableFromInline let alias: Int32
}

extension LuaMachine {
  /// Keeps a delegate function's name ready; `alias` is an older name that serves where the new one is missing.
  public func name(_ name: String, alias: String? = nil) -> LuaName {
    func reference(_ text: String) -> Int32 {
      text.push(stack)
      return lb_ref(stack)
    }
    return LuaName(name: reference(name), alias: alias.map(reference) ?? 0)
  }
}

/// The host's handle for calling a script's delegate table.
///
/// The table belongs to the object that it is the delegate of; this handle keeps neither alive.
public struct LuaDelegate {
  // The host holds the machine for as long as it calls delegates.
  @usableFromInline let reference: Unmanaged<LuaMachine>
  // The machine's main stack, kept beside it for speed.
  @usableFromInline let stack: LuaStack
  @usableFromInline let owner: UnsafeRawPointer
  @usableFromInline let slot: Int32

  @usableFromInline
  init(machine: LuaMachine, owner: UnsafeRawPointer, slot: Int32) {
    reference = Unmanaged.passUnretained(machine)
    stack = machine.stack
    self.owner = owner
    self.slot = slot
  }

  public var machine: LuaMachine { reference.takeUnretainedValue() }

  /// Finds the function, leaving handler and function (and delegate) on the stack; 0 when there is none.
  @inlinable
  func find(_ name: LuaName, _ stack: LuaStack) throws -> Int32 {
    guard lb_checkstack(stack, 16) else { return 0 }
    let found = lb_begincall(stack, owner, slot, name.name, name.alias)
    if found < 0 { throw LuaMachine.failure(stack, LB_ERROR) }
    return found
  }

  /// Whether the delegate has the function now, without running any of the script's code.
  ///
  /// - Returns: nil when only a function of the script's, an `__index`, could tell.
  public func implements(_ name: LuaName) -> Bool? {
    let answer = lb_implements(stack, owner, slot, name.name, name.alias)
    return answer < 0 ? nil : answer > 0
  }

  /// The place of the function's definition, as `file:line: `; empty when there is none.
  public func place(of name: LuaName) -> String {
    let top = lb_top(stack)
    defer { lb_settop(stack, top) }
    guard let found = try? find(name, stack), found > 0 else { return "" }
    return machine.definition(stack, -found)
  }

  /// Calls the function with what `arguments` pushes; false when there is none.
  ///
  /// - Errors: ``LuaError``.
  @inlinable
  @discardableResult
  public func call(_ name: LuaName, _ arguments: (LuaStack) -> Int32) throws -> Bool {
    let found = try find(name, stack)
    guard found > 0 else { return false }
    let count = arguments(stack) + found - 1
    let status = lb_pcall(stack, count, 0)
    if status != LB_OK { throw LuaMachine.failure(stack, status) }
    return true
  }

  /// Calls the function with two objects, the usual sender and subject; false when there is none.
  ///
  /// - Errors: ``LuaError``.
  @inlinable
  @discardableResult
  public func call(_ name: LuaName, _ first: some LuaObject, _ second: some LuaObject) throws -> Bool {
    // Borrowed as keys only.
    let keys = (Unmanaged.passUnretained(first).toOpaque(), Unmanaged.passUnretained(second).toOpaque())
    if keys.0 == owner {
      let status = lb_callusual(stack, owner, slot, name.name, keys.1)
      if status == LB_OK { return true }
      if status != LB_UNUSUAL { throw LuaMachine.failure(stack, status) }
    }
    return try call(name) { stack in
      if !lb_pushobjects(stack, keys.0, keys.1) {
        first.push(stack)
        second.push(stack)
      }
      return 2
    }
  }

  /// Calls the function and reads its result; nil when there is none.
  ///
  /// - Errors: ``LuaError``; ``LuaMismatch`` when the result is of the wrong kind.
  @inlinable
  public func call<Result: LuaValue>(
    _ name: LuaName, returning: Result.Type, _ arguments: (LuaStack) -> Int32
  ) throws -> Result? {
    let found = try find(name, stack)
    guard found > 0 else { return nil }
    let count = arguments(stack) + found - 1
    let status = lb_pcall(stack, count, 1)
    if status != LB_OK { throw LuaMachine.failure(stack, status) }
    defer { lb_pop(stack, 1) }
    return try Result.read(stack, -1)
  }
}
