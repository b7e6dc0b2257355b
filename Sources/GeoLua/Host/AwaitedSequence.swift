import LuaBridge

/// What a task loops over: each call waits for the next value.
final class AwaitedSequence: LuaObject {
  private let next: (LuaCaller) throws -> LuaSuspension
  private let stop: () -> Void

  /// - Parameter stop: called where a loop over it ends.
  init(_ next: @escaping (LuaCaller) throws -> LuaSuspension, stop: @escaping () -> Void = {}) {
    self.next = next
    self.stop = stop
  }

  static func bind(_ c: LuaBinder<AwaitedSequence>) {
    c.summary("Values that a task waits for: `for value in sequence do … end`.")
    c.operation("__call") { stack in
      throw try AwaitedSequence.read(stack, 1).next(LuaCaller(stack: stack))
    }
    c.operation("__close") { stack in
      try AwaitedSequence.read(stack, 1).stop()
      return 0
    }
  }
}
