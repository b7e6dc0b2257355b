import CLuaBridge

/// A coroutine of a script that the host makes and continues.
public final class LuaTask {
  private let thread: LuaReference

  /// A task that will run `function` when it is first continued.
  public init(_ function: LuaFunction, on stack: LuaStack) {
    function.push(stack)
    lb_task_new(stack)
    thread = LuaReference(popping: stack)
  }

  /// Runs the task until it waits again or ends, with a budget like a callback's.
  ///
  /// - Parameter results: what the call that waited returns.
  /// - Returns: whether it waits.
  /// - Errors: ``LuaError``; the task has ended then.
  public func resume(_ results: [any LuaValue]) throws -> Bool {
    guard let stack = thread.machine?.stack else { return false }
    guard lb_checkstack(stack, Int32(results.count) + 8) else { throw LuaError(message: "stack overflow") }
    thread.push(stack)
    for result in results { result.push(stack) }
    let status = lb_task_resume(stack, Int32(results.count))
    guard status == LB_OK || status == LB_WAITS else { throw LuaError(popping: stack, status: status) }
    return status == LB_WAITS
  }

  /// Ends a task that waits; its variables are closed.
  ///
  /// - Errors: ``LuaError`` of a `__close`.
  public func close() throws {
    guard let stack = thread.machine?.stack else { return }
    thread.push(stack)
    let status = lb_task_close(stack)
    if status != LB_OK { throw LuaError(popping: stack, status: status) }
  }
}

/// Thrown by a member whose results come later: its task waits for them.
///
/// Only where ``LuaCaller/requireTask(_:)`` has found that it can.
public struct LuaSuspension: Error {
  public init() {}
}

/// Who calls a member: the last parameter of one that may wait; scripts pass nothing for it.
public struct LuaCaller: LuaValue {
  public static var luaType: String { "nil" }
  private let stack: LuaStack

  public static func read(_ stack: LuaStack, _ index: Int32) -> LuaCaller { LuaCaller(stack: stack) }

  public init(stack: LuaStack) { self.stack = stack }

  public func push(_ stack: LuaStack) { lb_pushnil(stack) }

  /// Makes a task of `function`, which is charged to the running script.
  public func makeTask(_ function: LuaFunction) -> LuaTask { LuaTask(function, on: stack) }

  /// Whether the call comes from a task or from what a task calls.
  public var isInTask: Bool { lb_await_flaw(stack) != LB_OUTSIDE_TASK }

  /// - Parameter name: what wants to wait, for the message.
  /// - Errors: ``LuaMessage`` where a call cannot wait.
  public func requireTask(_ name: String) throws {
    let place: String
    switch lb_await_flaw(stack) {
    case LB_CAN_AWAIT: return
    case LB_OUTSIDE_TASK:
      throw LuaMessage("\(name): only a task can wait; write geoscript.task(function() … end) around it")
    case LB_IN_COROUTINE: place = "in a coroutine that the script made"
    case LB_IN_METAMETHOD: place = "in a metamethod"
    default: place = "in a function that table.sort, string.gsub, require or the host calls"
    }
    throw LuaMessage("\(name): a task cannot wait \(place); wait before that")
  }
}
