import ArgumentParser
import Geo
import GeoDelivery
import GeoFormats
import GeoHost
import LuaBridge

/// How tables of fixes are read.
struct TableColumns: OptionTable {
  var deviceColumn: String?
  var latColumn: String?
  var lonColumn: String?
  var timeColumn: String?
  var timeFormat: TimeFormat?
  var timeZone: TimeZoneOption?

  static func declare(_ o: inout OptionRows<Self>) {
    o.option(
      "device-column", \.deviceColumn, "CSV column holding the device name, if not detected.", value: "name")
    o.option(
      "lat-column", \.latColumn, "CSV column with the latitude: its title, or its number from 1.",
      value: "name")
    o.option("lon-column", \.lonColumn, "CSV column with the longitude.", value: "name")
    o.option("time-column", \.timeColumn, "CSV column with the time.", value: "name")
    o.option(
      "time-format", \.timeFormat, "How tables write times, such as %d/%m/%Y %H:%M:%S.", value: "format",
      by: TimeFormat.init)
    o.option(
      "time-zone", \.timeZone,
      "Time zone of the times that you read, and of times in tables without an offset: a name such as Europe/Berlin, local (this machine's), or auto (that of the first fix; live, that of each device's last fix). (default: $TZ, or the machine's; for tables UTC)",
      value: "zone", completion: .list(["local", "auto", "UTC"]), by: TimeZoneOption.init)
  }

  /// Says it to the readers.
  func apply(to feed: inout FeedOptions) {
    feed.nearest = { NearestName.find($0, among: $1) }
    feed.deviceColumn = deviceColumn
    (feed.latitudeColumn, feed.longitudeColumn, feed.timeColumn) = (latColumn, lonColumn, timeColumn)
    feed.timeFormat = timeFormat
    feed.timeZone = timeZone?.rules
  }
}
