public import GeoCore

/// A device's hardware and its user's settings; the same for many devices of a run.
///
/// A profile says what is available, never how accurate it is: fixes are delivered as they come, whatever
/// their accuracy.
///
/// - Source: CL-2 … CL-8, HD-3 … HD-5, RG-3 … RG-5, RG-9, RG-13, F-8.
public struct DeviceProfile: Sendable, Hashable {
  /// The hardware that a script can ask about.
  public struct Sensors: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let gps = Sensors(rawValue: 1)
    public static let cellular = Sensors(rawValue: 2)
    public static let wifi = Sensors(rawValue: 4)
    public static let magnetometer = Sensors(rawValue: 8)
    public static let all: Sensors = [.gps, .cellular, .wifi, .magnetometer]
    /// The sensors that can give a position (CL-4).
    public static let positioning: Sensors = [.gps, .cellular, .wifi]
  }

  public var name: String
  public var sensors: Sensors = .all
  /// Whether the hardware can monitor regions.
  public var monitorsRegions = true
  /// Whether regions are monitored for an app that may use location only while in use.
  ///
  /// Apple's table of authorizations up to iOS 12 says no, its text from iOS 13 on says yes.
  ///
  /// - Source: "Choosing the Authorization Level for Location Services", table 1, and its successor "Choosing the
  ///   Location Services Authorization to Request".
  public var monitorsRegionsWhenInUse = false
  /// The maximum number of monitored regions; nil without limit.
  public var regionLimit: Int?
  /// The largest radius of a monitored region in meters.
  public var maximumRegionMonitoringDistance: CLLocationDistance = CLLocationDistanceMax
  /// The minimum distance past the edge of a region, in meters, that counts as a crossing, whatever a script
  /// asks for.
  public var minimumRegionBuffer: CLLocationDistance = 0

  /// The switches when the device starts.
  public var settings = DeviceSettings()
  /// The user's answers to the system's questions.
  public var answers = UserAnswers()
  /// How long `requestLocation` waits on the device's clock, in seconds.
  ///
  /// Apple says only "several seconds"; ten is ours.
  public var locationTimeout: TimeInterval = 10
  /// Whether standard updates pause while the device rests, if `pausesLocationUpdatesAutomatically` is left
  /// on.
  ///
  /// Off, so that a replay delivers every fix to a script that ignores pauses; a phone has it on.
  public var pausesLocationUpdates = false
  /// The size in points of a map made without a frame.
  public var screenSize = ScreenSize(width: 800, height: 600)

  public init(name: String) { self.name = name }
}

/// A profile that devices share until an event changes it.
final class SharedProfile {
  let value: DeviceProfile

  init(_ value: DeviceProfile) { self.value = value }
}

/// The switches that a user or the surroundings can turn while a script runs.
public struct DeviceSettings: Sendable, Hashable {
  /// The global switch of location services.
  public var servicesEnabled = true
  /// The app's location authorization.
  public var authorization = CLAuthorizationStatus.authorizedAlways
  public var networkUp = true
  /// Airplane mode keeps the location hardware off.
  public var airplaneMode = false

  public init() {}

  /// The status that an app sees: while services are off, a permission counts as denied.
  ///
  /// An undetermined status stays so: the app asks, and the user is asked for the switch first.
  ///
  /// - Source: the public header on `kCLAuthorizationStatusDenied`.
  public var authorizationStatus: CLAuthorizationStatus {
    !servicesEnabled && authorization.allowsLocation ? .denied : authorization
  }
}

/// The user's answers to the system's questions, and their delay.
public struct UserAnswers: Sendable, Hashable {
  /// An answer about an app's authorization.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// As much as was asked for.
    case always
    /// At most while the app is in use.
    case whenInUse
    case denied
    /// No answer: the question waits until the event log answers it.
    case none
  }

  /// Whether the user switches location services on; nil for no answer.
  public var services: Bool? = false
  public var authorization = Choice.always
  /// The answer to an app with when-in-use authorization that asks for always; `denied` keeps the
  /// authorization.
  public var upgrade = Choice.always
  /// The user's response time in seconds on the device's clock.
  public var delay: TimeInterval = 0

  public init() {}
}
