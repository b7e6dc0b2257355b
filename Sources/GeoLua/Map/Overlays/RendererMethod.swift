import LuaBridge

/// The methods of renderers that scripts may override, in the order of their slots.
enum RendererMethod: Int32, CaseIterable {
  case canDrawMapRect, drawMapRect

  static let names = allCases.map { "\($0)" }
}

extension LuaScript {
  /// Calls the script's override of `method` with `arguments`, else `base`.
  func call<Answer: LuaValue>(
    _ method: RendererMethod, of object: any LuaObject, _ arguments: any LuaValue...,
    base: () throws -> Answer
  ) throws -> Answer {
    try call(slot: method.rawValue, of: object, arguments, base: base)
  }
}
