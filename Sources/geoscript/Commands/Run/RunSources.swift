import ArgumentParser
public import GeoFormats

/// Where events come from, and how they are read.
struct RunSources: OptionTable {
  var sources: [String] = []
  var speed = "max"
  var start: String?
  var end: String?
  var interval: Double?
  var pace: Double?
  var deviceBy: FeedOptions.DeviceBy = .file
  var table = TableColumns()
  var reorderWindow: Double?
  var staleAfter: Double?
  var groupBy: String?
  var settings: String?
  var owntracksKey: String?
  var owntracksWaypoints = false
  var otr = false

  static func declare(_ o: inout OptionRows<Self>) {
    o.option(
      "from", \.sources,
      "Sources of events: files, -, sim:… or an address such as gpsd://localhost. Repeatable.",
      value: "source", completion: .file())
    o.option("speed", \.speed, "Replay speed: 1 is real time, 60 is a minute per second.", value: "n|max")
    o.option(
      "start", \.start, "Skip events before this time (ISO 8601 or seconds since 1970).", value: "time")
    o.option("end", \.end, "Skip events after this time.", value: "time")
    o.option(
      "interval", \.interval, "Seconds between points that have no time.", value: "s", by: Seconds.value)
    o.option(
      "pace", \.pace, "Speed along points that have no time, in m/s.", value: "m/s", by: MetersPerSecond.value
    )
    o.option(
      "device-by", \.deviceBy,
      "What counts as a device in GPX, KML and GeoJSON files: each file, or each track or line in it.")
    o.group("table", \.table)
    o.option(
      "reorder-window", \.reorderWindow,
      "Seconds within which events are put in order. (default: 3 for files, 0 for - and live)", value: "s",
      by: Seconds.value)
    o.option(
      "stale-after", \.staleAfter,
      "After this many seconds of silence, a device gets kCLErrorLocationUnknown, once.", value: "s",
      by: Seconds.value)
    o.option(
      "group-by", \.groupBy,
      "Which devices form a group: a field of the input, owntracks-user, device:REGEX, or a CSV file with device and group.",
      value: "field")
    o.option(
      "settings", \.settings,
      "Values that scripts read as device.settings: a CSV file whose first column is the device, or JSON. The device * stands for all others.",
      value: "file", completion: .file())
    o.option(
      "owntracks-key", \.owntracksKey,
      "Keys of encrypted OwnTracks messages: one for all devices, or lines of user/device and key.",
      value: "file", completion: .file())
    o.flag(
      "owntracks-waypoints", \.owntracksWaypoints,
      "Turn the waypoints of OwnTracks phones into regions of their devices.")
    o.flag("otr", \.otr, "Call the script's hooks for OwnTracks Recorder, such as otr_hook.")
  }
}

extension FeedOptions.DeviceBy: WordChoice {}

extension RunSources {
  /// Throws if the options that give times to points without one make no sense.
  static func checkTimes(interval: Double?, pace: Double?) throws {
    for (name, value) in [("interval", interval), ("pace", pace)] {
      if let value, !(value > 0 && value.isFinite) {
        throw ValidationError("--\(name) must be above 0, got \(value)")
      }
    }
    guard interval == nil || pace == nil else {
      throw ValidationError("--interval and --pace both give times to points without them: choose one")
    }
  }
}
