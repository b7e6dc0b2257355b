import GeoCore
import GeoRegions

extension RegionMonitor {
  /// Accepts older fixes again after a wrong date; states and visits stay, and pending waits keep their
  /// remaining time.
  mutating func rebase(by shift: TimeInterval) {
    lastTimestamp = -.infinity
    guard hasWatchState else { return }
    watchState.lastFix = nil
    for i in watches.indices { watchState.watches[i].shift(by: shift) }
    updateDeadline()
  }
}

extension RegionWatch {
  fileprivate mutating func shift(by seconds: TimeInterval) {
    visit.begin += seconds
    dwell.time += seconds
    pending?.since += seconds
    pending?.due.time += seconds
  }
}
