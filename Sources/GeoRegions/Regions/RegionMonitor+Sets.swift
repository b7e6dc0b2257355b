import Synchronization

extension RegionMonitor {
  /// Switches to another set: equal regions keep their state and visit, all others become unknown.
  ///
  /// Regions that are in both sets by the same history cost nothing, so the cost of adding or removing some
  /// is proportional to them and to the regions that the device is inside of. A fix in progress does not
  /// affect it: new regions get their initial state from the next fix.
  public mutating func monitor(_ new: RegionSet) {
    guard new != regions else { return }
    let old = regions
    index = nil
    view = nil
    regions = new
    // Another set may use the slots for other regions.
    if !silenced.isEmpty { silenced = [] }
    let fork = old.commonAncestor(with: new)
    if fork == old {
      // Slots from the old limit on are already unknown.
      for slot in new.prefixRemovals(since: old) { forget(slot) }
    } else {
      move(from: old, to: new, fork)
    }
    if deadline < .infinity { updateDeadline() }
  }

  private mutating func forget(_ slot: UInt32) {
    let place = inside.lowerBound(slot)
    if place < inside.count, inside[place] == slot {
      inside.remove(at: place)
      visits.remove(at: place)
    }
    if !watches.isEmpty { watchState.watches.removeAll { $0.slot == slot } }
    unknown.removeSorted(slot)
    requested.removeSorted(slot)
  }

  /// Transfers states to a set of another history: slots before the fork stay, the rest is matched by
  /// identifier.
  private mutating func move(from old: RegionSet, to new: RegionSet, _ fork: RegionSet) {
    let oldUnknown = unknown
    let oldRequested = requested
    let oldInside = zip(inside, visits)
    let oldSettledLimit = resolvedLimit
    let oldWatches = watches
    let unsettled = old.unsettledSlots(self)
    unknown = []
    requested = []
    var kept: [(slot: UInt32, visit: Visit)] = []

    func newSlot(_ slot: UInt32) -> UInt32? {
      if slot < fork.slotLimit, new.log.isLive(slot, at: new.position) { return slot }
      let record = old.log.record(at: slot)
      guard let match = new.slot(of: record.identifier) else { return nil }
      return new.log.record(at: match).equals(record) ? match : nil
    }
    for (slot, visit) in oldInside {
      if let slot = newSlot(slot) { kept.append((slot, visit)) }
    }
    if !oldWatches.isEmpty {
      let moved = oldWatches.compactMap { watch in newSlot(watch.slot).map { watch.moved(to: $0) } }
      watchState.watches = ContiguousArray(moved.sorted { $0.slot < $1.slot })
    }
    for slot in oldRequested {
      if let slot = newSlot(slot) { requested.insertSorted(slot) }
    }
    // Regions that were unknown before the fork stay so: they are listed singly, because the limit moves past
    // them.
    for slot in oldUnknown + unsettled where slot < fork.slotLimit && new.log.isLive(slot, at: new.position) {
      unknown.append(slot)
    }
    if oldSettledLimit < fork.slotLimit {
      for slot in oldSettledLimit..<fork.slotLimit where new.log.isLive(slot, at: new.position) {
        unknown.append(slot)
      }
    }
    // A region added after the fork, or restored, is known only if the old set had its equal and knew it.
    for slot in new.slots(since: fork) + old.prefixRemovals(since: fork) {
      guard new.log.isLive(slot, at: new.position) else { continue }
      let record = new.log.record(at: slot)
      if let match = old.slot(of: record.identifier), old.log.record(at: match).equals(record),
        match < oldSettledLimit, !oldUnknown.containsSorted(match), !unsettled.containsSorted(match)
      {
        continue
      }
      unknown.append(slot)
    }
    unknown = ContiguousArray(Set(unknown).sorted())
    kept.sort { $0.slot < $1.slot }
    inside = ContiguousArray(kept.map(\.slot))
    visits = ContiguousArray(kept.map(\.visit))
    resolvedLimit = new.slotLimit
    // Unlisted regions are known, even if they ignore fixes.
    if !watchState.unresolved.isEmpty {
      watchState.unresolved = [UnresolvedRegions(slotLimit: resolvedLimit, accuracy: 0, hasAltitude: true)]
    }
  }
}

extension RegionWatch {
  fileprivate func moved(to slot: UInt32) -> RegionWatch {
    var copy = RegionWatch(slot)
    copy.isInside = isInside
    copy.visit = visit
    copy.pending = pending
    copy.dwell = dwell
    return copy
  }
}

extension RegionSet {
  /// The slots below the resolved limit whose regions have ignored every fix, ascending.
  func unsettledSlots(_ monitor: RegionMonitor) -> ContiguousArray<UInt32> {
    guard !monitor.watchState.unresolved.isEmpty else { return [] }
    return ContiguousArray(
      slotsWithOptions.filter { slot in
        slot < monitor.resolvedLimit && monitor.watch(ofSlot: slot) == nil
          && !monitor.isSettled(slot, log.record(at: slot).options)
      })
  }
}

extension RegionLog {
  /// Returns the slots that the operations in `range` remove.
  func removed(_ range: Range<UInt32>) -> ContiguousArray<UInt32> {
    state.withLock { state in
      var slots: ContiguousArray<UInt32> = []
      func removals(_ position: UInt32) -> UInt32 {
        position == 0 ? 0 : state.operations[Int(position) - 1].removals
      }
      // Most histories only add, so a long one need not be read.
      guard removals(range.lowerBound) < removals(range.upperBound) else { return [] }
      for i in range where state.operations[Int(i)].removed != Self.noSlot {
        slots.append(state.operations[Int(i)].removed)
      }
      return slots
    }
  }
}

extension RegionSet {
  /// The set that this set's log starts from.
  var prefix: RegionSet? {
    log.prefix.map { RegionSet(log: $0, position: log.prefixPosition, slotLimit: log.firstSlot) }
  }

  /// Returns the last set that both derive from; the empty set if there is no other.
  func commonAncestor(with other: RegionSet) -> RegionSet {
    var left = self
    var right = other
    while left.log !== right.log {
      // The deeper one steps back; at equal depth either may.
      if left.log.depth >= right.log.depth {
        guard let prefix = left.prefix else { return .empty }
        left = prefix
      } else {
        guard let prefix = right.prefix else { return .empty }
        right = prefix
      }
    }
    return left.position <= right.position ? left : right
  }

  /// Returns the live slots that were added after `ancestor`.
  func slots(since ancestor: RegionSet) -> ContiguousArray<UInt32> {
    var slots: ContiguousArray<UInt32> = []
    for slot in ancestor.slotLimit..<slotLimit where log.isLive(slot, at: position) { slots.append(slot) }
    return slots
  }

  /// Returns the slots of `ancestor` that were removed since.
  func prefixRemovals(since ancestor: RegionSet) -> ContiguousArray<UInt32> {
    var slots: ContiguousArray<UInt32> = []
    var set = self
    while true {
      let start = set.log === ancestor.log ? ancestor.position : 0
      slots += set.log.removed(start..<set.position).filter { $0 < ancestor.slotLimit }
      guard set.log !== ancestor.log, let prefix = set.prefix else { return slots }
      set = prefix
    }
  }
}
