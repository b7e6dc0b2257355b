import GeoCore
import GeoRegions

extension RegionMonitor {
  /// Lets older fixes count again after a wrong date; states and visits stay, and what is pending keeps what it has to
  /// wait.
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
