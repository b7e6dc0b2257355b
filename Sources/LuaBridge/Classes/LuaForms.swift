import CLuaBridge

/// Declares a method and a C function whose first argument is the object, in one statement:
/// `context:addRect(rect)`, `CGContextAddRect(context, rect)`.
///
/// ```swift
/// extension CGContext {
///   static func declare(_ f: LuaForms<CGContext>) {
///     f.member("AddRect", ["rect"], "Adds a rect to the path.") { (me, rect: CGRect) in me.addRect(rect) }
///   }
/// }
/// machine.add(CGContext.self, name: "CGContext") { CGContext.declare(LuaForms($0, "CGContext")) }
/// machine.globals { CGContext.declare(LuaForms($0, "CGContext", argument: "context")) }
/// ```
public struct LuaForms<T: LuaObject> {
  /// The prefix of the functions' names.
  private let prefix: String
  private let binder: LuaBinder<T>?
  private let scope: LuaScope?
  /// The name of the functions' first argument.
  private let argument: String
  public let machine: LuaMachine

  /// The methods.
  public init(_ binder: LuaBinder<T>, _ prefix: String) {
    self.prefix = prefix
    self.binder = binder
    scope = nil
    argument = ""
    machine = binder.machine
  }

  /// The functions.
  public init(_ scope: LuaScope, _ prefix: String, argument: String) {
    self.prefix = prefix
    self.scope = scope
    binder = nil
    self.argument = argument
    machine = scope.machine
  }

  /// A member with a result.
  @inlinable
  public func member<each A: LuaValue, R: LuaValue>(
    _ function: String, named name: String? = nil, _ parameters: [String], _ unit: LuaUnit, _ summary: String,
    _ body: @escaping (T, repeat each A) throws -> R
  ) {
    add(
      function, named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: R.luaType,
      unit: unit,
      summary: summary
    ) { me, stack, first in
      var last = first
      try body(me, repeat (each A).next(stack, after: &last, offset: 1 - first)).push(stack)
      return 1
    }
  }

  @inlinable
  public func member<R: LuaValue>(
    _ function: String, named name: String? = nil, _ unit: LuaUnit, _ summary: String,
    _ body: @escaping (T) throws -> R
  ) {
    member(function, named: name, [], unit, summary, body)
  }

  /// A member without a result.
  @inlinable
  public func member<each A: LuaValue>(
    _ function: String, named name: String? = nil, _ parameters: [String], _ summary: String,
    _ body: @escaping (T, repeat each A) throws -> Void
  ) {
    add(
      function, named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: nil, unit: .none,
      summary: summary
    ) { me, stack, first in
      var last = first
      try body(me, repeat (each A).next(stack, after: &last, offset: 1 - first))
      return 0
    }
  }

  @inlinable
  public func member(
    _ function: String, named name: String? = nil, _ summary: String, _ body: @escaping (T) throws -> Void
  ) {
    member(function, named: name, [], summary, body)
  }

  /// Declares `body`, which reads its arguments behind the one that is the object when `first` is 1.
  @usableFromInline
  func add(
    _ function: String, named name: String?, takes parameters: [String], of types: [String], result: String?,
    unit: LuaUnit, summary: String,
    _ body: @escaping (_ me: T, _ stack: LuaStack, _ first: Int32) throws -> Int32
  ) {
    if let binder {
      let name = name ?? function.prefix(1).lowercased() + function.dropFirst()
      let cls = binder.pointer
      binder.add(
        .method, named: name, takes: parameters, of: types, result: result, unit: unit, summary: summary
      ) { stack in
        // Owned here: an argument's `__index` may end the object, and with it the reference of the userdata.
        let me = try luaReceiver(T.self, of: cls, stack, name: name).takeUnretainedValue()
        return try body(me, stack, 0)
      }
    }
    scope?.add(
      named: prefix + function, takes: [argument] + parameters, of: [T.luaType] + types, result: result,
      unit: unit, summary: summary
    ) { stack in
      try body(luaArgument(stack, 1, after: 0), stack, 1)
    }
  }
}
