public import Geo

/// Everything that one transaction stores.
public struct Checkpoint: Sendable {
  /// A changed device.
  public struct DeviceRow: Sendable {
    public var name: String
    /// The group that it belongs to, or is; nil for a device that stands for itself.
    public var group: String?
    /// Whether it is the group itself.
    public var isGroup = false
    public var clock: TimeInterval
    public var regions: RegionSet
    /// Whether the device waits for time to pass.
    public var isPending: Bool
    /// Whether it watches other devices.
    public var isWatchingOthers = false
    public var quarantine: String?
    /// The JSON of `geoscript.store`; nil when it has not changed.
    public var store: String?
    /// See ``DeviceState/bytes``.
    public var state: [UInt8]
    /// The conditions that fire; nil if they have not changed.
    public var conditions: [FiringCondition]?

    public init(
      name: String, clock: TimeInterval, regions: RegionSet, isPending: Bool, quarantine: String?,
      store: String?,
      state: [UInt8]
    ) {
      self.name = name
      self.clock = clock
      self.regions = regions
      self.isPending = isPending
      self.quarantine = quarantine
      self.store = store
      self.state = state
    }
  }

  /// An alert to a sink that is retried until delivery.
  public struct Outgoing: Sendable {
    public var sink: String
    public var alertID: String
    public var body: String
    /// The device in whose order it is sent.
    public var device = ""
    /// See ``OutboxItem/begins`` and ``OutboxItem/ends``.
    public var begins: [String] = []
    public var ends: String?

    public init(sink: String, alertID: String, body: String) {
      self.sink = sink
      self.alertID = alertID
      self.body = body
    }
  }

  public var devices: [DeviceRow] = []
  /// Devices that have come to a group, with its name.
  public var placements: [(device: String, group: String)] = []
  public var sources: [SourceRow] = []
  /// The position in the stream that the state follows; nil without one.
  public var stream: StreamPosition?
  /// The lengths of files that alerts were written to, by path.
  public var alertFiles: [(path: String, length: Int64)] = []
  /// Whether earlier alert files are not to be continued.
  public var forgetsAlertFiles = false
  public var outgoing: [Outgoing] = []
  /// The alerts that wait in quiet hours or in a group; nil if they have not changed.
  public var held: [HeldAlerts]?
  /// The most bytes that may wait for one sink.
  public var queueLimit = 1 << 30
  /// The status of the run; nil outside a run.
  public var run: RunRecord?

  public init() {}
}

/// The status of a run.
public struct RunRecord: Sendable {
  public enum Status: String, Sendable {
    /// The run is active; at the next start this means that it was interrupted.
    case running
    /// A signal ended the run cleanly.
    case stopped
    /// The input ended.
    case finished
  }

  public var script: String
  public var status: Status
  /// The latest time of all devices' clocks; minus infinity before the first event.
  public var clock: TimeInterval
  /// The name of the zone of its times; empty if no run has said.
  public var timeZone: String

  public init(script: String, status: Status, clock: TimeInterval, timeZone: String = "") {
    self.timeZone = timeZone
    self.script = script
    self.status = status
    self.clock = clock
  }
}

/// A source's identity and position.
///
/// - Units: bytes on disk for `size` and `headLength`; for `byte`, `line` and `events` see the source.
public struct SourceRow: Sendable {
  public var path: String
  public var size: UInt64
  public var headLength: Int
  public var hash: UInt64
  public var byte: UInt64
  public var line: Int
  public var events: Int

  public init(
    path: String, size: UInt64, headLength: Int, hash: UInt64, byte: UInt64, line: Int, events: Int
  ) {
    self.path = path
    self.size = size
    self.headLength = headLength
    self.hash = hash
    self.byte = byte
    self.line = line
    self.events = events
  }
}
