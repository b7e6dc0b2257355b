import ArgumentParser
import Geo
import GeoFormats
import GeoHost

/// How tables of fixes are read.
struct TableColumns: ParsableArguments {
  @Option(help: ArgumentHelp("CSV column holding the device name, if not detected.", valueName: "name"))
  var deviceColumn: String?

  @Option(
    help: ArgumentHelp("CSV column with the latitude: its title, or its number from 1.", valueName: "name"))
  var latColumn: String?

  @Option(help: ArgumentHelp("CSV column with the longitude.", valueName: "name"))
  var lonColumn: String?

  @Option(help: ArgumentHelp("CSV column with the time.", valueName: "name"))
  var timeColumn: String?

  @Option(
    help: ArgumentHelp("How tables write times, such as %d/%m/%Y %H:%M:%S.", valueName: "format"),
    transform: TimeFormat.init)
  var timeFormat: TimeFormat?

  @Option(
    help: ArgumentHelp(
      "Time zone of times that you read, and of times in tables that have no offset, such as Europe/Berlin. local is the machine's; auto is that of the first fix, live that of each device's last fix. (default: $TZ, or the machine's; for tables UTC)",
      valueName: "zone"), completion: .list(["local", "auto", "UTC"]), transform: TimeZoneOption.init)
  var timeZone: TimeZoneOption?

  /// Says it to the readers.
  func apply(to feed: inout FeedOptions) {
    feed.deviceColumn = deviceColumn
    (feed.latitudeColumn, feed.longitudeColumn, feed.timeColumn) = (latColumn, lonColumn, timeColumn)
    feed.timeFormat = timeFormat
    feed.timeZone = timeZone?.rules
  }
}
