import Synchronization

/// The live indexes of one log's sets: the newest is held strongly, the others as long as a device holds
/// them.
struct IndexCache {
  private var latest: (position: UInt32, index: RegionIndex)?
  private var others: [UInt32: WeakIndex] = [:]
  private var othersBeforeSweep = 8

  private struct WeakIndex {
    weak var index: RegionIndex?
  }

  /// Returns the index of the set at `position`, or of the nearest earlier one that still exists.
  func nearest(to position: UInt32) -> (position: UInt32, index: RegionIndex)? {
    if let latest, latest.position == position { return latest }
    var best = latest.flatMap { $0.position <= position ? $0 : nil }
    for (other, weak) in others where other <= position && other >= best?.position ?? 0 {
      if let index = weak.index { best = (other, index) }
    }
    return best
  }

  mutating func insert(_ index: RegionIndex, at position: UInt32) {
    if others.count >= othersBeforeSweep {
      others = others.filter { $0.value.index != nil }
      othersBeforeSweep = max(8, 2 * others.count)
    }
    guard let old = latest, old.position > position else {
      if let old = latest { others[old.position] = WeakIndex(index: old.index) }
      latest = (position, index)
      return
    }
    others[position] = WeakIndex(index: index)
  }
}

extension RegionSet {
  /// Returns the index of this set; built from the nearest earlier one if it does not exist yet.
  func makeIndex() -> RegionIndex { log.index(at: position) }
}

extension RegionLog {
  fileprivate func index(at position: UInt32) -> RegionIndex {
    guard let prefix else { return RegionIndex(segments: []) }
    // One builder at a time; devices that only register do not wait for it.
    return building.withLock { _ in
      let nearest = state.withLock { $0.indexes.nearest(to: position) }
      if let nearest, nearest.position == position { return nearest.index }
      let start = nearest?.index ?? prefix.index(at: prefixPosition)
      let from = nearest?.position ?? 0
      let (added, removed) = state.withLock { changes(from..<position, &$0) }
      let index = start.extended(added: added, removed: removed, log: self)
      state.withLock { $0.indexes.insert(index, at: position) }
      return index
    }
  }

  /// Returns the slots that the operations in `range` added and kept, and the earlier slots that they
  /// removed.
  private func changes(
    _ range: Range<UInt32>, _ state: inout State
  ) -> (added: ContiguousArray<UInt32>, removed: ContiguousArray<UInt32>) {
    let first = slotLimit(at: range.lowerBound, &state)
    var removed: ContiguousArray<UInt32> = []
    for i in range {
      let slot = state.operations[Int(i)].removed
      if slot < first { removed.append(slot) }
    }
    removed.sort()
    var added: ContiguousArray<UInt32> = []
    let limit = slotLimit(at: range.upperBound, &state)
    added.reserveCapacity(Int(limit - first))
    for slot in first..<limit where state.links[Int(slot - firstSlot)].death >= range.upperBound {
      added.append(slot)
    }
    return (added, removed)
  }
}
