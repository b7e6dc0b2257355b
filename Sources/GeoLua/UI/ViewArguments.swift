import Geo
import LuaBridge

/// An index among subviews, counted from 1.
struct SubviewIndex: LuaValue {
  static var luaType: String { "integer" }
  let value: Int

  static func read(_ stack: LuaStack, _ index: Int32) throws -> SubviewIndex {
    guard LuaKind(stack, index) != .object else {
      throw LuaMismatch(
        "index expected, got a view: call insertSubview_aboveSubview or insertSubview_belowSubview")
    }
    // Every index below 1 means the back; subtracting from the smallest integer would overflow.
    return SubviewIndex(value: max(0, try Int.read(stack, index)))
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// A finite rectangle.
struct FiniteRect: LuaValue {
  static var luaType: String { CGRect.luaType }
  let value: CGRect

  static func read(_ stack: LuaStack, _ index: Int32) throws -> FiniteRect {
    try finite(CGRect.read(stack, index))
  }

  /// - Errors: ``LuaMismatch`` for an infinite rect.
  static func finite(_ rect: CGRect) throws -> FiniteRect {
    let (origin, size) = (rect.origin, rect.size)
    guard origin.x.isFinite, origin.y.isFinite, size.width.isFinite, size.height.isFinite else {
      throw LuaMismatch("finite CGRect expected, got an infinite one")
    }
    return FiniteRect(value: rect)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// A finite point.
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
