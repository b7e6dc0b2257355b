import Geo
import LuaBridge

/// The context that UIKit functions draw into.
enum CurrentContext {
  static func get(_ machine: LuaMachine) throws -> CGContext? {
    try RunningScript.current(machine).device.madeScreen?.graphics.current
  }

  /// - Errors: ``LuaMessage`` when there is no current context.
  static func required(_ machine: LuaMachine) throws -> CGContext {
    guard let context = try get(machine) else {
      throw LuaMessage(
        "no current context to draw into: draw during drawRect, between UIGraphicsPushContext and "
          + "UIGraphicsPopContext, or between UIGraphicsBeginImageContext and UIGraphicsEndImageContext")
    }
    return context
  }
}
