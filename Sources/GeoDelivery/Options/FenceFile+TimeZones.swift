import Geo
package import GeoFormats
import GeoLua
import LuaBridge

extension FenceFile {
  /// The time zones of the system's database, which GeoFeeds cannot read.
  package static let systemTimeZones: TimeZones = { name throws(GeoError) in
    do throws(LuaMismatch) {
      return try ZoneInfo.rules(name)
    } catch {
      throw GeoError(.data, error.message)
    }
  }
}
