import LuaBridge

/// A table that a property pushes.
struct TableValue: LuaValue {
  static let luaType = "table"
  private let pushTable: (LuaStack) -> Void

  init(_ push: @escaping (LuaStack) -> Void) { pushTable = push }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> TableValue {
    throw LuaMismatch("the host makes this table")
  }

  func push(_ stack: LuaStack) { pushTable(stack) }
}
