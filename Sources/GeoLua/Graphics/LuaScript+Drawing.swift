import Geo
import LuaBridge

/// Overrides that draw.
extension LuaScript {
  /// Calls the script's override of a view's `method`, else `base`; UIKit draws into the context meanwhile.
  func draw(
    _ method: ViewMethod, of object: any LuaObject, in context: CGContext, _ arguments: any LuaValue...,
    base: () throws -> Void
  ) throws {
    try draw(slot: method.rawValue, of: object, in: context, forUIKit: context, arguments, base: base)
  }

  /// Calls the script's override of a renderer's `method`, else `base`; UIKit knows nothing of the context, as at
  /// Apple, unless the script pushes it.
  func draw(
    _ method: RendererMethod, of object: any LuaObject, in context: CGContext, _ arguments: any LuaValue...,
    base: () throws -> Void
  ) throws {
    try draw(slot: method.rawValue, of: object, in: context, forUIKit: nil, arguments, base: base)
  }

  /// - Shape: the script has the context until its function returns, and whatever it leaves behind, by an error too, is
  ///   brought back then.
  private func draw(
    slot: Int32, of object: any LuaObject, in context: CGContext, forUIKit current: CGContext?,
    _ arguments: [any LuaValue], base: () throws -> Void
  ) throws {
    guard overrides(slot) else { return try base() }
    let isDone = try context.saving {
      let device = (try? RunningScript.current(machine))?.device
      let depth = device?.screen.graphics.beginCall(current)
      defer {
        if let device, let depth {
          for image in device.screen.graphics.endCall(depth) { machine.map { image.context.expire($0.stack) } }
        }
      }
      return try override(slot, of: object, lending: context) { stack in
        for argument in arguments { argument.push(stack) }
        return Int32(arguments.count)
      }
    }
    if !isDone { try base() }
  }
}

/// The context that UIKit's functions draw into.
enum CurrentContext {
  static func get(_ machine: LuaMachine) throws -> CGContext? {
    try RunningScript.current(machine).device.screen.graphics.current
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
