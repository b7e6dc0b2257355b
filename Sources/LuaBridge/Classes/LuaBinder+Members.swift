import CLuaBridge

/// Methods, class functions and initializers: closures with as many parameters as names are given.
extension LuaBinder {
  /// A method with a result.
  @inlinable
  public func method<each A: LuaValue, R: LuaValue>(
    _ name: String, _ parameters: [String], _ unit: LuaUnit, _ summary: String,
    _ body: @escaping (T, repeat each A) throws -> R
  ) {
    let cls = pointer
    add(
      .method, named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: R.luaType,
      unit: unit,
      summary: summary
    ) { stack in
      var last: Int32 = 0
      let me = try luaReceiver(T.self, of: cls, stack, name: name)
      try me._withUnsafeGuaranteedRef { me in
        try body(me, repeat (each A).next(stack, after: &last, offset: 1))
      }.push(stack)
      return 1
    }
  }

  @inlinable
  public func method<R: LuaValue>(
    _ name: String, _ unit: LuaUnit, _ summary: String, _ body: @escaping (T) throws -> R
  ) {
    method(name, [], unit, summary, body)
  }

  /// A method without a result.
  @inlinable
  public func method<each A: LuaValue>(
    _ name: String, _ parameters: [String], _ summary: String,
    _ body: @escaping (T, repeat each A) throws -> Void
  ) {
    let cls = pointer
    add(
      .method, named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: nil, unit: .none,
      summary: summary
    ) { stack in
      var last: Int32 = 0
      let me = try luaReceiver(T.self, of: cls, stack, name: name)
      try me._withUnsafeGuaranteedRef { me in
        try body(me, repeat (each A).next(stack, after: &last, offset: 1))
      }
      return 0
    }
  }

  @inlinable
  public func method(
    _ name: String, _ summary: String, _ body: @escaping (T) throws -> Void
  ) {
    method(name, [], summary, body)
  }

  /// A method that a task can wait in: it throws ``LuaSuspension`` then, and its results come later.
  @inlinable
  public func method<each A: LuaValue>(
    _ name: String, _ parameters: [String], awaiting results: String, _ summary: String,
    _ body: @escaping (T, repeat each A) throws -> Void
  ) {
    let cls = pointer
    add(
      .method, named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: results,
      unit: .none, summary: summary
    ) { stack in
      var last: Int32 = 0
      let me = try luaReceiver(T.self, of: cls, stack, name: name)
      try me._withUnsafeGuaranteedRef { me in
        try body(me, repeat (each A).next(stack, after: &last, offset: 1))
      }
      return 0
    }
  }

  /// A class function with a result.
  @inlinable
  public func classMethod<each A: LuaValue, R: LuaValue>(
    _ name: String, _ parameters: [String], _ unit: LuaUnit, _ summary: String,
    _ body: @escaping (repeat each A) throws -> R
  ) {
    add(
      .classMethod, named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: R.luaType,
      unit: unit,
      summary: summary
    ) { stack in
      var last: Int32 = 0
      try body(repeat (each A).next(stack, after: &last, offset: 0)).push(stack)
      return 1
    }
  }

  @inlinable
  public func classMethod<R: LuaValue>(
    _ name: String, _ unit: LuaUnit, _ summary: String, _ body: @escaping () throws -> R
  ) {
    classMethod(name, [], unit, summary, body)
  }

  /// A class function without a result.
  @inlinable
  public func classMethod<each A: LuaValue>(
    _ name: String, _ parameters: [String], _ summary: String,
    _ body: @escaping (repeat each A) throws -> Void
  ) {
    add(
      .classMethod, named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: nil,
      unit: .none,
      summary: summary
    ) { stack in
      var last: Int32 = 0
      try body(repeat (each A).next(stack, after: &last, offset: 0))
      return 0
    }
  }

  @inlinable
  public func classMethod(
    _ name: String, _ summary: String, _ body: @escaping () throws -> Void
  ) {
    classMethod(name, [], summary, body)
  }

  /// A class function that makes a loop, `for value in Class.name(…) do`; the object is closed where the loop ends.
  ///
  /// - Parameter result: the type of what the loop calls.
  @inlinable
  public func classLoop<each A: LuaValue, R: LuaObject>(
    _ name: String, _ parameters: [String], result: String, _ summary: String,
    _ body: @escaping (repeat each A) throws -> R
  ) {
    add(
      .classMethod, named: name, takes: parameters, of: luaTypes(repeat (each A).self), result: result,
      unit: .none,
      summary: summary
    ) { stack in
      var last: Int32 = 0
      let object = try body(repeat (each A).next(stack, after: &last, offset: 0))
      // What Lua's generic `for` takes: the function, no state, no first value, what it closes.
      object.push(stack)
      Bool?.none.push(stack)
      Bool?.none.push(stack)
      object.push(stack)
      return 4
    }
  }

  /// The initializer behind `Class(…)` and `Class.new{…}`.
  @inlinable
  public func initializer<each A: LuaValue>(
    _ parameters: [String] = [], _ make: @escaping (repeat each A) throws -> T
  ) {
    add(.initializer, takes: parameters, of: luaTypes(repeat (each A).self)) { arguments in
      let (stack, offset) = (arguments.stack, arguments.offset)
      var last: Int32 = 0
      return try make(repeat (each A).next(stack, after: &last, offset: offset))
    }
  }

  /// The same for many values that scripts may leave out: `make` takes them in order, and only those that are there
  /// cost anything.
  @inlinable
  public func initializer(
    _ parameters: [(name: String, type: any LuaValue.Type)],
    _ make: @escaping (inout LuaArguments) throws -> T
  ) {
    add(.initializer, takes: parameters.map(\.name), of: parameters.map { $0.type.luaType }, make)
  }

  /// The same for an instance of a script's subclass.
  @inlinable
  public func scriptedInitializer<each A: LuaValue>(
    _ parameters: [String] = [], _ make: @escaping (repeat each A) throws -> T
  ) {
    add(.scriptedInitializer, takes: parameters, of: luaTypes(repeat (each A).self)) { arguments in
      let (stack, offset) = (arguments.stack, arguments.offset)
      var last: Int32 = 0
      return try make(repeat (each A).next(stack, after: &last, offset: offset))
    }
  }
}
