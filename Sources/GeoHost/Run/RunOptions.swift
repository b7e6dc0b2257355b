public import Geo
public import GeoFeeds
public import GeoFormats

/// Everything that `geoscript run` was told.
public struct RunOptions: Sendable {
  public var script: String
  /// Words after `--`.
  public var arguments: [String] = []
  /// Paths or `-`; none: one copy for the device `default` on the wall clock.
  public var sources: [String] = []
  public var feed = FeedOptions()
  /// Who may send to a server of `sources`.
  public var httpKeys = HTTPKeys()
  /// Times real time; nil as fast as possible.
  public var speed: Double?
  /// Seconds that events of a device wait to be put in order; nil for the source's own.
  public var reorderWindow: TimeInterval?
  /// The file that the run is recorded in; nil for none.
  public var record: String?
  /// When the recording goes on in another file.
  public var recordRotation: RecordRotation?
  /// Live: seconds after which a device that is not heard fails; nil for never.
  public var staleAfter: TimeInterval?
  public var jobs = 1
  public var seed: UInt64 = 0
  public var profile = DeviceProfile.default
  /// How large a map is that is made without a frame; nil for the profile's screen.
  public var mapSize: CGSize?
  /// What pictures of maps are made; nil for none.
  public var pictures: PictureOptions?
  /// Files of fences whose regions every device watches from its start.
  public var fences: [String] = []
  /// Meters past the edge of those regions that count as a crossing.
  public var fenceAccuracy: CLLocationAccuracy = 0
  /// The waypoints of OwnTracks phones become regions of their devices.
  public var takesWaypoints = false
  public var alerts: [AlertSinkOption] = [.text]
  /// Go with each alert to a web hook, as ``AlertHeaders`` reads them.
  public var alertHeaders: [String] = []
  /// Seconds after the end that a web hook may take no alert before the rest is given up.
  public var alertTimeout: TimeInterval = 30
  /// Standard output becomes NDJSON: every delegate call, alert and printed line.
  public var json = false
  /// Says of each fix why it made an event of these regions or none: an identifier, or `all`.
  public var explain: String?
  /// The first failing callback ends the run.
  public var strict = false
  /// Failures of callbacks, of files and of sources leave the exit code at 0.
  public var keepsGoing = false
  public var isQuiet = false
  /// Says more of what happens.
  public var isVerbose = false
  /// The least level of lines on standard error; nil for what `isQuiet` and `isVerbose` say.
  public var logLevel: LogLevel?
  public var logFormat = LogFormat.text
  /// The app is launched once, then runs only when an event that it is registered for wakes it.
  public var runsInBackground = false
  public var maxMemory = 1 << 30
  public var maxMemoryDevice = 8 << 20
  public var maxInstructions: Int64 = 50_000_000
  public var readable: [String] = []
  public var writable: [String] = []
  /// Who answers the script's geocoders.
  public var geocoder = GeocoderOption.standard
  /// Whether the script may load tiles from servers, and have servers of `geocoder` asked.
  public var allowsNet = false
  /// The directory that lives longer than the run.
  public var state: String?
  /// Seconds of work between checkpoints, at least.
  public var checkpointInterval = 1.0

  /// The least level of lines on standard error.
  var threshold: LogLevel { logLevel ?? (isVerbose ? .debug : isQuiet ? .warning : .info) }

  public init(script: String) { self.script = script }
}
