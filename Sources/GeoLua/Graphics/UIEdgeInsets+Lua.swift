public import Geo
public import LuaBridge

extension UIEdgeInsets: LuaStruct {
  public static let luaBlank = UIEdgeInsets.zero
  public static let luaStruct = LuaStructFields<UIEdgeInsets>(
    "UIEdgeInsets", "Distances from the edges of a rectangle."
  )
  .number("top", .points, "The distance from the upper edge.", get: { $0.top }, set: { $0.top = $1 })
  .number("left", .points, "The distance from the left edge.", get: { $0.left }, set: { $0.left = $1 })
  .number("bottom", .points, "The distance from the lower edge.", get: { $0.bottom }, set: { $0.bottom = $1 })
  .number("right", .points, "The distance from the right edge.", get: { $0.right }, set: { $0.right = $1 })
}
