public import Geo
package import GeoDelivery
public import GeoFeeds
public import GeoFormats

/// All options of `geoscript run`.
public struct RunOptions: Sendable {
  public var script: String
  /// The text of the script where it is in no file.
  package var scriptText: String?
  /// Whether the script is one of hooks for OwnTracks Recorder.
  public var hasRecorderHooks = false
  /// Words after `--`.
  public var arguments: [String] = []
  /// Paths or `-`; empty for one instance for the device `default` on the wall clock.
  public var sources: [String] = []
  public var feed = FeedOptions()
  /// Who may send to a server of `sources`.
  public var httpKeys = HTTPKeys()
  /// A multiple of real time; nil for as fast as possible.
  public var speed: Double?
  /// Whether a gateway publishes what comes, and senders wait for that.
  public var publishes = false
  /// The width of the reorder window in seconds; nil for the source's default.
  public var reorderWindow: TimeInterval?
  /// The file for the recording; nil for none.
  public var record: String?
  /// The file for the recording with the positions in privacy zones; nil for none.
  public var recordExact: String?
  /// When the recording continues in another file.
  public var recordRotation: RecordRotation?
  /// Seconds after their last line in which parts of the recording stay; nil for ever.
  public var recordKeep: TimeInterval?
  /// Live: seconds of silence after which a device fails; nil for never.
  public var staleAfter: TimeInterval?
  /// How devices form groups, as ``Grouping`` reads it; nil for one group.
  public var groupBy: String?
  /// The file with the settings of devices.
  public var settings: String?
  public var jobs = 1
  public var seed: UInt64 = 0
  public var profile = DeviceProfile.default
  /// The size of a map made without a frame; nil for the profile's screen.
  public var mapSize: CGSize?
  /// The pictures to draw; nil for none.
  public var pictures: PictureOptions?
  /// The page to write; nil for none.
  public var page: PageOptions?
  /// Other values for properties of regions, to see what would be.
  public var changes: [RegionChange] = []
  /// Fence files whose regions every device watches from its start.
  public var fences: [String] = []
  /// Meters past the edge of those regions from which a crossing counts.
  public var fenceAccuracy: CLLocationAccuracy = 0
  /// Files of the areas inside of which no output says where a device is.
  public var privacyZones: [String] = []
  /// Whether waypoints of OwnTracks phones become regions of their devices.
  public var takesWaypoints = false
  /// The zone of the times that people read.
  public var timeZone = TimeZoneRules.utc
  /// Whether the zone of a device is that of its last fix; until it has one, `timeZone`.
  public var followsZones = false
  /// Whether the zone was asked for; otherwise that of a continued state comes first.
  public var hasTimeZone = true
  package var alerts: [AlertSinkOption] = [.text]
  /// The sinks of channels.
  package var channels: [AlertSinkOption] = []
  /// The header fields of each alert to a web hook, as ``AlertHeaders`` reads them.
  public var alertHeaders: [String] = []
  /// The secrets that sign each message to a web hook.
  package var alertSecrets: [SigningSecret] = []
  public static let usualAlertTimeout: TimeInterval = 30
  /// Seconds without a delivery, after the end, until a web hook's remaining alerts are given up.
  public var alertTimeout = RunOptions.usualAlertTimeout
  /// Seconds after which an alert that waits is a dead letter, with a state directory.
  public var alertMaxAge: TimeInterval = 72 * 3600
  /// The most bytes of alerts that may wait for one sink, with a state directory.
  public var alertQueue = 1 << 30
  /// Which alerts wait, and which are joined.
  package var alertRule = AlertWindow.Rule()
  /// The tables that scripts add rows to.
  public var tables: [TableOption] = []
  /// Whether output files with contents are replaced.
  public var replaces = false
  /// Where metrics are served; nil for nowhere.
  public var metrics: ListenAddress?
  /// Whether standard output is NDJSON: every delegate call, alert and printed line.
  public var json = false
  /// The region to explain: an identifier, or `all`.
  public var explain: String?
  /// Whether the first failing callback ends the run.
  public var strict = false
  /// Failures of callbacks, of files and of sources leave the exit code at 0.
  public var keepsGoing = false
  public var isQuiet = false
  /// What scripts put out goes nowhere.
  public var isSilent = false
  /// Says more of what happens.
  public var isVerbose = false
  /// The least level of lines on standard error; nil for what `isQuiet` and `isVerbose` say.
  public var logLevel: LogLevel?
  public var logFormat = LogFormat.text
  /// Whether the app is launched once and then runs only when an event that it is registered for wakes it.
  public var runsInBackground = false
  public var maxMemory = 1 << 30
  public var maxMemoryDevice = 256 << 20
  public var maxInstructions: Int64 = 50_000_000
  public var readable: [String] = []
  public var writable: [String] = []
  /// The sources that answer the script's geocoders.
  public var geocoder = GeocoderOption.standard
  /// The server that answers MKDirections; nil for an estimate.
  public var router: RouterOption?
  /// Whether the script may load tiles from servers and ask the servers of `geocoder`.
  public var allowsNet = false
  /// The state directory, which outlives the run.
  public var state: String?
  /// Whether a worker of a stream keeps its state there: `--state nats`.
  public var keepsStateInStream = false
  /// The least seconds of work between checkpoints.
  public var checkpointInterval = 1.0

  /// When changes of files are taken over; nil for never.
  public var reload: ReloadRule?

  /// The file for the profile of the script; nil for none.
  public var profileScript: String?

  /// Whether the lines that scripts run are counted.
  package var countsLines = false

  /// The least level of lines on standard error.
  var threshold: LogLevel { logLevel ?? (isVerbose ? .debug : isQuiet ? .warning : .info) }

  /// Whether events are recorded.
  package var records: Bool { record != nil || recordExact != nil }

  public init(script: String) { self.script = script }
}
