public import CLuaBridge

/// One of Apple's structs: in Lua, a plain table with named fields, copied at the border in both directions.
///
/// Any table with the right fields is accepted. A field that is missing, not a number, or NaN is an error
/// that names it.
public protocol LuaStruct: LuaValue, Sendable {
  static var luaStruct: LuaStructFields<Self> { get }
  /// The value that reading starts from.
  static var luaBlank: Self { get }
  /// Reads the `count` arguments of a call that does not give the fields in order, such as Swift's initializers; nil
  /// where they are none of those.
  static func luaMake(_ stack: LuaStack, count: Int32) throws -> Self?
}

extension LuaStruct {
  public static func luaMake(_ stack: LuaStack, count: Int32) throws -> Self? { nil }
}

/// The fields of a struct in the order of its `…Make` function.
///
/// What adds them is inlinable: fields are read and pushed on hot paths, by code made for the type.
public struct LuaStructFields<Value>: Sendable {
  public struct Field: Sendable {
    @usableFromInline let push: @Sendable (Value, LuaStack) -> Void
    /// Reads the value on top; the flag lets NaN pass.
    @usableFromInline let read: @Sendable (inout Value, LuaStack, Bool) throws -> Void

    @usableFromInline init(
      push: @escaping @Sendable (Value, LuaStack) -> Void,
      read: @escaping @Sendable (inout Value, LuaStack, Bool) throws -> Void
    ) {
      self.push = push
      self.read = read
    }
  }

  @usableFromInline struct Number: Sendable {
    @usableFromInline let get: @Sendable (Value) -> Double
    @usableFromInline let set: @Sendable (inout Value, Double) -> Void

    @usableFromInline init(
      get: @escaping @Sendable (Value) -> Double, set: @escaping @Sendable (inout Value, Double) -> Void
    ) {
      self.get = get
      self.set = set
    }
  }

  public let name: String
  public let summary: String
  @usableFromInline var fields: [Field] = []
  /// Those that are numbers; many structs of numbers alone cross at once.
  @usableFromInline var numbers: [Number] = []
  public private(set) var records: [LuaCatalog.Property] = []

  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }

  /// Returns the description with an additional number field.
  @inlinable
  public func number(
    _ name: String, _ unit: LuaUnit, _ summary: String,
    get: @escaping @Sendable (Value) -> Double, set: @escaping @Sendable (inout Value, Double) -> Void
  ) -> Self {
    var description = self
    description.numbers.append(Number(get: get, set: set))
    return description.adding(
      LuaCatalog.Property(name, type: "number", unit: unit.rawValue, isReadOnly: false, summary: summary),
      Field(
        push: { value, stack in lb_pushnumber(stack, get(value)) },
        read: { value, stack, acceptsNaN in
          var number = 0.0
          guard lb_tonumber(stack, -1, &number) else {
            throw lb_type(stack, -1) <= LB_NIL
              ? LuaMismatch("field '\(name)' is missing")
              : LuaMismatch("field '\(name)' must be a number, got \(LuaMismatch.name(stack, -1))")
          }
          guard acceptsNaN || !number.isNaN else {
            throw LuaMismatch("field '\(name)' is not a number (NaN)")
          }
          set(&value, number)
        }))
  }

  /// Returns the description with an additional integer field.
  @inlinable
  public func whole(
    _ name: String, _ unit: LuaUnit, _ summary: String,
    get: @escaping @Sendable (Value) -> Int, set: @escaping @Sendable (inout Value, Int) -> Void
  ) -> Self {
    adding(
      LuaCatalog.Property(name, type: "integer", unit: unit.rawValue, isReadOnly: false, summary: summary),
      Field(
        push: { value, stack in get(value).push(stack) },
        read: { value, stack, _ in
          do { set(&value, try Int.read(stack, -1)) } catch let mismatch as LuaMismatch {
            throw lb_type(stack, -1) <= LB_NIL
              ? LuaMismatch("field '\(name)' is missing")
              : LuaMismatch("field '\(name)': \(mismatch.message)")
          }
        }))
  }

  /// Returns the description with an additional struct field.
  @inlinable
  public func nested<Inner: LuaStruct>(
    _ name: String, _ summary: String,
    get: @escaping @Sendable (Value) -> Inner, set: @escaping @Sendable (inout Value, Inner) -> Void
  ) -> Self {
    adding(
      LuaCatalog.Property(name, type: Inner.luaType, isReadOnly: false, summary: summary),
      Field(
        push: { value, stack in get(value).push(stack) },
        read: { value, stack, acceptsNaN in
          do {
            set(&value, try Inner.read(stack, -1, acceptsNaN: acceptsNaN))
          } catch let mismatch as LuaMismatch {
            throw LuaMismatch("field '\(name)': \(mismatch.message)")
          }
        }))
  }

  @usableFromInline
  func adding(_ record: LuaCatalog.Property, _ field: Field) -> Self {
    var copy = self
    copy.records.append(record)
    copy.fields.append(field)
    return copy
  }
}

