public import GeoCore
package import GeoRegions

/// What is known of a condition; the raw values are what scripts see.
///
/// - Source: Apple's reference of `CLMonitor.Event.State`; the order is that of `CLMonitoringState`.
public enum CLMonitoringState: String, Sendable, Hashable, CaseIterable {
  case unknown, satisfied, unsatisfied
  /// The device cannot watch it.
  case unmonitored
}

/// A change of the state of a condition.
///
/// - Units: seconds since 1970-01-01 UTC.
/// - Source: Apple's reference of `CLMonitor.Event`.
public final class CLMonitorEvent: Sendable {
  public let identifier: String
  public let state: CLMonitoringState
  /// When the fix that decided was measured, or the delay of the condition ended.
  public let date: TimeInterval
  /// Why the condition is unmonitored; nil otherwise.
  public let obstacle: CLMonitorObstacle?

  public init(
    identifier: String, state: CLMonitoringState, date: TimeInterval, obstacle: CLMonitorObstacle? = nil
  ) {
    self.identifier = identifier
    self.state = state
    self.date = date
    self.obstacle = obstacle
  }
}

/// Why a condition is unmonitored.
public enum CLMonitorObstacle: UInt8, Sendable, Hashable {
  /// The device watches as many regions and conditions as it can.
  case conditionLimitExceeded
  /// The device cannot watch such a condition.
  case conditionUnsupported
}

/// What a monitor watches: a circle, another region of ours with its options, or beacons.
///
/// - Shape: the buffer and the switches of a region do not count.
public struct CLCondition: Sendable, Hashable {
  /// Nil for beacons.
  package var region: MonitoredRegion?
  /// Nil for a region.
  public let beacon: CLBeaconIdentity?

  /// A circle.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
    region = MonitoredRegion(identifier: "", center: center, radius: radius)
    beacon = nil
  }

  /// Being in a region; with a dwell, having been in it for that long.
  public init(_ region: CLRegion) { self.init(region.monitored(desiredAccuracy: 0)) }

  /// Being near a beacon.
  public init(_ beacon: CLBeaconIdentity) {
    region = nil
    self.beacon = beacon
  }

  package init(_ region: MonitoredRegion) {
    var region = region
    region.buffer = 0
    region.notifyOnEntry = true
    region.notifyOnExit = true
    // The name is the monitor's matter: conditions of one area are equal.
    region.identifier = ""
    self.region = region
    beacon = nil
  }

  /// Its region under a name; nil for beacons.
  package func region(named identifier: String) -> MonitoredRegion? {
    var named = region
    named?.identifier = identifier
    return named
  }

  /// What its shape takes beyond a circle.
  package var shapeBytes: Int { (region?.shape?.coordinateCount ?? 0) * 64 }

  /// Whether it is a plain circle.
  public var isCircle: Bool { region.map { $0.shape == nil && $0.options == .none } ?? false }
}

/// What a monitor knows of one of its conditions.
///
/// - Source: Apple's reference of `CLMonitor.Record`.
public final class CLMonitorRecord: Sendable {
  public let condition: CLCondition
  /// The newest event; before the first, one with the state that was assumed.
  public let lastEvent: CLMonitorEvent

  package init(condition: CLCondition, lastEvent: CLMonitorEvent) {
    self.condition = condition
    self.lastEvent = lastEvent
  }
}
