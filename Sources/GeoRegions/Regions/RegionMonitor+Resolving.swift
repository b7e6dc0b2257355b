import GeoCore

/// A fix that settled the regions of its set, but for those that ignored it.
///
/// So a device need not list what still waits for a better fix among a million regions.
package struct UnresolvedRegions: Sendable {
  /// The regions below were there.
  var slotLimit: UInt32
  var accuracy: CLLocationAccuracy
  var hasAltitude: Bool

  func settles(_ slot: UInt32, _ options: RegionOptions) -> Bool {
    slot < slotLimit && options.ignores(accuracy: accuracy, hasAltitude: hasAltitude) == nil
  }

  /// Whether whatever `other` settles this one does too.
  func covers(_ other: UnresolvedRegions) -> Bool {
    slotLimit >= other.slotLimit && accuracy <= other.accuracy && (hasAltitude || !other.hasAltitude)
  }
}

extension RegionMonitor {
  /// Whether a region with options has had its first fix.
  func isSettled(_ slot: UInt32, _ options: RegionOptions) -> Bool {
    guard slot < settledLimit, !unknown.containsSorted(slot) else { return false }
    return !options.mayIgnore || watchState.unresolved.contains { $0.settles(slot, options) }
  }

  /// Whether the region in a slot of `regions`, of either kind, has had its first fix.
  func isSettled(_ slot: UInt32) -> Bool {
    let record = regions.log.record(at: slot)
    if record.hasOptions { return isSettled(slot, record.options) }
    return slot < settledLimit && !unknown.containsSorted(slot)
  }

  /// Notes which regions a fix has settled.
  mutating func settle(by fix: RegionFix) {
    settledLimit = regions.slotLimit
    if !unknown.isEmpty {
      unknown.removeAll { regions.log.record(at: $0).options.ignores(fix) == nil }
    }
    let settling = UnresolvedRegions(
      slotLimit: settledLimit, accuracy: fix.accuracy, hasAltitude: !fix.altitude.isNaN)
    guard !isCovered(settling) else { return }
    watchState.unresolved.removeAll { settling.covers($0) }
    watchState.unresolved.append(settling)
  }
}
