public import Geo
import GeoLua
import LuaBridge

/// The time zone that `--time-zone` names.
public struct TimeZoneOption: Sendable, Hashable {
  public let rules: TimeZoneRules

  /// - Parameter name: of the system's database, an offset, or `local` for the machine's own.
  /// - Errors: ``GeoError`` (`usage`) for a name that the system's database does not have.
  public init(_ name: String) throws(GeoError) {
    if name == "local" {
      rules = ZoneInfo.system
      return
    }
    do throws(LuaMismatch) { rules = try ZoneInfo.rules(name) } catch {
      throw GeoError(.usage, error.message)
    }
  }
}
