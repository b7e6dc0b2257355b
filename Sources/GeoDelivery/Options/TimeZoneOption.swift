package import Geo
import GeoLua
import LuaBridge

/// The time zone that `--time-zone` names.
package struct TimeZoneOption: Sendable, Hashable {
  /// Nil for `auto`: the zone of the first fix, and on live sources that of each device's last fix.
  package let rules: TimeZoneRules?

  /// - Parameter name: of the system's database, an offset, `local` for the machine's own, or `auto`.
  /// - Errors: ``GeoError`` (`usage`) for a name that the system's database does not have.
  package init(_ name: String) throws(GeoError) {
    if name == "auto" {
      rules = nil
    } else if name == "local" {
      rules = ZoneInfo.system
    } else {
      do throws(LuaMismatch) { rules = try ZoneInfo.rules(name) } catch {
        throw GeoError(.usage, error.message)
      }
    }
  }
}
