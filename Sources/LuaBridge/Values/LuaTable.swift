import CLuaBridge

/// Reads a table's contents without running the script's code.
public enum LuaTable {
  /// Calls `body` with each string key in byte order and its value on top of the stack; other keys are
  /// skipped.
  /// Calls `body` for no field when the value is not a table.
  public static func forEachField(
    _ stack: LuaStack, _ index: Int32, _ body: (String) throws -> Void
  ) rethrows {
    guard lb_type(stack, index) == LB_TABLE else { return }
    // Of a table that cannot be changed those of the one behind it.
    let isFrozen = lb_pushreal(stack, index)
    defer { if isFrozen { lb_pop(stack, 1) } }
    let index = isFrozen ? lb_top(stack) : lb_absindex(stack, index)
    // Keeps the keys themselves besides their bytes, because two keys that are not UTF-8 may read alike as
    // text.
    lb_newtable(stack, 0, 0)
    let keys = lb_top(stack)
    defer { lb_pop(stack, 1) }
    var names: [(bytes: [UInt8], number: Int64)] = []
    lb_pushnil(stack)
    while lb_next(stack, index) {
      lb_pop(stack, 1)
      var length = 0
      guard let bytes = lb_tolstring(stack, -1, &length) else { continue }
      names.append((Array(UnsafeRawBufferPointer(start: bytes, count: length)), Int64(names.count + 1)))
      lb_pushvalue(stack, -1)
      lb_rawseti(stack, keys, Int64(names.count))
    }
    lb_spend(stack, Int64(names.count) * 20)
    names.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    for name in names {
      _ = lb_rawgeti(stack, keys, name.number)
      _ = lb_rawget(stack, index)
      defer { lb_pop(stack, 1) }
      try body(String(decoding: name.bytes, as: UTF8.self))
    }
  }

  /// Calls `body` with each number from 1 to the table's length and its value on top of the stack.
  public static func forEachItem(
    _ stack: LuaStack, _ index: Int32, _ body: (Int) throws -> Void
  ) rethrows {
    guard lb_type(stack, index) == LB_TABLE else { return }
    let isFrozen = lb_pushreal(stack, index)
    defer { if isFrozen { lb_pop(stack, 1) } }
    let index = isFrozen ? lb_top(stack) : lb_absindex(stack, index)
    let count = Int(lb_rawlen(stack, index))
    lb_spend(stack, Int64(count))
    for number in 0..<count {
      _ = lb_rawgeti(stack, index, Int64(number + 1))
      defer { lb_pop(stack, 1) }
      try body(number + 1)
    }
  }

  /// Whether a value is a table of named fields, or empty: a list would be read as one without any.
  public static func isRecord(_ stack: LuaStack, _ index: Int32) -> Bool {
    lb_type(stack, index) == LB_TABLE && lb_rawlen(stack, index) == 0
  }

  /// Pushes a table with the same keys and values as the one at `index`.
  static func pushCopy(_ stack: LuaStack, _ index: Int32) {
    let index = lb_absindex(stack, index)
    lb_newtable(stack, 0, 0)
    let copy = lb_top(stack)
    lb_pushnil(stack)
    while lb_next(stack, index) {
      lb_pushvalue(stack, -2)
      lb_insert(stack, -2)
      _ = lb_rawset(stack, copy)
    }
  }

  /// Whether a table has more than `most` keys.
  public static func hasMore(than most: Int, _ stack: LuaStack, _ index: Int32) -> Bool {
    let index = lb_absindex(stack, index)
    var left = most
    lb_pushnil(stack)
    while lb_next(stack, index) {
      lb_pop(stack, 1)
      left -= 1
      guard left < 0 else { continue }
      lb_pop(stack, 1)
      return true
    }
    return false
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
  /// Charges the running call with the host's own work, in instructions; it ends when it is back in Lua.
  public static func spend(_ stack: LuaStack, _ steps: Int) { lb_spend(stack, Int64(steps)) }
  /// Charges the running call with work that comes next.
  ///
  /// - Errors: ``LuaMessage`` when the call may not go on; it then ends when it is back in Lua.
  public static func work(_ stack: LuaStack, _ steps: Int) throws(LuaMessage) {
    spend(stack, steps)
    if lb_must_stop(stack) { throw LuaMessage("this is more work than one call may do") }
  }
  /// Whether a builder of many values should stop: the script is over its memory.
  public static func isOverLimit(_ stack: LuaStack) -> Bool { lb_over_limit(stack) }
  /// Memory that the script has left; below 0 when it is over its limit.
  public static func room(_ stack: LuaStack) -> Int { Int(lb_room(stack)) }
  /// Memory that the script has left; collects garbage if `bytes` would not fit.
  public static func room(_ stack: LuaStack, for bytes: Int) -> Int {
    if bytes > room(stack) { lb_make_room(stack) }
    return room(stack)
  }
  /// Makes the table on top read-only; `what` names it in the error.
  public static func freeze(_ stack: LuaStack, _ what: String) { lb_freeze(stack, what) }
  /// As ``freeze(_:_:)``, and a missing name is an error (``LuaMachine/declareOptional(_:of:)``).
  public static func seal(_ stack: LuaStack, _ what: String) { lb_readonly(stack, what) }
  /// Pushes the table behind one that cannot be changed; pushes nothing and returns false for any other value.
  public static func pushFrozen(_ stack: LuaStack, _ index: Int32) -> Bool { lb_pushreal(stack, index) }
  /// Whether there is room for a few more values.
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
  public static func setField(_ stack: LuaStack, _ name: String) {
    // By its bytes: a name may contain a NUL.
    name.push(stack)
    lb_insert(stack, -2)
    _ = lb_rawset(stack, -3)
  }

  /// The text that `tostring` gives.
  public static func description(_ stack: LuaStack, _ index: Int32) -> String {
    lb_pushdescription(stack, index)
    defer { lb_pop(stack, 1) }
    return (try? String.read(stack, -1)) ?? "?"
  }
}
