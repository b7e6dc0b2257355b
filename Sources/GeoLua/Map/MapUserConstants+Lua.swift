import Geo
import LuaBridge

/// The constants of a map's delegate.
///
/// - Source: spec F-6.
enum MapUserConstants {
  static func declare(_ g: LuaScope) {
    g.constant("MKErrorDomain", MKErrorDomain, "The domain of Map Kit's errors.")
    for error in MKErrorCode.allCases {
      g.constant(error.constantName, Double(error.rawValue), .one, error.sentence)
    }
    for mode in MKUserTrackingMode.allCases {
      g.constant(mode.constantName, Double(mode.rawValue), .one, "How a map follows the user.")
    }
  }
}