extension LuaStruct {
  public static var luaType: String { luaStruct.name }

  @inlinable
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> Self {
    try read(stack, index, acceptsNaN: false)
  }

  /// Reads without rejecting NaN, for a function that detects it.
  @inlinable
  public static func readUnchecked(_ stack: LuaStack, _ index: Int32) throws -> Self {
    try read(stack, index, acceptsNaN: true)
  }

  @inlinable
  static func read(_ stack: LuaStack, _ index: Int32, acceptsNaN: Bool) throws -> Self {
    guard lb_type(stack, index) == LB_TABLE else {
      throw LuaMismatch(expected: luaStruct.name, stack, index)
    }
    let index = lb_absindex(stack, index)
    let kind = LuaMachine.kind(of: Self.self, stack)
    var value = luaBlank
    let fields = luaStruct.fields
    for number in fields.indices {
      _ = lb_getstructfield(stack, index, kind, Int32(number))
      defer { lb_pop(stack, 1) }
      do {
        try fields[number].read(&value, stack, acceptsNaN)
      } catch let mismatch as LuaMismatch {
        // The message for another kind of struct has its name, not the first missing field.
        let given = LuaMismatch.name(stack, index)
        let name = luaStruct.name
        throw given == "table" || given == name
          ? LuaMismatch("\(name) expected, \(mismatch.message)")
          : LuaMismatch(expected: name, stack, index)
      }
    }
    return value
  }

  @inlinable
  public func push(_ stack: LuaStack) {
    let kind = LuaMachine.kind(of: Self.self, stack)
    lb_newstruct(stack, kind)
    let fields = Self.luaStruct.fields
    for number in fields.indices {
      fields[number].push(self, stack)
      lb_setstructfield(stack, kind, Int32(number))
    }
  }

  /// Pushes a struct of two numbers: what `push` of such a type should be, several times as fast as field by field.
  @inlinable
  public static func pushNumbers(_ stack: LuaStack, _ first: Double, _ second: Double) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2) { values in
      values[0] = first
      values[1] = second
      lb_pushstruct(stack, LuaMachine.kind(of: Self.self, stack), values.baseAddress)
    }
  }
}

extension LuaStruct {
  @inlinable
  public static func readElements(
    _ stack: LuaStack, _ index: Int32, first: Int64, count: Int, into memory: UnsafeMutableRawPointer
  ) -> Int {
    let numbers = luaStruct.numbers
    let width = numbers.count
    guard width > 0, width == luaStruct.fields.count else { return 0 }
    let kind = LuaMachine.kind(of: Self.self, stack)
    // The caller has room for `count` values of this type.
    let elements = memory.assumingMemoryBound(to: Self.self)
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: count * width) { values in
      let read = Int(lb_readstructs(stack, index, kind, first, Int64(count), values.baseAddress))
      for element in 0..<read {
        var value = luaBlank
        for field in 0..<width { numbers[field].set(&value, values[element * width + field]) }
        (elements + element).initialize(to: value)
      }
      return read
    }
  }

  @inlinable
  public static func pushElements(_ stack: LuaStack, _ memory: UnsafeRawPointer, count: Int) -> Bool {
    let numbers = luaStruct.numbers
    let width = numbers.count
    guard width > 0, width == luaStruct.fields.count else { return false }
    let kind = LuaMachine.kind(of: Self.self, stack)
    // The caller's array of this type.
    let elements = memory.assumingMemoryBound(to: Self.self)
    let batch = 256
    withUnsafeTemporaryAllocation(of: Double.self, capacity: batch * width) { values in
      for first in stride(from: 0, to: count, by: batch) {
        let some = min(batch, count - first)
        for element in 0..<some {
          for field in 0..<width {
            values[element * width + field] = numbers[field].get(elements[first + element])
          }
        }
        lb_pushstructs(stack, kind, Int64(first + 1), Int64(some), values.baseAddress)
      }
    }
    return true
  }
}
