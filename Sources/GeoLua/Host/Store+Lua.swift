import Geo
import LuaBridge

extension RunningScript {
  /// Pushes `geoscript.store`, made at the first call from what an earlier run kept.
  func pushStore(_ stack: LuaStack) {
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

  /// The JSON text of `geoscript.store`; nil when the script has not asked for it.
  ///
  /// - Errors: ``LuaMessage`` that names the field which cannot be kept.
  public func storeText() throws -> String? {
    guard let store else { return nil }
    let stack = environment.machine.stack
    return try environment.enter {
      store.push(stack)
      defer { LuaStackWork.pop(stack) }
      do { return try ScriptJSON.value(stack, -1, isExact: true).exactText } catch {
        throw LuaMessage(
          "geoscript.store\(faultyField(stack)): \(error); it keeps text, numbers, booleans and tables")
      }
    }
  }

  /// Which field of the table on top of the stack cannot be kept.
  private func faultyField(_ stack: LuaStack) -> String {
    var found: String?
    LuaTable.forEachField(stack, -1) { name in
      guard found == nil else { return }
      if (try? ScriptJSON.value(stack, -1, isExact: true)) == nil { found = name }
    }
    return found.map { ".\($0)" } ?? ""
  }
}
