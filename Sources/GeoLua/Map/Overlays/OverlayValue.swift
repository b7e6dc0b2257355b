import Geo
import LuaBridge

/// Any overlay as a Lua value: a host object, or a script's table with `coordinate` and `boundingMapRect`.
typealias OverlayValue = LuaConforming<OverlayProtocol>

enum OverlayProtocol: LuaProtocol {
  typealias StandIn = ScriptedOverlay

  static func conforming(_ object: AnyObject) -> (any MKOverlay)? { object as? any MKOverlay }
}

extension OverlayValue {
  /// Returns the overlay; the place of a script's own is read again.
  ///
  /// - Errors: ``LuaMismatch`` when its `coordinate` or `boundingMapRect` is invalid.
  func refreshed() throws -> any MKOverlay {
    try (object as? ScriptedOverlay)?.refresh()
    return object
  }
}
