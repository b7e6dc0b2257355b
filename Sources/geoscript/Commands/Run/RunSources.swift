import ArgumentParser
public import GeoFormats

/// Where events come from, and how they are read.
struct RunSources: ParsableArguments {
  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "Sources of events: files, -, sim:… or an address such as gpsd://localhost. Repeatable.",
      valueName: "source"),
    completion: .file())
  var sources: [String] = []

  @Option(
    help: ArgumentHelp("Replay speed: 1 is real time, 60 is a minute per second.", valueName: "n|max"))
  var speed = "max"

  @Option(
    help: ArgumentHelp("Skip events before this time (ISO 8601 or seconds since 1970).", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("Skip events after this time.", valueName: "time"))
  var end: String?

  @Option(help: ArgumentHelp("Seconds between points that have no time.", valueName: "s"))
  var interval: Double?

  @Option(help: ArgumentHelp("Speed along points that have no time, in m/s.", valueName: "m/s"))
  var pace: Double?

  @Option(
    help: "What counts as a device in GPX, KML and GeoJSON files: each file, or each track or line in it.")
  var deviceBy: FeedOptions.DeviceBy = .file

  @OptionGroup var table: TableColumns

  @Option(
    help: ArgumentHelp(
      "Seconds within which events are put in order. (default: 3 for files, 0 for - and live)", valueName: "s"
    ))
  var reorderWindow: Double?

  @Option(
    help: ArgumentHelp(
      "After this many seconds of silence, a device gets kCLErrorLocationUnknown, once.",
      valueName: "s"))
  var staleAfter: Double?

  @Option(
    help: ArgumentHelp(
      "Which devices form a group: a field of the input, owntracks-user, device:REGEX, or a CSV file with device and group.",
      valueName: "field"))
  var groupBy: String?

  @Option(
    help: ArgumentHelp(
      "Values for each device, as device.settings: a CSV file whose first column is the device, or JSON; * is all others.",
      valueName: "file"),
    completion: .file())
  var settings: String?

  @Option(
    help: ArgumentHelp(
      "Keys of encrypted OwnTracks messages: one for all devices, or lines of user/device and key.",
      valueName: "file"),
    completion: .file())
  var owntracksKey: String?

  @Flag(help: "Turn the waypoints of OwnTracks phones into regions of their devices.")
  var owntracksWaypoints = false

  @Flag(help: "The script has hooks for OwnTracks Recorder, such as otr_hook: call them.")
  var otr = false
}

extension FeedOptions.DeviceBy: WordChoice {}
