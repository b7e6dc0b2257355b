package import GeoCore

/// A device's state for its regions with options.
package struct RegionWatchState: Sendable {
  /// The regions that the device is inside of or that have a pending crossing, ascending by slot.
  package var watches: ContiguousArray<RegionWatch> = []
  /// The fixes that resolve regions waiting for a good fix; none of them covers another.
  package var unresolved: ContiguousArray<UnresolvedRegions> = []
  /// Finds the regions that the device passes; nil if no region detects crossings.
  var crossings: CrossingIndex?
  /// The start of the way; nil without `crossings`, or if the way is unknown.
  package var lastFix: RegionFix?

  static let empty = RegionWatchState()
}

/// A device's state for one region with options: only while it is inside, or a crossing is pending.
package struct RegionWatch: Sendable {
  package let slot: UInt32
  package var isInside = false
  /// Meaningless while outside.
  package var visit = RegionMonitor.Visit(id: 0, begin: 0)
  package var pending: Pending?
  /// When the dwell is due; infinity if never, or not again in this visit.
  package var dwell = Due(time: .infinity, lag: 0)

  /// A moment on the clock of measurements, and the delay until the device could know its cause.
  ///
  /// Late fixes have older times than the device's clock, and fixes just as old may cancel what they start.
  /// So a fix measured at t completes everything that was due by t. Without a fix the device's clock decides,
  /// and it waits for the same delay again.
  package struct Due: Sendable, Hashable {
    package var time: TimeInterval
    var lag: TimeInterval
  }

  package struct Pending: Sendable, Hashable {
    var isEnter: Bool
    /// When its condition first held.
    package var since: TimeInterval
    package var due: Due
    /// Whether it began between two fixes.
    var isCrossed = false
  }

  init(_ slot: UInt32) { self.slot = slot }

  var isHeld: Bool { isInside || pending != nil }

  /// The next step without a fix; while a crossing is pending, no dwell is reported.
  var next: Due { pending?.due ?? dwell }
}
