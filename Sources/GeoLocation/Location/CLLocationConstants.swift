public import GeoCore

// The constants of Core Location that belong to no class.
//
// - Source: F-6.

/// The highest accuracy, using additional sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The highest accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Within ten meters.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within a hundred meters.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Within a kilometer.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Within three kilometers.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000

/// Every movement is reported.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// Every turn is reported.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// The largest distance: no limit.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The longest time: no limit.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude

/// Whether an app may use location services.
public enum CLAuthorizationStatus: Int, ConstantGroup {
  /// The user has not been asked yet.
  case notDetermined = 0
  /// Not allowed, and the user cannot change it.
  case restricted
  /// The user declined, or services are off.
  case denied
  case authorizedAlways
  case authorizedWhenInUse

  public static let constantPrefix = "kCLAuthorizationStatus"
  /// The old name of ``authorizedAlways``: `kCLAuthorizationStatusAuthorized`.
  public static let authorized = CLAuthorizationStatus.authorizedAlways

  /// Whether the app may get positions.
  public var allowsLocation: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}

/// Where a device is relative to a region.
public enum CLRegionState: Int, ConstantGroup {
  case unknown = 0
  case inside, outside

  public static let constantPrefix = "CLRegionState"
}

/// The user's activity, a hint for saving power.
public enum CLActivityType: Int, ConstantGroup {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne

  public static let constantPrefix = "CLActivityType"
}

/// How the device is held.
public enum CLDeviceOrientation: Int, ConstantGroup {
  case unknown = 0
  case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

  public static let constantPrefix = "CLDeviceOrientation"
}
