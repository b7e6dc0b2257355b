public import Geo
public import LuaBridge

extension CGPoint: LuaStruct {
  public static let luaBlank = CGPoint.zero
  public static let luaStruct = LuaStructFields<CGPoint>("CGPoint", "A point in a view.")
    .number("x", .points, "The position, growing to the right.", get: { $0.x }, set: { $0.x = $1 })
    .number("y", .points, "The position, growing downward.", get: { $0.y }, set: { $0.y = $1 })

  public func push(_ stack: LuaStack) { CGPoint.pushNumbers(stack, x, y) }
}

extension CGSize: LuaStruct {
  public static let luaBlank = CGSize.zero
  public static let luaStruct = LuaStructFields<CGSize>("CGSize", "A size in a view.")
    .number("width", .points, "The horizontal extent.", get: { $0.width }, set: { $0.width = $1 })
    .number("height", .points, "The vertical extent.", get: { $0.height }, set: { $0.height = $1 })

  public func push(_ stack: LuaStack) { CGSize.pushNumbers(stack, width, height) }
}

extension CGRect: LuaStruct {
  public static let luaBlank = CGRect.zero
  public static let luaStruct = LuaStructFields<CGRect>("CGRect", "A rectangle in a view.")
    .nested("origin", "The upper-left corner.", get: { $0.origin }, set: { $0.origin = $1 })
    .nested("size", "Width and height.", get: { $0.size }, set: { $0.size = $1 })

  /// `CGRect(x, y, width, height)`, as Swift has it.
  public static func luaMake(_ stack: LuaStack, count: Int32) throws -> CGRect? {
    guard let numbers = LuaNumbers.read(stack, 1, count: 4, of: count) else { return nil }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

/// The view structs with their C functions and constants.
enum Graphics {
  static func declareStructs(_ machine: LuaMachine) {
    machine.add(CGPoint.self)
    machine.add(CGSize.self)
    machine.add(CGRect.self)
  }

  static func declareFunctions(_ g: LuaScope) {
    let rects = PlaneRectFunctions<CGRect>(g, .points)
    rects.declareMaking("CGPointMake", "CGSizeMake", "CGRectMake")
    rects.declareEdges { "CGRectGet\($0)" }
    rects.declareComparing()
    rects.declareArithmetic()
    g.function(
      "CGRectIsEmpty", ["rect"], .none, "Returns whether the rect is null or one of its sides is 0."
    ) { (rect: CGRect) in rect.isEmpty }
    g.function(
      "CGRectContainsPoint", ["rect", "point"], .none,
      "Returns whether the point lies in the rect, or on its left or upper edge."
    ) { (rect: CGRect, point: CGPoint) in rect.contains(point) }
    g.function(
      "CGRectStandardize", ["rect"], .none, "Returns the same rect with a width and height of 0 or more."
    ) { (rect: CGRect) in rect.standardized }
    g.constant("CGPointZero", CGPoint.zero, "The point (0, 0).")
    g.constant("CGSizeZero", CGSize.zero, "The size 0 by 0.")
    g.constant("CGRectZero", CGRect.zero, "An empty rect at (0, 0).")
    g.constant("CGRectNull", CGRect.null, "The null rect.")
    for edge in CGRectEdge.allCases {
      g.constant(edge.constantName, Double(edge.rawValue), .one, "The edge from which a slice is cut.")
    }
    declareMacNames(rects, g)
  }

  /// The macOS names of the same functions (E-13).
  private static func declareMacNames(_ rects: PlaneRectFunctions<CGRect>, _ g: LuaScope) {
    rects.declareMaking("NSPoint", "NSSize", nil)
    rects.declareMaking("NSMakePoint", "NSMakeSize", "NSMakeRect")
    rects.declareEdges { "NS\($0)" }
    g.function("NSRect", ["origin", "size"], .none, "Returns the rect with this origin and size.") {
      (origin: CGPoint, size: CGSize) in CGRect(origin: origin, size: size)
    }
    g.constant("NSZeroPoint", CGPoint.zero, "The point (0, 0).")
    g.constant("NSZeroSize", CGSize.zero, "The size 0 by 0.")
    g.constant("NSZeroRect", CGRect.zero, "An empty rect at (0, 0).")
  }
}
