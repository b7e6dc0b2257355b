package import GeoCore

/// What a device holds of its regions with options.
package struct RegionWatchState: Sendable {
  /// Those that it is inside of or that a crossing is pending for, ascending by slot.
  package var watches: ContiguousArray<RegionWatch> = []
  /// The fixes that settle what waits for a good one, none of which another covers.
  package var unresolved: ContiguousArray<UnresolvedRegions> = []
  /// Finds the regions that the device passes; nil where none wants it.
  var crossings: CrossingIndex?
  /// Where a way begins; nil without `crossings`, or where the way is not known.
  package var lastFix: RegionFix?

  static let empty = RegionWatchState()
}

/// What a device holds of one region with options: only while it is inside, or a crossing is pending.
package struct RegionWatch: Sendable {
  let slot: UInt32
  var isInside = false
  /// Of no meaning while outside.
  package var visit = RegionMonitor.Visit(id: 0, begin: 0)
  package var pending: Pending?
  /// When the device has dwelled; infinity for never, or never again in this visit.
  package var dwell = Due(time: .infinity, lag: 0)

  /// A moment on the clock of measurements, and how much later the device could know of what it follows from.
  ///
  /// Fixes that come late bear older times than the device's clock: what they start may be stopped by others as old.
  /// So a fix measured at t finds everything over that was due by t; without one, the device's clock decides, and it
  /// waits as long again as it would have.
  package struct Due: Sendable, Hashable {
    package var time: TimeInterval
    var lag: TimeInterval
  }

  package struct Pending: Sendable, Hashable {
    var isEnter: Bool
    /// When its condition held first.
    package var since: TimeInterval
    package var due: Due
    /// Whether it began between two fixes.
    var isCrossed = false
  }

  init(_ slot: UInt32) { self.slot = slot }

  var isHeld: Bool { isInside || pending != nil }

  /// What comes next without a fix: while a crossing is pending nobody dwells.
  var next: Due { pending?.due ?? dwell }
}
