import Geo
import LuaBridge

/// A place among subviews, counted from 1.
struct SubviewIndex: LuaValue {
  static var luaType: String { "integer" }
  let value: Int

  static func read(_ stack: LuaStack, _ index: Int32) throws -> SubviewIndex {
    guard LuaKind(stack, index) != .object else {
      throw LuaMismatch(
        "index expected, got a view; call insertSubview_aboveSubview or insertSubview_belowSubview")
    }
    // Any below the first is farthest back; the least integer has no other below it.
    return SubviewIndex(value: max(0, try Int.read(stack, index)))
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// A rectangle that a view can have: without infinite values.
struct FiniteRect: LuaValue {
  static var luaType: String { CGRect.luaType }
  let value: CGRect

  static func read(_ stack: LuaStack, _ index: Int32) throws -> FiniteRect {
    try finite(CGRect.read(stack, index))
  }

  /// - Errors: ``LuaMismatch`` for a rect that is infinite.
  static func finite(_ rect: CGRect) throws -> FiniteRect {
    let (origin, size) = (rect.origin, rect.size)
    guard origin.x.isFinite, origin.y.isFinite, size.width.isFinite, size.height.isFinite else {
      throw LuaMismatch("finite CGRect expected, got an infinite one")
    }
    return FiniteRect(value: rect)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// A place that a view can have: without infinite values.
struct FinitePoint: LuaValue {
  static var luaType: String { CGPoint.luaType }
  let value: CGPoint

  static func read(_ stack: LuaStack, _ index: Int32) throws -> FinitePoint {
    let point = try CGPoint.read(stack, index)
    guard point.x.isFinite, point.y.isFinite else {
      throw LuaMismatch("finite CGPoint expected, got an infinite one")
    }
    return FinitePoint(value: point)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}
