internal import CLuaBridge

/// Values as text that reads like Lua.
extension LuaStackInspector {
  /// The most bytes of a text, and the most of one in a table.
  private static let most = 4000
  private static let mostInside = 60
  /// The most characters of a table.
  private static let width = 100

  public func text(of value: LuaReference, isQuoted: Bool = true) -> String {
    value.push(stack)
    defer { lb_pop(stack, 1) }
    return text(at: -1, isQuoted: isQuoted)
  }

  /// The name of a value's type or class.
  public func type(of value: LuaReference) -> String {
    value.push(stack)
    defer { lb_pop(stack, 1) }
    return LuaMismatch.name(stack, -1)
  }

  func text(at index: Int32, isQuoted: Bool = true, isInside: Bool = false) -> String {
    switch lb_type(stack, index) {
    case LB_STRING:
      let text = (try? String.read(stack, index)) ?? ""
      return isQuoted
        ? LuaStackInspector.quoted(
          text, most: isInside ? LuaStackInspector.mostInside : LuaStackInspector.most) : text
    case LB_TABLE:
      let name = LuaMismatch.name(stack, index)
      let prefix = name == "table" ? "" : name + " "
      return prefix + (isInside ? "{…}" : tableText(lb_absindex(stack, index)))
    case LB_FUNCTION:
      let place = machine.definition(stack, index)
      return place.isEmpty ? "function" : "function \(place.dropLast(2))"
    case LB_THREAD: return "coroutine"
    // An object's own description may run the script's code.
    default: return LuaStackWork.description(stack, index)
    }
  }

  private func tableText(_ index: Int32) -> String {
    let isFrozen = lb_pushreal(stack, index)
    defer { if isFrozen { lb_pop(stack, 1) } }
    let table = isFrozen ? lb_top(stack) : index
    var parts: [String] = []
    var length = 0
    let count = lb_rawlen(stack, table)
    var number: Int64 = 1
    while number <= count, length < LuaStackInspector.width {
      _ = lb_rawgeti(stack, table, number)
      parts.append(text(at: -1, isInside: true))
      lb_pop(stack, 1)
      length += parts[parts.count - 1].count
      number += 1
    }
    var isCut = number <= count
    LuaTable.forEachField(stack, table) { name in
      guard length < LuaStackInspector.width else { return isCut = true }
      parts.append("\(LuaStackInspector.key(name)) = \(text(at: -1, isInside: true))")
      length += parts[parts.count - 1].count
    }
    return "{" + (parts + (isCut ? ["…"] : [])).joined(separator: ", ") + "}"
  }

  private static func key(_ name: String) -> String {
    LuaInspection.isPlainName(Array(name.utf8)) ? name : "[\(quoted(name, most: mostInside))]"
  }

  private static func quoted(_ text: String, most: Int) -> String {
    let scalars = text.unicodeScalars
    let shown = LuaInspection.quoted(Array(String(scalars.prefix(most)).utf8))
    return scalars.count > most ? shown.dropLast() + "…\"" : shown
  }
}
