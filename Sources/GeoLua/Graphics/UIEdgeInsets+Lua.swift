public import Geo
public import LuaBridge

extension UIEdgeInsets: LuaStruct {
  public static let luaBlank = UIEdgeInsets.zero
  public static let luaStruct = LuaStructFields<UIEdgeInsets>(
    "UIEdgeInsets", "The distances from the edges of a rectangle."
  )
  .number("top", .points, "From the upper edge.", get: { $0.top }, set: { $0.top = $1 })
  .number("left", .points, "From the left edge.", get: { $0.left }, set: { $0.left = $1 })
  .number("bottom", .points, "From the lower edge.", get: { $0.bottom }, set: { $0.bottom = $1 })
  .number("right", .points, "From the right edge.", get: { $0.right }, set: { $0.right = $1 })
}
