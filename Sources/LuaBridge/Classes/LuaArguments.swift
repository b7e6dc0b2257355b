public import CLuaBridge

/// An argument of the wrong kind, counted from 1 without the receiver.
public struct LuaArgumentError: Error {
  public let number: Int32
  public let message: String
  /// Whether there are fewer arguments than that.
  let isMissing: Bool

  @usableFromInline
  init(number: Int32, message: String, isMissing: Bool = false) {
    self.number = number
    self.message = message
    self.isMissing = isMissing
  }

  func message(for member: LuaMember) -> String {
    "bad argument #\(number) to '\(member.name)' (\(message))"
  }
}

/// Reads argument `number` (from 1) behind `offset` values of the call's own.
@inlinable
func luaArgument<Value: LuaValue>(_ stack: LuaStack, _ number: Int32, after offset: Int32) throws -> Value {
  do {
    return try Value.read(stack, number + offset)
  } catch {
    throw luaArgumentError(error, stack, number: number, after: offset)
  }
}

@usableFromInline
func luaArgumentError(
  _ error: any Error, _ stack: LuaStack, number: Int32, after offset: Int32
) -> any Error {
  guard let mismatch = error as? LuaMismatch else { return error }
  return LuaArgumentError(
    number: number, message: mismatch.message, isMissing: lb_type(stack, number + offset) == LB_NONE)
}

/// The arguments of an initializer.
public struct LuaArguments {
  public let stack: LuaStack
  /// The values on the stack before them.
  @usableFromInline let offset: Int32
  /// Bit n: argument n + 1 may be something else than nil.
  @usableFromInline let given: UInt64
  @usableFromInline var last: Int32 = 0

  @usableFromInline
  init(_ stack: LuaStack, after offset: Int32, given: UInt64 = .max) {
    self.stack = stack
    self.offset = offset
    self.given = given
  }

  /// Reads the next one; nil where the script leaves it out.
  @inlinable @inline(__always)
  public mutating func next<Value: LuaValue>() throws -> Value? {
    last += 1
    return given >> UInt64(last - 1) & 1 == 0 ? nil : try luaArgument(stack, last, after: offset)
  }
}

extension LuaValue {
  /// Reads the argument that follows number `last`, which it becomes.
  @inlinable @inline(__always)
  static func next(_ stack: LuaStack, after last: inout Int32, offset: Int32) throws -> Self {
    last += 1
    return try luaArgument(stack, last, after: offset)
  }
}

/// LuaLS names of some types.
@inlinable
func luaTypes<each A: LuaValue>(_ types: repeat (each A).Type) -> [String] {
  var names: [String] = []
  repeat names.append((each types).luaType)
  return names
}

/// The object that a method is called on, alive while its userdata is on the stack.
@inlinable
func luaReceiver<T: LuaObject>(
  _ type: T.Type, of cls: OpaquePointer, _ stack: LuaStack, name: String
) throws -> Unmanaged<T> {
  guard let object = lb_toobject(stack, 1, cls) else {
    throw LuaMachine.noReceiver(T.self, of: cls, stack, name: name)
  }
  // The userdata at index 1 owns a reference for the length of the call; its class was checked.
  return Unmanaged<T>.fromOpaque(object)
}

/// The object whose property is read or written: Lua got here through its own metatable.
@inlinable
func luaSelf<T: LuaObject>(_ type: T.Type, _ stack: LuaStack) throws -> Unmanaged<T> {
  guard let object = lb_self(stack) else { throw LuaMachine.expired(stack, 1) }
  // The userdata at index 1 owns a reference for the length of the call; its metatable proves its class.
  return Unmanaged<T>.fromOpaque(object)
}

extension LuaMachine {
  @usableFromInline
  static func noReceiver<T: LuaObject>(
    _ type: T.Type, of cls: OpaquePointer, _ stack: LuaStack, name: String
  ) -> any Error {
    var found: OpaquePointer?
    var isExpired = false
    if lb_anyobject(stack, 1, &found, &isExpired) == nil, let found, lb_class_is(found, cls) {
      return expired(stack, 1)
    }
    let wanted = String(cString: lb_class_name(cls))
    return LuaMessage(
      "'\(name)' is a method of \(wanted): call it with a colon on one, object:\(name)(…)"
        + " (got \(LuaMismatch.name(stack, 1)))")
  }

  @usableFromInline
  static func expired(_ stack: LuaStack, _ index: Int32) -> any Error {
    let name = LuaMismatch.name(stack, index)
    return lb_isunborn(stack, index)
      ? LuaMessage("this \(name) is not initialized yet: call super.init first")
      : LuaMessage("this \(name) was only valid during the call that it was passed to")
  }

  @usableFromInline
  static func mismatch<T: LuaObject>(of type: T.Type, _ stack: LuaStack, _ index: Int32) -> any Error {
    var cls: OpaquePointer?
    var isExpired = false
    if lb_anyobject(stack, index, &cls, &isExpired) == nil, cls != nil {
      if let message = expired(stack, index) as? LuaMessage { return LuaMismatch(message.description) }
    }
    return LuaMismatch(expected: String(cString: lb_class_name(classRecord(of: type, stack))), stack, index)
  }

  /// The key of a Swift type: the address of its metatype.
  @inlinable
  static func key(_ type: Any.Type) -> UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type)))
  }

  /// The class that scripts see for a Swift class.
  @inlinable
  static func classRecord(of type: any LuaObject.Type, _ stack: LuaStack) -> OpaquePointer {
    OpaquePointer(bitPattern: lb_gettype(stack, key(type))) ?? LuaMachine.of(stack).inheritedRecord(of: type)
  }

  @usableFromInline
  func inheritedRecord(of type: any LuaObject.Type) -> OpaquePointer {
    var ancestor: AnyClass? = type
    while let base = ancestor {
      _ = makeClass(for: base)
      let address = lb_gettype(stack, LuaMachine.key(base))
      if let pointer = OpaquePointer(bitPattern: address) {
        lb_settype(self.pointer, LuaMachine.key(type), address)
        return pointer
      }
      ancestor = _getSuperclass(base)
    }
    preconditionFailure("\(type) was not added to the machine")
  }

  /// The number of a struct's kind.
  @inlinable
  static func kind(of type: Any.Type, _ stack: LuaStack) -> Int32 {
    // Kinds are noted from 1, so that 0 stays "never added".
    let kind = lb_gettype(stack, key(type))
    guard kind > 0 else { preconditionFailure("\(type) was not added to the machine") }
    return Int32(kind - 1)
  }

  @usableFromInline
  static func pushNew(_ object: any LuaObject, _ stack: LuaStack) {
    let cls = classRecord(of: type(of: object), stack)
    // The userdata owns this reference; releaseObject gives it up.
    lb_newobject(stack, cls, Unmanaged<AnyObject>.passRetained(object).toOpaque(), Int64(object.luaBytes))
  }
}
