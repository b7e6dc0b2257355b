import LuaBridge

/// What a task loops over: each call waits for the next value.
final class AwaitedSequence: LuaObject {
  private let next: (LuaCaller) throws -> LuaSuspension

  init(_ next: @escaping (LuaCaller) throws -> LuaSuspension) { self.next = next }

  static func bind(_ c: LuaBinder<AwaitedSequence>) {
    c.summary("Values that a task waits for: `for value in sequence do … end`.")
    c.operation("__call") { stack in
      throw try AwaitedSequence.read(stack, 1).next(LuaCaller(stack: stack))
    }
  }
}
