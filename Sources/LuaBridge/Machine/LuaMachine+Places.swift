import CLuaBridge

/// Where scripts are, for messages.
extension LuaMachine {
  /// The script's place that called the host, as `file.lua:12: `; empty if no script did.
  public func place(_ stack: LuaStack) -> String {
    // Level 1 is a C function when the border itself made the call, as for an assignment.
    for level in Int32(1)...2 {
      lb_where(stack, level)
      defer { lb_pop(stack, 1) }
      if let place = try? String.read(stack, -1), !place.isEmpty { return place }
    }
    return ""
  }

  /// Where the Lua function at `index` begins, as `file.lua:12: `; empty for anything else.
  func definition(_ stack: LuaStack, _ index: Int32) -> String {
    lb_definition(stack, index)
    defer { lb_pop(stack, 1) }
    return (try? String.read(stack, -1)) ?? ""
  }
}
