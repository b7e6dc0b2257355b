import LuaBridge

/// A number argument that rejects NaN.
struct Number: LuaValue {
  static var luaType: String { "number" }
  let value: Double

  init(_ value: Double) { self.value = value }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Number {
    let value = try Double.read(stack, index)
    guard !value.isNaN else { throw LuaMismatch("number expected, got NaN") }
    return Number(value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}
