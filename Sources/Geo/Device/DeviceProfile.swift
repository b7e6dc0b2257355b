/// What a device is made of and how its user has set it up; the same for many devices of a run.
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
  }

  public var name: String
  public var sensors: Sensors = .all
  /// Whether the hardware can watch regions.
  public var monitorsRegions = true
  /// How many regions may be watched at once, nil without limit.
  public var regionLimit: Int?
  /// The largest radius of a watched region in metres.
  public var maximumRegionMonitoringDistance: CLLocationDistance = CLLocationDistanceMax

  /// The switches as they stand when the device starts.
  public var settings = DeviceSettings()
  /// What the user answers when asked to switch location services on.
  public var enablesServicesWhenAsked = false
  /// Whether the user grants an authorization that a script asks for.
  public var grantsAuthorizationWhenAsked = true
  /// How long `requestLocation` waits on the device's clock, in seconds.
  ///
  /// Apple says only "several seconds"; ten is ours.
  public var locationTimeout: TimeInterval = 10
  /// Whether standard updates pause while the device rests, where `pausesLocationUpdatesAutomatically` is left on.
  ///
  /// Off, so that a replay shows every fix to a script that does not think of pauses; a telephone has it on.
  public var pausesLocationUpdates = false

  public init(name: String) { self.name = name }

  /// All sensors, services on, always authorized, no limits.
  public static let `default` = DeviceProfile(name: "default")

  /// A telephone's limits: 20 regions, and updates that pause.
  public static let iphone: DeviceProfile = {
    var profile = DeviceProfile(name: "iphone")
    profile.regionLimit = 20
    profile.pausesLocationUpdates = true
    return profile
  }()
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
  /// - Source: the public header on `kCLAuthorizationStatusDenied`.
  public var authorizationStatus: CLAuthorizationStatus {
    !servicesEnabled && authorization.allowsLocation ? .denied : authorization
  }

  /// Whether positions reach the app.
  public var deliversLocations: Bool {
    servicesEnabled && !airplaneMode && authorization.allowsLocation
  }
}
