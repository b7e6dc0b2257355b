import Geo
import LuaBridge

/// The context that UIKit's functions draw into.
enum CurrentContext {
  static func get(_ machine: LuaMachine) throws -> CGContext? {
    try RunningScript.current(machine).device.madeScreen?.graphics.current
  }

  /// - Errors: ``LuaMessage`` where there is none.
  static func required(_ machine: LuaMachine) throws -> CGContext {
    guard let context = try get(machine) else {
      throw LuaMessage(
        "no current context to draw into (UIKit has one during drawRect, between UIGraphicsPushContext and "
          + "UIGraphicsPopContext, and between UIGraphicsBeginImageContext and UIGraphicsEndImageContext)")
    }
    return context
  }
}
