public import CLuaBridge

/// A Swift class whose instances scripts hold as userdata, one for each object.
///
/// A class joins with an empty extension and a ``LuaBinder`` block; subclasses inherit that.
public protocol LuaObject: AnyObject, LuaValue {
  /// Bytes of this object besides those of its class; charged to the script with its userdata.
  var luaBytes: Int { get }
}

extension LuaObject {
  public var luaBytes: Int { 0 }

  // String(describing:) gives the same, but first searches the whole program for conformances of the metatype.
  public static var luaType: String { _typeName(Self.self, qualified: false) }

  @inlinable
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> Self { try readObject(stack, index) }

  /// Reads the object itself, for a class whose `read` takes other values too.
  @inlinable
  public static func readObject(_ stack: LuaStack, _ index: Int32) throws -> Self {
    guard let object = lb_toobject(stack, index, LuaMachine.classRecord(of: Self.self, stack)) else {
      throw LuaMachine.mismatch(of: Self.self, stack, index)
    }
    // The userdata on the stack owns a reference, so the object is alive for this read; the class was checked.
    return Unmanaged<Self>.fromOpaque(object).takeUnretainedValue()
  }

  @inlinable
  public func push(_ stack: LuaStack) {
    // Borrowed as a key only.
    let pointer = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    if lb_pushobject(stack, pointer) { return }
    LuaMachine.pushNew(self, stack)
  }

  /// Pushes an object that was just made: nothing can have pushed it if only the caller has it.
  func pushMade(_ stack: LuaStack) {
    // Borrowed to have its references counted.
    if lb_is_shared(Unmanaged.passUnretained(self).toOpaque()) {
      push(stack)
    } else {
      LuaMachine.pushNew(self, stack)
    }
  }

  /// Pushes the object, calls `body`, and expires it: a later use by the script is an error. An object that
  /// the script already had stays valid.
  public func pushScoped<Result>(_ stack: LuaStack, during body: () throws -> Result) rethrows -> Result {
    // Borrowed as a key only.
    let isLent = lb_hasobject(stack, UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
    push(stack)
    let index = lb_top(stack)
    defer {
      if !isLent { lb_expire(stack, index) }
      lb_remove(stack, index)
    }
    return try body()
  }

  /// Ends the object for the script: a later use is an error.
  public func expire(_ stack: LuaStack) {
    // Borrowed as a key only.
    guard lb_pushobject(stack, UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())) else { return }
    lb_expire(stack, -1)
    lb_pop(stack, 1)
  }
}
