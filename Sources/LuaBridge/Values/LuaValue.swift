public import CLuaBridge

/// A Lua stack, only ever used by the thread that owns its machine.
public typealias LuaStack = OpaquePointer

/// A Swift value that crosses the border in both directions by copy.
public protocol LuaValue {
  /// The LuaLS name of the type: `number`, `string?`, `CLRegion`.
  static var luaType: String { get }

  /// Reads the value at `index`.
  ///
  /// - Errors: ``LuaMismatch`` for any other value.
  static func read(_ stack: LuaStack, _ index: Int32) throws -> Self

  /// Pushes the value.
  func push(_ stack: LuaStack)

  /// Reads elements from `first` (1…) of the sequence at `index` into memory for `count` values, as many as go at
  /// once, and returns how many; the next is then read by itself.
  static func readElements(
    _ stack: LuaStack, _ index: Int32, first: Int64, count: Int, into memory: UnsafeMutableRawPointer
  ) -> Int

  /// Puts the values in memory into the sequence on top; false where they are to be pushed one by one.
  static func pushElements(_ stack: LuaStack, _ memory: UnsafeRawPointer, count: Int) -> Bool
}

extension LuaValue {
  @inlinable
  public static func readElements(
    _ stack: LuaStack, _ index: Int32, first: Int64, count: Int, into memory: UnsafeMutableRawPointer
  ) -> Int { 0 }

  @inlinable
  public static func pushElements(_ stack: LuaStack, _ memory: UnsafeRawPointer, count: Int) -> Bool { false }
}

/// A value of the wrong kind; the border turns it into `bad argument #2 to 'name' (…)`.
public struct LuaMismatch: Error, CustomStringConvertible {
  public var message: String
  public var description: String { message }

  public init(_ message: String) { self.message = message }

  /// A value other than `expected` at `index`.
  public init(expected: String, _ stack: LuaStack, _ index: Int32) {
    message = "\(expected) expected, got \(Self.name(stack, index))"
    if expected.hasPrefix("number"), lb_type(stack, index) == LB_STRING,
      let text = try? String.read(stack, index)
    {
      message += LuaAdvice.number(for: text)
    }
  }

  /// - Errors: ``LuaMismatch`` for a table that counts from 0, as C does: its first element would be lost.
  @usableFromInline
  static func requireFirstElement(_ stack: LuaStack, _ index: Int32) throws {
    let isThere = lb_rawgeti(stack, index, 0) != LB_NIL
    lb_pop(stack, 1)
    if isThere { throw LuaMismatch("sequence from 1 on expected, got an element 0: Lua's arrays begin at 1") }
  }

  /// Charges the running call for elements that were read.
  ///
  /// - Errors: ``LuaMismatch`` when the call may not go on: one table may stand in another any number of times.
  @usableFromInline
  static func charge(_ stack: LuaStack, elements count: Int) throws {
    lb_spend(stack, Int64(count) * 20)
    if lb_must_stop(stack) { throw LuaMismatch("a sequence with fewer elements expected") }
  }

  @usableFromInline
  static func name(_ stack: LuaStack, _ index: Int32) -> String {
    lb_type(stack, index) == LB_NONE ? "no value" : String(cString: lb_typename(stack, index))
  }
}

extension Double: LuaValue {
  public static var luaType: String { "number" }

  @inlinable
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> Double {
    var value = 0.0
    guard lb_tonumber(stack, index, &value) else { throw LuaMismatch(expected: "number", stack, index) }
    return value
  }

  @inlinable
  public func push(_ stack: LuaStack) { lb_pushnumber(stack, self) }
}

extension Int: LuaValue {
  public static var luaType: String { "integer" }

  @inlinable
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> Int {
    var value: Int64 = 0
    guard lb_tointeger(stack, index, &value) else {
      throw LuaMismatch(expected: "number without a fraction", stack, index)
    }
    return Int(value)
  }

  @inlinable
  public func push(_ stack: LuaStack) { lb_pushinteger(stack, Int64(self)) }
}

