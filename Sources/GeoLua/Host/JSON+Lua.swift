import Geo
import LuaBridge

/// JSON for scripts: tables in, text out, and back.
enum ScriptJSON {
  static func declare(_ m: LuaScope) {
    m.rawFunction(
      LuaCatalog.Function(
        "encode", [.init("value", "any")], result: "string",
        summary: "Returns a value as JSON text, with sorted names.")
    ) { stack in
      try value(stack, 1).description.push(stack)
      return 1
    }
    m.function("decode", ["text"], .none, "Returns the value of a JSON text; null becomes nil.") {
      [unowned machine = m.machine] (text: String) in
      let script = try RunningScript.current(machine)
      // For a moment the parsed values and the Lua table exist side by side: both must fit.
      let (value, memory) = try script.parse(json: text)
      defer { withExtendedLifetime(memory) {} }
      push(value, machine.stack)
      defer { LuaStackWork.pop(machine.stack) }
      // Values that did not fit were left out.
      try script.requireMemory()
      return try LuaAny.read(machine.stack, -1)
    }
  }

  /// Bounds the size of one value: tables that contain others twice, and so on, grow exponentially.
  struct Allowance {
    var values = 500_000
    var bytes = 16 << 20
    /// Whether strings that are not UTF-8 are rejected instead of repaired.
    var isExact = false

    mutating func charge(bytes count: Int, _ stack: LuaStack) throws {
      values -= 1
      bytes -= count
      LuaStackWork.spend(stack, 40 + count / 4)
      guard values >= 0 else { throw LuaMessage("JSON: more than 500,000 values") }
      guard bytes >= 0 else { throw LuaMessage("JSON: more than 16 MiB of text") }
    }
  }

  /// The value at `index`.
  ///
  /// - Errors: ``LuaMessage`` for what JSON cannot represent: functions, cycles, tables with mixed keys.
  static func value(_ stack: LuaStack, _ index: Int32, isExact: Bool = false) throws -> JSONValue {
    var allowance = Allowance(isExact: isExact)
    return try value(stack, index, depth: 0, &allowance)
  }

  private static func value(
    _ stack: LuaStack, _ index: Int32, depth: Int, _ allowance: inout Allowance
  ) throws -> JSONValue {
    try allowance.charge(bytes: 0, stack)
    guard depth < 100, LuaStackWork.hasRoom(stack) else {
      throw LuaMessage("JSON: more than 100 levels of nesting (a table inside itself?)")
    }
    switch LuaKind(stack, index) {
    case .none: return .null
    case .boolean: return .bool(try Bool.read(stack, index))
    case .integer: return .integer(Int64(try Int.read(stack, index)))
    case .number:
      let number = try Double.read(stack, index)
      guard number.isFinite else {
        throw LuaMessage("\(number.isNaN ? "NaN" : "an infinite number") cannot be encoded as JSON")
      }
      return .number(number)
    case .string:
      try allowance.charge(bytes: LuaStackWork.length(stack, index), stack)
      let text = try String.read(stack, index)
      guard !allowance.isExact || text.utf8.count == LuaStackWork.length(stack, index) else {
        throw LuaMessage("a string that is not UTF-8 cannot be encoded as JSON")
      }
      return .string(text)
    case .sequence:
      let length = LuaStackWork.length(stack, index)
      try refuse(LuaTable.strayKey(stack, index, length: length, takesStrings: false), length: length)
      return try array(stack, index, depth: depth, &allowance)
    case .table:
      try refuse(LuaTable.strayKey(stack, index, length: 0, takesStrings: true), length: 0)
      var members: [(name: String, value: JSONValue)] = []
      try LuaTable.forEachField(stack, index) { name in
        try allowance.charge(bytes: name.utf8.count, stack)
        members.append((name, try value(stack, -1, depth: depth + 1, &allowance)))
      }
      return .object(members)
    case .object:
      if let date = try? NSDate.read(stack, index) { return .string(date.description) }
      throw LuaMessage("a \(LuaStackWork.description(stack, index)) cannot be encoded as JSON")
    case .function, .thread: throw LuaMessage("a function cannot be encoded as JSON")
    }
  }

  private static func refuse(_ key: String?, length: Int) throws {
    guard let key else { return }
    throw LuaMessage(
      length > 0
        ? "a table with elements 1…\(length) and the key '\(key)' cannot be encoded as JSON"
        : "a table with the key \(key) cannot be encoded as JSON (names are strings, elements count from 1)")
  }

  private static func array(
    _ stack: LuaStack, _ index: Int32, depth: Int, _ allowance: inout Allowance
  ) throws -> JSONValue {
    var elements: [JSONValue] = []
    for number in stride(from: 1, through: LuaStackWork.length(stack, index), by: 1) {
      LuaStackWork.pushElement(stack, index < 0 ? LuaStackWork.count(stack) + index + 1 : index, number)
      defer { LuaStackWork.pop(stack) }
      elements.append(try value(stack, -1, depth: depth + 1, &allowance))
    }
    return .array(elements)
  }
}

extension ScriptJSON {
  /// Pushes a value, or as much of it as fits into the script's memory.
  static func push(_ value: JSONValue, _ stack: LuaStack) {
    // The parser bounds the nesting depth.
    guard LuaStackWork.hasRoom(stack), !LuaStackWork.isOverLimit(stack) else {
      return String?.none.push(stack)
    }
    switch value {
    case .null: String?.none.push(stack)
    case .bool(let value): value.push(stack)
    case .integer(let value): Int(value).push(stack)
    case .number(let value): value.push(stack)
    case .string(let value): value.push(stack)
    case .array(let elements):
      LuaStackWork.pushSequence(stack, count: elements.count)
      for (index, element) in elements.enumerated() {
        push(element, stack)
        LuaStackWork.setElement(stack, index + 1)
      }
    case .object(let members):
      LuaStackWork.pushTable(stack, count: members.count)
      for member in members {
        push(member.value, stack)
        LuaStackWork.setField(stack, member.name)
      }
    }
  }
}
