import CLuaBridge

extension LuaMachine {
  /// Calls the method `name` of an object, if its class or its script has one.
  ///
  /// - Returns: whether there is one.
  /// - Errors: ``LuaError``.
  public func callMethod(
    _ name: String, of object: any LuaObject, _ arguments: any LuaValue...
  ) throws -> Bool {
    let stack = stack
    object.push(stack)
    // An object of a host class cannot even be asked for what it has not.
    let isThere = lb_getfield(stack, -1, name) && lb_type(stack, -1) == LB_FUNCTION
    let method = LuaReference(popping: stack)
    lb_pop(stack, 1)
    guard isThere else { return false }
    try call(results: 0) { stack in
      method.push(stack)
      object.push(stack)
      for argument in arguments { argument.push(stack) }
      return Int32(arguments.count + 1)
    }
    return true
  }
}
