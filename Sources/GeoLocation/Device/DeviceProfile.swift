public import GeoCore

/// What a device is made of and how its user has set it up; the same for many devices of a run.
///
/// A profile says what can be had, never how good it is: fixes are delivered as they come, whatever their accuracy.
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
    /// What a position can come from (CL-4).
    public static let positioning: Sensors = [.gps, .cellular, .wifi]
  }

  public var name: String
  public var sensors: Sensors = .all
  /// Whether the hardware can watch regions.
  public var monitorsRegions = true
  /// Whether regions are watched for an app that may use location only while in use.
  ///
  /// Apple's table of authorizations up to iOS 12 says no, its text from iOS 13 on says yes.
  ///
  /// - Source: "Choosing the Authorization Level for Location Services", table 1, and its successor "Choosing the
  ///   Location Services Authorization to Request".
  public var monitorsRegionsWhenInUse = false
  /// How many regions may be watched at once, nil without limit.
  public var regionLimit: Int?
  /// The largest radius of a watched region in meters.
  public var maximumRegionMonitoringDistance: CLLocationDistance = CLLocationDistanceMax
  /// The least way past the edge of a region, in meters, that counts as a crossing, whatever a script asks for.
  public var minimumRegionBuffer: CLLocationDistance = 0

  /// The switches as they stand when the device starts.
  public var settings = DeviceSettings()
  /// What the user says to the system's questions.
  public var answers = UserAnswers()
  /// How long `requestLocation` waits on the device's clock, in seconds.
  ///
  /// Apple says only "several seconds"; ten is ours.
  public var locationTimeout: TimeInterval = 10
  /// Whether standard updates pause while the device rests, where `pausesLocationUpdatesAutomatically` is left on.
  ///
  /// Off, so that a replay shows every fix to a script that does not think of pauses; a telephone has it on.
  public var pausesLocationUpdates = false
  /// How large a map is that is made without a frame, in points.
  public var screenSize = ScreenSize(width: 800, height: 600)

  public init(name: String) { self.name = name }
}

/// The switches that a user or the surroundings can turn while a script runs.
public struct DeviceSettings: Sendable, Hashable {
  /// The global switch of location services.
  public var servicesEnabled = true
  /// What this app may do.
  public var authorization = CLAuthorizationStatus.authorizedAlways
  public var networkUp = true
  /// Airplane mode keeps the location hardware off.
  public var airplaneMode = false

  public init() {}

  /// The status that an app sees: with services off, a permission counts as denied.
  ///
  /// One that is not determined stays so: the app goes on to ask, and the user is asked for the switch first.
  ///
  /// - Source: the public header on `kCLAuthorizationStatusDenied`.
  public var authorizationStatus: CLAuthorizationStatus {
    !servicesEnabled && authorization.allowsLocation ? .denied : authorization
  }
}

/// What the user says to the system's questions, and when.
public struct UserAnswers: Sendable, Hashable {
  /// A word about what an app may do.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// As much as was asked for.
    case always
    /// At most while the app is in use.
    case whenInUse
    case denied
    /// No word: the question stays until the event log answers it.
    case none
  }

  /// Whether location services are switched on; nil says nothing.
  public var services: Bool? = false
  public var authorization = Choice.always
  /// The answer to an app that may use location while in use and wants it always; `denied` leaves it as it is.
  public var upgrade = Choice.always
  /// How long the user thinks, in seconds on the device's clock.
  public var delay: TimeInterval = 0

  public init() {}
}