extension Bool: LuaValue {
  public static var luaType: String { "boolean" }

  @inlinable
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> Bool {
    guard lb_type(stack, index) == LB_BOOLEAN else {
      throw LuaMismatch(expected: "boolean", stack, index)
    }
    return lb_toboolean(stack, index)
  }

  @inlinable
  public func push(_ stack: LuaStack) { lb_pushboolean(stack, self) }
}

extension String: LuaValue {
  public static var luaType: String { "string" }

  @inlinable
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> String {
    var length = 0
    guard let bytes = lb_tolstring(stack, index, &length) else {
      throw LuaMismatch(expected: "string", stack, index)
    }
    if length >= 1024 { lb_spend(stack, Int64(length / 4)) }
    // Lua strings are bytes; invalid UTF-8 is repaired, never rejected.
    return String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  @inlinable
  public func push(_ stack: LuaStack) {
    var copy = self
    copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { lb_pushlstring(stack, $0.baseAddress, $0.count) }
    }
  }
}

extension Optional: LuaValue where Wrapped: LuaValue {
  public static var luaType: String { Wrapped.luaType + "?" }

  @inlinable
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> Wrapped? {
    lb_type(stack, index) <= LB_NIL ? nil : try Wrapped.read(stack, index)
  }

  @inlinable
  public func push(_ stack: LuaStack) {
    if let value = self { value.push(stack) } else { lb_pushnil(stack) }
  }
}

extension Array: LuaValue where Element: LuaValue {
  public static var luaType: String {
    let element = Element.luaType
    return element.contains("|") ? "(\(element))[]" : element + "[]"
  }

  @inlinable
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> [Element] {
    guard lb_type(stack, index) == LB_TABLE else {
      throw LuaMismatch(expected: "sequence", stack, index)
    }
    let index = lb_absindex(stack, index)
    let count = lb_rawlen(stack, index)
    try LuaMismatch.requireFirstElement(stack, index)
    if count == 0, LuaMismatch.name(stack, index) != "table" {
      throw LuaMismatch(expected: "sequence", stack, index)
    }
    var elements: [Element] = []
    // A table with gaps may report a length beyond any memory.
    elements.reserveCapacity(Int(Swift.min(count, 1 << 16)))
    try withUnsafeTemporaryAllocation(of: Element.self, capacity: 256) { batch in
      guard let memory = batch.baseAddress else { return }
      var read = 0
      repeat {
        let first = Int64(elements.count + 1)
        let wanted = Int(Swift.min(count - first + 1, 256))
        read = wanted > 0 ? Element.readElements(stack, index, first: first, count: wanted, into: memory) : 0
        // The first `read` values are initialized; they move out.
        elements.append(contentsOf: UnsafeBufferPointer(start: memory, count: read))
        memory.deinitialize(count: read)
        try LuaMismatch.charge(stack, elements: read)
      } while read == 256
    }
    for number in stride(from: Int64(elements.count + 1), through: count, by: 1) {
      _ = lb_rawgeti(stack, index, number)
      defer { lb_pop(stack, 1) }
      do {
        elements.append(try Element.read(stack, -1))
        try LuaMismatch.charge(stack, elements: 1)
      } catch let mismatch as LuaMismatch {
        throw LuaMismatch("element \(number): \(mismatch.message)")
      }
    }
    return elements
  }

  /// - Errors: none; but a script that builds more than its memory allows fails at its next allocation.
  @inlinable
  public func push(_ stack: LuaStack) {
    lb_newsequence(stack, Int32(clamping: count))
    lb_spend(stack, Int64(count) * 20)
    let isPushed = withUnsafeBufferPointer { all in
      all.baseAddress.map { Element.pushElements(stack, $0, count: all.count) } ?? false
    }
    if isPushed { return }
    for (offset, element) in enumerated() {
      element.push(stack)
      lb_rawseti(stack, -2, Int64(offset + 1))
    }
  }
}
