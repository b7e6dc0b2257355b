import GeoRegions

/// The regions of an earlier run, and which of them the app has registered again.
struct RestoredRegions {
  let set: RegionSet
  /// Slots registered again; apps usually do it in order, so the ranges are few.
  private var claimed: [Range<UInt32>] = []

  init(set: RegionSet) { self.set = set }

  /// Notes that the app registered a region of that identifier.
  mutating func claim(_ identifier: String) {
    guard let slot = set.slot(of: identifier) else { return }
    if let last = claimed.last, last.upperBound == slot {
      claimed[claimed.count - 1] = last.lowerBound..<slot + 1
    } else if !claimed.contains(where: { $0.contains(slot) }) {
      claimed.append(slot..<slot + 1)
    }
  }

  mutating func claimAll(of other: RegionSet) {
    if set.contains(other) {
      claimed.append(0..<other.slotLimit)
    } else {
      for region in other.regions { claim(region.identifier) }
    }
  }

  func unclaimed(in current: RegionSet) -> [String] {
    if claimed.first == 0..<set.slotLimit { return [] }
    return set.slots.filter { slot in !claimed.contains { $0.contains(slot) } }
      .map { set.identifier(at: $0) }.filter { current.slot(of: $0) != nil }.sorted()
  }
}
