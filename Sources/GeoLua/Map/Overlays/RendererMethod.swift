import Geo
import LuaBridge

/// The methods of renderers that scripts may override, in the order of their slots; those from `createPath` on are of
/// path renderers alone.
enum RendererMethod: Int32, CaseIterable {
  case canDrawMapRect, drawMapRect
  case createPath, applyStrokePropertiesToContext, applyFillPropertiesToContext, strokePath, fillPath

  static let names = [canDrawMapRect, drawMapRect].map { "\($0)" }
  static let pathNames = allCases.map { "\($0)" }
}

extension LuaScript {
  /// Calls the script's override of `method` with `arguments`, else `base`.
  func call<Answer: LuaValue>(
    _ method: RendererMethod, of object: any LuaObject, _ arguments: any LuaValue...,
    base: () throws -> Answer
  ) throws -> Answer {
    try call(slot: method.rawValue, of: object, arguments, base: base)
  }

  /// The same for a method without arguments that answers nothing.
  func call(_ method: RendererMethod, of object: any LuaObject, base: () throws -> Void) throws {
    let isDone: Void? = try override(method.rawValue, of: object) { _ in
      0
    } result: { _, _ in
    }
    if isDone == nil { try base() }
  }

  /// Calls the script's override of a `method` that changes what the context paints with, else `base`.
  func apply(
    _ method: RendererMethod, of object: any LuaObject, to context: CGContext, _ zoomScale: MKZoomScale,
    base: () throws -> Void
  ) throws {
    guard overrides(method.rawValue), let machine else { return try base() }
    let isDone: Void? = try context.pushScoped(machine.stack) {
      try override(method.rawValue, of: object) { stack in
        context.push(stack)
        zoomScale.push(stack)
        return 2
      } result: { _, _ in
      }
    }
    if isDone == nil { try base() }
  }

  /// Whether a renderer is drawn tile by tile: always where the script draws itself, or says when it can be drawn.
  func drawsInTiles(_ base: Bool) -> Bool {
    base || overrides(RendererMethod.drawMapRect.rawValue)
      || overrides(RendererMethod.canDrawMapRect.rawValue)
  }
}
