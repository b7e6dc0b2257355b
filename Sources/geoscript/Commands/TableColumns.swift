import ArgumentParser
import Geo
import GeoFormats
import GeoHost

/// How tables of fixes are read.
struct TableColumns: ParsableArguments {
  @Option(help: ArgumentHelp("CSV column holding the device name, if not detected.", valueName: "name"))
  var deviceColumn: String?

  @Option(
    help: ArgumentHelp(
      "Time zone of times that you read, and of times in tables that have no offset, such as Europe/Berlin. (default: $TZ, or the machine's; for tables UTC)",
      valueName: "zone"), transform: TimeZoneOption.init)
  var timeZone: TimeZoneOption?

  /// Says it to the readers.
  func apply(to feed: inout FeedOptions) {
    feed.deviceColumn = deviceColumn
    feed.timeZone = timeZone?.rules
  }
}
