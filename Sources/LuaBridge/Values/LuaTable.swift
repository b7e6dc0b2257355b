import CLuaBridge

/// What is inside a table, read without calling anything of the script's.
public enum LuaTable {
  /// Calls `body` with each string key in byte order and its value on top of the stack; other keys are left out.
  public static func forEachField(
    _ stack: LuaStack, _ index: Int32, _ body: (String) throws -> Void
  ) rethrows {
    let index = lb_absindex(stack, index)
    for key in LuaMachine.of(stack).stringKeys(stack, index) {
      _ = lb_rawgetfield(stack, index, key)
      defer { lb_pop(stack, 1) }
      try body(key)
    }
  }

  /// The first key, as `tostring` gives it, that is neither one of 1…`length` nor, where those are wanted, a string.
  public static func strayKey(
    _ stack: LuaStack, _ index: Int32, length: Int, takesStrings: Bool
  ) -> String? {
    let index = lb_absindex(stack, index)
    lb_pushnil(stack)
    while lb_next(stack, index) {
      lb_pop(stack, 1)
      var number: Int64 = 0
      let isElement = lb_tointeger(stack, -1, &number) && number >= 1 && number <= length
      if isElement || (takesStrings && lb_type(stack, -1) == LB_STRING) { continue }
      defer { lb_pop(stack, 1) }
      return LuaStackWork.description(stack, -1)
    }
    return nil
  }

  /// Pushes a table and fills it.
  public static func push(_ stack: LuaStack, _ fields: [(String, any LuaValue)]) {
    lb_newtable(stack, 0, Int32(fields.count))
    for (name, value) in fields {
      value.push(stack)
      lb_rawsetfield(stack, -2, name)
    }
  }
}

/// The kind of a Lua value.
public enum LuaKind: Sendable {
  case none, boolean, integer, number, string, sequence, table, function, object, thread

  /// The kind of the value at `index`; a table with elements 1… counts as a sequence.
  public init(_ stack: LuaStack, _ index: Int32) {
    switch lb_type(stack, index) {
    case LB_BOOLEAN: self = .boolean
    case LB_NUMBER: self = lb_isinteger(stack, index) ? .integer : .number
    case LB_STRING: self = .string
    case LB_TABLE:
      self = lb_issequence(stack, index) || lb_rawlen(stack, index) > 0 ? .sequence : .table
    case LB_FUNCTION: self = .function
    case LB_USERDATA: self = .object
    case LB_THREAD: self = .thread
    default: self = .none
    }
  }
}

/// Stack work for bindings that read or build values of any shape.
public enum LuaStackWork {
  public static func count(_ stack: LuaStack) -> Int32 { lb_top(stack) }
  public static func pop(_ stack: LuaStack, _ count: Int32 = 1) { lb_pop(stack, count) }
  public static func length(_ stack: LuaStack, _ index: Int32) -> Int { Int(lb_rawlen(stack, index)) }
  /// Whether a builder of many values should stop: the script is over its memory.
  public static func isOverLimit(_ stack: LuaStack) -> Bool { lb_over_limit(stack) }
  /// Whether there is room for a few values more.
  public static func hasRoom(_ stack: LuaStack) -> Bool { lb_checkstack(stack, 16) }

  /// Pushes element `number` (from 1) of the sequence at `index`.
  public static func pushElement(_ stack: LuaStack, _ index: Int32, _ number: Int) {
    _ = lb_rawgeti(stack, index, Int64(number))
  }

  /// Pushes a sequence, empty; ``setElement(_:_:)`` fills it.
  public static func pushSequence(_ stack: LuaStack, count: Int) {
    lb_newsequence(stack, Int32(clamping: count))
  }

  /// Pops a value into element `number` of the sequence below it.
  public static func setElement(_ stack: LuaStack, _ number: Int) { lb_rawseti(stack, -2, Int64(number)) }

  /// Pushes a table, empty.
  public static func pushTable(_ stack: LuaStack, count: Int) {
    lb_newtable(stack, 0, Int32(clamping: count))
  }

  /// Pops a value into field `name` of the table below it.
  public static func setField(_ stack: LuaStack, _ name: String) { lb_rawsetfield(stack, -2, name) }

  /// The text that `tostring` gives.
  public static func description(_ stack: LuaStack, _ index: Int32) -> String {
    lb_pushdescription(stack, index)
    defer { lb_pop(stack, 1) }
    return (try? String.read(stack, -1)) ?? "?"
  }
}
