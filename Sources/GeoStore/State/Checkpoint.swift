public import Geo

/// Everything that one transaction keeps.
public struct Checkpoint: Sendable {
  /// A device that has changed.
  public struct DeviceRow: Sendable {
    public var name: String
    public var clock: TimeInterval
    public var regions: RegionSet
    /// Whether something on it waits for time to pass.
    public var isPending: Bool
    /// Whether it watches other devices, whose events then concern it.
    public var isWatchingOthers = false
    public var quarantine: String?
    /// The JSON of `geoscript.store`; nil when it has not changed.
    public var store: String?
    /// See ``DeviceState/bytes``.
    public var state: [UInt8]

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

  /// An alert on its way to a sink that is told until it has it.
  public struct Outgoing: Sendable {
    public var sink: String
    public var alertID: String
    public var body: String

    public init(sink: String, alertID: String, body: String) {
      self.sink = sink
      self.alertID = alertID
      self.body = body
    }
  }

  public var devices: [DeviceRow] = []
  public var sources: [SourceRow] = []
  /// The lengths of files that alerts were written to, by path.
  public var alertFiles: [(path: String, length: Int64)] = []
  /// Whether the files that alerts were written to before are nothing to go on from.
  public var forgetsAlertFiles = false
  public var outgoing: [Outgoing] = []
  /// Alerts whose sink has them.
  public var delivered: [Int64] = []
  /// How the run stands; nil outside of one.
  public var run: RunRecord?

  public init() {}
}

/// How a run stands.
public struct RunRecord: Sendable {
  public enum Status: String, Sendable {
    /// It goes on; found at the next start, it was interrupted.
    case running
    /// A signal ended it cleanly.
    case stopped
    /// Its input came to the end.
    case finished
  }

  public var script: String
  public var status: Status
  /// The greatest time of all devices' clocks; minus infinity before the first event.
  public var clock: TimeInterval

  public init(script: String, status: Status, clock: TimeInterval) {
    self.script = script
    self.status = status
    self.clock = clock
  }
}

/// A source with what it is known by and where it stands.
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
