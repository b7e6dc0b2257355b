import LuaBridge

/// A value that only the host makes: scripts get it as a table, and no function takes it.
protocol HostTable: LuaValue {}

extension HostTable {
  static func read(_ stack: LuaStack, _ index: Int32) throws -> Self {
    throw LuaMismatch("only the host makes this table")
  }
}

/// A table that a property pushes.
struct TableValue: HostTable {
  static let luaType = "table"
  private let pushTable: (LuaStack) -> Void

  init(_ push: @escaping (LuaStack) -> Void) { pushTable = push }

  func push(_ stack: LuaStack) { pushTable(stack) }
}
