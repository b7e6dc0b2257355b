import Geo
import LuaBridge

/// The methods of views that scripts may override, in the order of their slots.
///
/// A class that adds further ones numbers them from `ViewMethod.allCases.count`: `c.open(overridable: ViewMethod.names +
/// ["setSelected"])`.
enum ViewMethod: Int32, CaseIterable {
  case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
  case hitTest, hitTest_withEvent, pointInside, layoutSubviews, drawRect
  // Those of annotation views only.
  case prepareForReuse, setSelected, setDragState

  static let annotationNames = allCases.map { "\($0)" }
  static let names = Array(annotationNames.prefix(9))
  /// Those that responders other than views have too.
  static let responderNames = Array(names.prefix(4))
}

extension LuaScript {
  /// Calls the script's override of `method` with `arguments`, else `base`.
  func call(
    _ method: ViewMethod, of object: any LuaObject, _ arguments: any LuaValue..., base: () throws -> Void
  ) throws {
    let isDone: Void? = try override(method.rawValue, of: object) { stack in
      for argument in arguments { argument.push(stack) }
      return Int32(arguments.count)
    } result: { _, _ in
    }
    if isDone == nil { try base() }
  }

  /// The same for a method that answers.
  func call<Answer: LuaValue>(
    _ method: ViewMethod, of object: any LuaObject, _ arguments: any LuaValue..., base: () throws -> Answer
  ) throws -> Answer {
    try call(slot: method.rawValue, of: object, arguments, base: base)
  }

  /// The same for a slot of any class.
  func call<Answer: LuaValue>(
    slot: Int32, of object: any LuaObject, _ arguments: [any LuaValue], base: () throws -> Answer
  ) throws -> Answer {
    let answer = try override(slot, of: object) { stack in
      for argument in arguments { argument.push(stack) }
      return Int32(arguments.count)
    } result: {
      try Answer.read($0, $1)
    }
    return try answer ?? base()
  }
}

extension LuaScript {
  /// Binds a method that scripts may override: what the script reaches through `super` is the host's.
  static func base<T, Result>(_ method: ViewMethod, of object: T, _ body: (T) throws -> Result) rethrows
    -> Result
  {
    try callingBase(of: object, method.rawValue, body)
  }
}
