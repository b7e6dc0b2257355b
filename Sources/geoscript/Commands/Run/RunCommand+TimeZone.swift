import GeoDelivery
import GeoHost
import GeoLua

extension RunCommand {
  /// The time zone, and what depends on it.
  func setZone(_ options: inout RunOptions) throws {
    options.timeZone = try input.table.timeZone?.zone(of: options.sources, options.feed) ?? ZoneInfo.system
    options.followsZones = try input.table.timeZone?.follows(options.sources) ?? false
    options.hasTimeZone = input.table.timeZone != nil
    options.pictures?.timeZone = options.timeZone
    options.alertRule.zone = options.timeZone
    options.alertRule.quiet = try output.quietHours.map { try QuietHours($0, in: options.timeZone) }
  }
}
