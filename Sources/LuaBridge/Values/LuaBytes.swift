import CLuaBridge

/// The bytes of a Lua string as they are, such as those of a file.
public struct LuaBytes: LuaValue {
  public static var luaType: String { "string" }
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> LuaBytes {
    var length = 0
    // A number would be turned into a text where it stands.
    guard lb_type(stack, index) == LB_STRING, let start = lb_tolstring(stack, index, &length) else {
      throw LuaMismatch(expected: "string", stack, index)
    }
    lb_spend(stack, Int64(length / 16))
    return LuaBytes(Array(UnsafeRawBufferPointer(start: start, count: length)))
  }

  public func push(_ stack: LuaStack) {
    bytes.withUnsafeBytes {
      lb_pushlstring(stack, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }
}
