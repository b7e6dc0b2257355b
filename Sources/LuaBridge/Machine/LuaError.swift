import CLuaBridge

/// A script's failure, with its message, place and traceback.
///
/// Rethrown through Lua, the same object becomes the script's own error value again.
/// Sendable because Error requires it; like its machine, it never leaves the machine's thread.
public final class LuaError: Error, @unchecked Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    case error
    /// Over `--max-memory-device` or `--max-memory`.
    case noMemory
    /// Over `--max-instructions`, or stopped because it ran too long.
    case overBudget
  }

  public let kind: Kind
  /// The readable message: `file.lua:12: message`.
  public let message: String
  /// The call stack in several lines, without the message; may be empty.
  public let traceback: String
  /// The Swift error that was raised into Lua and came back, if it was one.
  public let underlying: (any Error)?
  let object: LuaReference?

  public init(
    _ kind: Kind = .error, message: String, traceback: String = "", underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = message
    self.traceback = traceback
    self.underlying = underlying
    object = nil
  }

  /// Takes the error object on top of the stack after a failed call.
  init(popping stack: LuaStack, status: Int32) {
    let kinds: [Int32: Kind] = [
      LB_NO_MEMORY: .noMemory, LB_OVER_BUDGET: .overBudget, LB_STOPPED: .overBudget,
    ]
    kind = kinds[status] ?? .error
    lb_pushtraceback(stack)
    traceback = LuaErrorText.read(stack, -1, limit: LuaErrorText.longestTraceback)
    lb_pop(stack, 1)
    let isTold = lb_pushdescription(stack, -1)
    let description = LuaErrorText.read(stack, -1)
    lb_pop(stack, 1)
    underlying = (try? LuaHostError.read(stack, -1))?.error
    message =
      switch kind {
      case .noMemory:
        String(cString: lb_refused_at(stack))
          + "not enough memory: the script's values exceed the limit (--max-memory-device, --max-memory)"
      case .overBudget: LuaErrorText.stopped(description, traceback)
      case .error where underlying != nil: description
      case .error: LuaErrorText.message(stack, -1, described: isTold ? description : nil, traceback)
      }
    object = LuaReference(popping: stack)
  }

  public var description: String { message }

  /// Pushes the error value and puts its traceback back on its way.
  func rethrow(_ stack: LuaStack) {
    if let object { object.push(stack) } else { message.push(stack) }
    traceback.push(stack)
    lb_rethrow(stack)
  }
}

/// A plain message that the border raises with the script's place in front.
public struct LuaMessage: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// A Swift error on its way through Lua: a script sees its `message`.
final class LuaHostError: LuaObject {
  let error: any Error
  let message: String

  init(_ error: any Error, place: String) {
    self.error = error
    message = place + String(describing: error)
  }

  static func bind(_ c: LuaBinder<LuaHostError>) {
    c.summary("An error raised by the host, as returned by `pcall`.")
    c.property("message", .none, "The error message, preceded by the place in the script.") { $0.message }
    c.operation("__tostring") { stack in
      try LuaHostError.read(stack, 1).message.push(stack)
      return 1
    }
    c.operation("__concat") { stack in
      let parts = try (1...2).map { (index: Int32) -> String in
        try (try? LuaHostError.read(stack, index))?.message ?? String.read(stack, index)
      }
      parts.joined().push(stack)
      return 1
    }
  }
}
