import Geo
import LuaBridge

extension GeoscriptModule {
  /// Rows for the tables of a run.
  static func declareTables(_ m: LuaScope) {
    m.rawFunction(
      LuaCatalog.Function(
        "row", [.init("table", "string"), .init("fields", "{ [string]: any }")],
        summary:
          "Adds a row to a table of the whole run, which `--table NAME=FILE` writes; `time` and `device` come first."
      )
    ) { [unowned machine = m.machine] stack in
      try RunningScript.current(machine).addRow(stack)
      return 0
    }
  }
}

extension RunningScript {
  /// Reads the arguments of `geoscript.row` and records the row.
  ///
  /// - Errors: ``LuaMessage`` for a table without a name, and for fields that a file cannot hold.
  fileprivate func addRow(_ stack: LuaStack) throws {
    let advice = "write geoscript.row(\"trips\", { km = 12.5 })"
    guard LuaKind(stack, 1) == .string else {
      throw LuaMessage("geoscript.row takes the name of a table and its fields: \(advice)")
    }
    let table = try String.read(stack, 1)
    guard !table.isEmpty, !table.contains("=") else {
      throw LuaMessage("geoscript.row: '\(table)' cannot be the name of a table: \(advice)")
    }
    guard [.table, .sequence].contains(LuaKind(stack, 2)) else {
      throw LuaMessage("geoscript.row: the fields of table '\(table)' are missing: \(advice)")
    }
    let tooLong = LuaMessage("geoscript.row: a row has at most \(RunningScript.longestRow) bytes")
    // Before the names are sorted: each field takes a few bytes.
    guard !LuaTable.hasMore(than: RunningScript.longestRow / 4, stack, 2) else { throw tooLong }
    var fields: [(name: String, value: JSONValue)] = []
    var bytes = table.utf8.count
    try LuaTable.forEachField(stack, 2) { name in
      do { fields.append((name, try ScriptJSON.value(stack, -1))) } catch let message as LuaMessage {
        throw LuaMessage("geoscript.row: table '\(table)', field '\(name)': \(message)")
      }
      bytes += name.utf8.count + (fields.last?.value.description.utf8.count ?? 0)
      guard bytes <= RunningScript.longestRow else { throw tooLong }
    }
    if let key = LuaTable.strayKey(stack, 2, length: 0, takesStrings: true) {
      throw LuaMessage("geoscript.row: table '\(table)': each field needs a name, \(key) has none: \(advice)")
    }
    LuaStackWork.spend(stack, 2000 + bytes)
    record(.row(table: table, fields: fields))
  }

  private static let longestRow = 1 << 18
}
