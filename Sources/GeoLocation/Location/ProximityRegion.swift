public import GeoCore

/// The surroundings of another device: a circle that moves with it.
///
/// Made by ``CLLocationManager/startMonitoringProximity(to:radius:exitRadius:maximumAge:)``; an object shows where the
/// other device was at the event that it came with.
public final class ProximityRegion: CLRegion {
  /// Whose surroundings they are, how far they reach, and how long a position counts.
  public let watch: ProximityWatch

  init(_ watch: ProximityWatch, around center: CLLocationCoordinate2D) {
    self.watch = watch
    super.init(center: center, radius: watch.radius, identifier: watch.identifier)
    isFrozen = true
  }
}

/// What one device wants to know of another: when it comes near, and when it goes.
///
/// - Units: meters, seconds.
public struct ProximityWatch: Sendable, Hashable {
  /// The other device's name, compared whole.
  public let device: String
  /// At this distance or nearer, the other device is near.
  public let radius: CLLocationDistance
  /// Farther than this, it is gone; in between nothing changes.
  public let exitRadius: CLLocationDistance
  /// A position of the other device that is older than this decides nothing.
  public let maximumAge: TimeInterval

  /// Five minutes, ours: a parked device that reports seldom still counts, one that went silent does not.
  public static let defaultMaximumAge: TimeInterval = 300

  public init(
    device: String, radius: CLLocationDistance, exitRadius: CLLocationDistance? = nil,
    maximumAge: TimeInterval = defaultMaximumAge
  ) {
    self.device = device
    self.radius = radius
    self.exitRadius = exitRadius ?? radius
    self.maximumAge = maximumAge
  }

  /// What its events and alerts are called by: `proximity:NAME`.
  public var identifier: String { ProximityWatch.prefix + device }

  public static let prefix = "proximity:"

  /// Why it can never be watched, for a person.
  func flaw(for watcher: String) -> String? {
    if device.isEmpty { return "A proximity needs the name of the other device." }
    if device == watcher { return "Device '\(device)' cannot watch its own proximity." }
    if !(radius > 0 && radius.isFinite) { return "The distance to '\(device)' must be above 0 m." }
    if !(exitRadius >= radius && exitRadius.isFinite) {
      return "The exit distance to '\(device)' must not be below the \(fixed(radius, 0)) m of the enter."
    }
    if !(maximumAge > 0) { return "The greatest age of a position of '\(device)' must be above 0 s." }
    return nil
  }
}
