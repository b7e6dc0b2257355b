import Geo
import LuaBridge

/// Any overlay on its way into Lua or out of it: a host object, or a table of the script's with `coordinate` and
/// `boundingMapRect`.
typealias OverlayValue = LuaConforming<OverlayProtocol>

enum OverlayProtocol: LuaProtocol {
  typealias StandIn = ScriptedOverlay

  static func conforming(_ object: AnyObject) -> (any MKOverlay)? { object as? any MKOverlay }
}

extension OverlayValue {
  /// The overlay, a script's own looked at anew.
  ///
  /// - Errors: ``LuaMismatch`` when its place is none.
  func refreshed() throws -> any MKOverlay {
    try (object as? ScriptedOverlay)?.refresh()
    return object
  }
}
