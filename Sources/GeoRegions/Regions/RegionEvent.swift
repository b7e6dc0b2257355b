public import GeoCore

/// Where a device is relative to one region; the raw values are those of `CLRegionState`.
public enum RegionState: Int, Sendable, Hashable {
  case unknown = 0
  case inside = 1
  case outside = 2
}

/// An event of one region that a ``RegionMonitor`` reports after a fix.
///
/// - Units: seconds since 1970-01-01 UTC, seconds.
public struct RegionEvent: Sendable, Hashable {
  public enum Kind: UInt8, Sendable, Hashable {
    /// The device crossed inward: `didEnterRegion`.
    case enter
    /// The device crossed outward: `didExitRegion`.
    case exit
    /// The device has stayed: `didDwellInRegion`, once a visit.
    case dwell
    /// A requested state that was unknown is known now: `didDetermineState`.
    case determined
  }

  public var kind: Kind
  /// The state after the event.
  public var state: RegionState
  /// The slot of the region in the set that the monitor holds when it appends the event.
  public var slot: UInt32
  /// The same for all events of one visit: a hash of device, region, time and sequence; 0 for `determined`
  /// outside.
  public var visit: UInt64
  /// When the fix that caused it was measured, the delay before it ended, or the edge was crossed between
  /// fixes.
  public var timestamp: TimeInterval
  /// How long the visit has lasted, from the first fix inside to the first outside, delays not counted; 0 for
  /// an enter without delay.
  public var visitDuration: TimeInterval
  /// Whether it happened between two fixes, by passing straight through.
  public var isCrossed = false

  package init(
    kind: Kind, state: RegionState, slot: UInt32, visit: UInt64, timestamp: TimeInterval,
    visitDuration: TimeInterval, isCrossed: Bool = false
  ) {
    (self.kind, self.state, self.slot, self.visit) = (kind, state, slot, visit)
    (self.timestamp, self.visitDuration, self.isCrossed) = (timestamp, visitDuration, isCrossed)
  }
}
