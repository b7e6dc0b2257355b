import GeoCore

/// A fix that resolved the regions of its set, except those that ignored it.
///
/// This way a device need not list which of a million regions still wait for a better fix.
package struct UnresolvedRegions: Sendable, Hashable {
  /// The slots below existed at that time.
  var slotLimit: UInt32
  var accuracy: CLLocationAccuracy
  var hasAltitude: Bool

  func resolves(_ slot: UInt32, _ options: RegionOptions) -> Bool {
    slot < slotLimit && options.ignores(accuracy: accuracy, hasAltitude: hasAltitude) == nil
  }

  /// Whether this fix also resolves everything that `other` resolves.
  func covers(_ other: UnresolvedRegions) -> Bool {
    slotLimit >= other.slotLimit && accuracy <= other.accuracy && (hasAltitude || !other.hasAltitude)
  }
}

extension RegionMonitor {
  /// Whether a region with options has had its first fix.
  func isSettled(_ slot: UInt32, _ options: RegionOptions) -> Bool {
    guard slot < resolvedLimit, !unknown.containsSorted(slot) else { return false }
    return !options.mayIgnore || watchState.unresolved.contains { $0.resolves(slot, options) }
  }

  /// Whether the region in a slot of `regions`, of either kind, has had its first fix.
  func isSettled(_ slot: UInt32) -> Bool {
    let record = regions.log.record(at: slot)
    if record.hasOptions { return isSettled(slot, record.options) }
    return slot < resolvedLimit && !unknown.containsSorted(slot)
  }

  /// Notes which regions a fix has resolved.
  mutating func resolve(by fix: RegionFix) {
    if resolvedLimit != regions.slotLimit { resolvedLimit = regions.slotLimit }
    if !unknown.isEmpty {
      unknown.removeAll { [regions] in regions.log.record(at: $0).options.ignores(fix) == nil }
    }
    let settling = UnresolvedRegions(
      slotLimit: resolvedLimit, accuracy: fix.accuracy, hasAltitude: !fix.altitude.isNaN)
    guard !isCovered(settling) else { return }
    watchState.unresolved.removeAll { settling.covers($0) }
    watchState.unresolved.append(settling)
  }
}
