import Geo
import LuaBridge

/// Any overlay on its way into Lua or out of it.
struct OverlayValue: LuaValue {
  static var luaType: String { "MKOverlay" }
  let overlay: any MKOverlay

  init(_ overlay: any MKOverlay) { self.overlay = overlay }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> OverlayValue {
    throw LuaMismatch("MKOverlay expected")
  }

  func push(_ stack: LuaStack) { (overlay as? any LuaObject)?.push(stack) }
}
