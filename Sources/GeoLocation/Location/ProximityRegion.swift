public import GeoCore

/// The surroundings of another device: a circle that moves with it.
///
/// Made by ``CLLocationManager/startMonitoringProximity(to:radius:exitRadius:maximumAge:)``; an object shows
/// where the other device was at the time of its event.
public final class ProximityRegion: CLRegion {
  /// The other device, the distances, and the maximum age of a position.
  public let watch: ProximityWatch

  init(_ watch: ProximityWatch, around center: CLLocationCoordinate2D) {
    self.watch = watch
    super.init(center: center, radius: watch.radius, identifier: watch.identifier)
    isFrozen = true
  }
}

/// A device's watch on another: when it comes near, and when it is gone.
///
/// - Units: meters, seconds.
public struct ProximityWatch: Sendable, Hashable {
  /// The other device's name, compared as a whole.
  public let device: String
  /// Up to this distance the other device is near.
  public let radius: CLLocationDistance
  /// Beyond this distance it is gone; no change in between.
  public let exitRadius: CLLocationDistance
  /// An older position of the other device is ignored.
  public let maximumAge: TimeInterval

  /// Five minutes, our choice: a parked device that reports seldom still counts, a silent one does not.
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

  /// The name of its events and alerts: `proximity:NAME`.
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
