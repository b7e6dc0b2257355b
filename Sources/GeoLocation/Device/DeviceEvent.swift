public import GeoCore

/// Something that happened to a device: feeds deliver events, the host acts on them.
///
/// - Units: `time` and `timestamp` are seconds since 1970-01-01 UTC.
public struct DeviceEvent: Sendable {
  /// When the phone received it; drives the device's clock.
  public var time: TimeInterval
  /// When it was measured; equal to `time` if the source has nothing better.
  public var timestamp: TimeInterval
  public var device: DeviceID
  /// Marks of a recorder; placed where the layout has room.
  public var marks: Marks
  public var payload: Payload

  @inlinable
  public init(
    time: TimeInterval, timestamp: TimeInterval, device: DeviceID, marks: Marks = [], payload: Payload
  ) {
    self.time = time
    self.timestamp = timestamp
    self.device = device
    self.marks = marks
    self.payload = payload
  }

  /// The treatment of a live event, so that its recording replays identically.
  public struct Marks: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A recorded event, in the order of processing: it bypasses the window and its checks.
    public static let settled = Marks(rawValue: 1)
    /// Dates restart with this event.
    public static let rebases = Marks(rawValue: 2)
    /// The script was behind: the regions use the event, managers' updates skip it.
    public static let coalesced = Marks(rawValue: 4)
    /// A person made the fix, not a receiver.
    public static let simulated = Marks(rawValue: 8)
    /// What changes the handling of a fix.
    static let ofFixes: Marks = [.coalesced, .simulated]
  }

  public enum Payload: Sendable, Hashable {
    case location(Fix)
    case heading(HeadingReading)
    /// A `CLError` code that the hardware reports.
    case error(code: Int)
    /// The signal was lost after the previous fix, for example between two `<trkseg>`; carries that fix's
    /// time.
    case signalLost
    case setting(Setting)
    /// The device itself changes. Indirect, so that the events that come by the million stay small.
    indirect case profile(ProfileChange)
    case app(AppState)
    case touch(Touch)
    /// Any other message of a device; indirect for the same reason.
    indirect case message(DeviceMessage)
    /// Only moves the clock.
    case clock
  }
}

/// One measured position.
///
/// - Units: meters, degrees, meters per second. NaN marks a missing value; `horizontalAccuracy` is never NaN
///   (a source sets its default) and negative when invalid.
public struct Fix: Sendable, Hashable {
  public var coordinate: CLLocationCoordinate2D
  public var horizontalAccuracy: CLLocationAccuracy
  public var altitude: CLLocationDistance
  public var verticalAccuracy: CLLocationAccuracy
  public var speed: CLLocationSpeed
  public var course: CLLocationDirection

  @inlinable
  public init(
    coordinate: CLLocationCoordinate2D, horizontalAccuracy: CLLocationAccuracy,
    altitude: CLLocationDistance = .nan, verticalAccuracy: CLLocationAccuracy = .nan,
    speed: CLLocationSpeed = .nan, course: CLLocationDirection = .nan
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.altitude = altitude
    self.verticalAccuracy = verticalAccuracy
    self.speed = speed
    self.course = course
  }
}

/// One compass reading; NaN marks a missing value.
///
/// - Units: degrees; x, y, z in microtesla.
public struct HeadingReading: Sendable, Hashable {
  public var magneticHeading: CLLocationDirection
  public var trueHeading: CLLocationDirection
  public var headingAccuracy: CLLocationDirection
  public var x: Double
  public var y: Double
  public var z: Double

  @inlinable
  public init(
    magneticHeading: CLLocationDirection, trueHeading: CLLocationDirection = .nan,
    headingAccuracy: CLLocationDirection = .nan, x: Double = .nan, y: Double = .nan, z: Double = .nan
  ) {
    self.magneticHeading = magneticHeading
    self.trueHeading = trueHeading
    self.headingAccuracy = headingAccuracy
    self.x = x
    self.y = y
    self.z = z
  }
}

/// A change of what the user or the surroundings allow.
public enum Setting: Sendable, Hashable {
  /// The raw value of a `CLAuthorizationStatus`.
  case authorization(Int)
  case services(enabled: Bool)
  case network(up: Bool)
  case airplane(on: Bool)
}

/// The stage of an app's life.
public enum AppState: String, Sendable, Hashable, CaseIterable {
  case foreground, background, suspended, terminated
}

/// A user's touch or gesture on a map; the place is the event log's own JSON text, which the map parses.
public struct Touch: Sendable, Hashable {
  /// The event log's type: `tap`, `drag`, `zoom` …
  public var type: String
  /// The event's JSON object as it stood in the log.
  public var json: String

  public init(type: String, json: String) {
    self.type = type
    self.json = json
  }
}
