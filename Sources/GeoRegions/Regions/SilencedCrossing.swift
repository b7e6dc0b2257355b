/// Why a region of a device did not report what happened at its edge, so that a run can say why nothing came.
package enum SilencedReason: Sendable, Hashable {
  /// `notifyOnEntry` or `notifyOnExit` is off.
  case noEntry, noExit
  /// The schedule was closed.
  case schedule
  /// A fix on the other side canceled a delay before it was over.
  case cancelledEnter, cancelledExit
  /// A delay was not over yet.
  case pendingEnter, pendingExit
  /// Fixes were worse than `minimumAccuracy`.
  case inaccurate
  /// Fixes had no altitude, which `altitudes` needs.
  case noAltitude
}

/// The first such reasons of a device.
package struct SilencedCrossing: Sendable, Hashable {
  let slot: UInt32
  let reason: SilencedReason

  /// The most that a device keeps.
  static let most = 4
}

extension RegionMonitor {
  /// Notes why a region reported nothing; rare, and of each device only the first few.
  @inline(never)
  mutating func silence(_ slot: UInt32, _ reason: SilencedReason) {
    let crossing = SilencedCrossing(slot: slot, reason: reason)
    guard silenced.count < SilencedCrossing.most, !silenced.contains(crossing) else { return }
    silenced.append(crossing)
  }

  /// The regions that reported nothing, and why, in the order in which it happened; delays that run come last.
  package var silencedRegions: [(region: MonitoredRegion, reason: SilencedReason)] {
    let running = watches.compactMap { watch in
      watch.pending.map {
        SilencedCrossing(slot: watch.slot, reason: $0.isEnter ? .pendingEnter : .pendingExit)
      }
    }
    return (silenced + running).filter { regions.log.isLive($0.slot, at: regions.position) }.map {
      (regions.region(at: $0.slot), $0.reason)
    }
  }
}
