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

/// What a monitor watches.
///
/// - Shape: a circle, or another region of ours with its options; its buffer and its switches do not count.
public struct CLCondition: Sendable, Hashable {
  package var region: MonitoredRegion

  /// A circle.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
    region = MonitoredRegion(identifier: "", center: center, radius: radius)
  }

  /// Being in a region; with a dwell, having been in it for that long.
  public init(_ region: CLRegion) { self.init(region.monitored(desiredAccuracy: 0)) }

  package init(_ region: MonitoredRegion) {
    self.region = region
    self.region.buffer = 0
    self.region.notifyOnEntry = true
    self.region.notifyOnExit = true
    // The name is the monitor's matter: conditions of one area are equal.
    self.region.identifier = ""
  }

  /// The same with a name for its region.
  package func named(_ identifier: String) -> CLCondition {
    var named = self
    named.region.identifier = identifier
    return named
  }

  /// What its shape takes beyond a circle.
  package var shapeBytes: Int { (region.shape?.coordinateCount ?? 0) * 64 }

  /// Whether it is a plain circle.
  public var isCircle: Bool { region.shape == nil && region.options == .none }
  public var center: CLLocationCoordinate2D { region.center }
  public var radius: CLLocationDistance { region.radius }
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
