import Geo
import LuaBridge

extension RunningScript {
  /// Pushes `geoscript.store`; the first call makes it from the contents saved by an earlier run.
  func pushStore(_ stack: LuaStack) {
    pushOwnStore(stack)
    app?.freezeInCondition(stack)
  }

  private func pushOwnStore(_ stack: LuaStack) {
    if let store { return store.push(stack) }
    if let kept = savedStore {
      ScriptJSON.push(kept, stack)
    } else {
      LuaStackWork.pushTable(stack, count: 0)
    }
    let made = LuaReference(popping: stack)
    store = made
    made.push(stack)
  }

  /// Whether the script has used `geoscript.store`.
  public var hasStore: Bool { store != nil }

  /// The JSON text of `geoscript.store`; nil if the script has not used it.
  ///
  /// - Errors: ``LuaMessage`` that names the field that cannot be saved.
  public func storeText() throws -> String? {
    try store.map { try text(of: $0, called: "geoscript.store") }
  }

  /// The JSON text of a store.
  ///
  /// - Errors: ``LuaMessage`` that names the field that cannot be saved.
  func text(of store: LuaReference, called name: String) throws -> String {
    let stack = environment.machine.stack
    return try environment.enter {
      store.push(stack)
      defer { LuaStackWork.pop(stack) }
      do { return try ScriptJSON.value(stack, -1, isExact: true).exactText } catch {
        // A table in itself has no end to name.
        let isDeep = "\(error)".contains("levels of nesting")
        throw LuaMessage(
          "\(name)\(faultyField(stack, levels: isDeep ? 1 : 20)): \(error); store only strings, numbers, booleans and tables"
        )
      }
    }
  }

  /// The path of the first value below the table on top of the stack that cannot be saved: `.trips[2].name`.
  private func faultyField(_ stack: LuaStack, levels: Int) -> String {
    guard levels > 0 else { return "" }
    var found: String?
    func look(_ name: String) {
      guard found == nil, (try? ScriptJSON.value(stack, -1, isExact: true)) == nil else { return }
      let hasFields = [.table, .sequence].contains(LuaKind(stack, -1))
      found = name + (hasFields ? faultyField(stack, levels: levels - 1) : "")
    }
    LuaTable.forEachField(stack, -1) { look(".\($0)") }
    if found == nil { LuaTable.forEachItem(stack, -1) { look("[\($0)]") } }
    return found ?? ""
  }
}
