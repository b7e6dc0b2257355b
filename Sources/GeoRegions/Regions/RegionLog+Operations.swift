import GeoCore
import Synchronization

extension RegionLog {
  /// Adds regions from `next` and `rest` to `set`, as many as this log can take; `next` is nil when all are added.
  ///
  /// - Returns: the new set; if this log cannot continue, an equal set in a log that can.
  func add(
    _ next: inout MonitoredRegion?, _ rest: inout some IteratorProtocol<MonitoredRegion>, to set: RegionSet
  ) -> RegionSet {
    var set = set
    while let region = next {
      var identifier = region.identifier
      let moved = identifier.withUTF8 { identifier in
        let hash = IdentifierTable.hash(identifier)
        return state.withLock { add(region, identifier, hash, to: set, &$0) }
      }
      guard let moved else { return fork(at: set, for: Self.key(adding: region)) }
      set = moved
      next = rest.next()
    }
    return set
  }

  /// Removes a region from `set`; returns the same set if the region is not in it.
  func remove(_ identifier: String, from set: RegionSet) -> RegionSet {
    var identifier = identifier
    return identifier.withUTF8 { bytes in
      let hash = IdentifierTable.hash(bytes)
      var set = set
      while true {
        let moved = set.log.state.withLock { set.log.remove(bytes, hash, from: set, &$0) }
        if let moved { return moved }
        set = set.log.fork(at: set, for: Self.key(removing: bytes))
      }
    }
  }

  // MARK: One step, under the lock

  /// Returns the set with `region`, or nil if this log cannot take it there.
  private func add(
    _ region: MonitoredRegion, _ identifier: UnsafeBufferPointer<UInt8>, _ hash: UInt32, to set: RegionSet,
    _ state: inout State
  ) -> RegionSet? {
    let position = set.position
    if Int(position) < state.operations.count {
      // Most devices only repeat the operations of the first one.
      let done = state.operations[Int(position)]
      if done.slotLimit > set.slotLimit {
        let record = store[Int(set.slotLimit - firstSlot)]
        if record.isCalled(identifier), record.hasValues(of: region) {
          return RegionSet(log: self, position: position + 1, slotLimit: done.slotLimit)
        }
      }
    }
    let replaced = liveSlot(of: identifier, hash, at: position, &state)
    if let replaced, record(at: replaced).hasValues(of: region) { return set }
    guard canAppend(at: position, state) else { return nil }
    let index = UInt32(store.count)
    store.append(region, identifier: identifier)
    if region.traits?.hasOptions == true { state.slotsWithOptions.append(firstSlot + index) }
    let previous = state.names.set(
      index, hash,
      isMatch: { store[Int($0)].isCalled(identifier) },
      hashOf: { IdentifierTable.hash(store[Int($0)].identifierBytes) })
    state.links.append(Link(previous: previous, death: Self.noSlot))
    return append(removed: replaced, slotLimit: set.slotLimit + 1, &state)
  }

  /// Returns the set without the region, or nil if this log cannot remove it there.
  private func remove(
    _ identifier: UnsafeBufferPointer<UInt8>, _ hash: UInt32, from set: RegionSet, _ state: inout State
  ) -> RegionSet? {
    let position = set.position
    guard let slot = liveSlot(of: identifier, hash, at: position, &state) else { return set }
    if Int(position) < state.operations.count {
      let done = state.operations[Int(position)]
      if done.removed == slot, done.slotLimit == set.slotLimit {
        return RegionSet(log: self, position: position + 1, slotLimit: set.slotLimit)
      }
    }
    guard canAppend(at: position, state) else { return nil }
    return append(removed: slot, slotLimit: set.slotLimit, &state)
  }

  private func append(removed: UInt32?, slotLimit: UInt32, _ state: inout State) -> RegionSet {
    let index = UInt32(state.operations.count)
    if let removed {
      if removed >= firstSlot {
        state.links[Int(removed - firstSlot)].death = index
        state.ownDeaths += 1
      } else {
        state.prefixDeaths[removed] = index
      }
    }
    let removals = (state.operations.last?.removals ?? 0) + (removed == nil ? 0 : 1)
    state.operations.append(
      Operation(removed: removed ?? Self.noSlot, slotLimit: slotLimit, removals: removals))
    return RegionSet(log: self, position: index + 1, slotLimit: slotLimit)
  }

  private func canAppend(at position: UInt32, _ state: borrowing State) -> Bool {
    prefix != nil && Int(position) == state.operations.count && !isWasteful(state)
  }

  /// Whether most operations undo each other, so that the log should be rewritten. At worst one operation in
  /// four copies one region, so that perpetual changes cost a constant each.
  private func isWasteful(_ state: borrowing State) -> Bool {
    let needed = state.links.count - state.ownDeaths + state.prefixDeaths.count
    return state.operations.count > 1024 + 4 * needed
  }

  // MARK: Forking

  /// Returns a set with the regions of `set` in another log that can take the operation with this key.
  private func fork(at set: RegionSet, for key: UInt64) -> RegionSet {
    let (known, wasteful) = state.withLock { state in
      (state.children[key ^ UInt64(set.position)]?.set, prefix != nil && isWasteful(state))
    }
    if let known { return known }
    let fresh =
      wasteful && Int(set.position) == state.withLock({ $0.operations.count })
      ? compacted(set) : depth >= 6 ? flattened(set) : RegionSet(log: RegionLog(after: set))
    return state.withLock { state in
      let key = key ^ UInt64(set.position)
      // Another thread may have forked meanwhile; all share the first child.
      if let known = state.children[key]?.set { return known }
      if state.children.count >= state.childrenBeforeSweep {
        state.children = state.children.filter { $0.value.log != nil }
        state.childrenBeforeSweep = max(16, 2 * state.children.count)
      }
      state.children[key] = Child(log: fresh.log, position: fresh.position, slotLimit: fresh.slotLimit)
      return fresh
    }
  }

  /// Returns the regions of `set` in a new log after the same prefix, without the removed ones.
  private func compacted(_ set: RegionSet) -> RegionSet {
    guard let prefix else { return set }
    let (gone, own) = state.withLock { state in
      (
        state.prefixDeaths.filter { $0.value < set.position }.keys.sorted(),
        ownLiveSlots(at: set.position, &state)
      )
    }
    var fresh = RegionSet(
      log: RegionLog(
        after: RegionSet(log: prefix, position: prefixPosition, slotLimit: firstSlot)))
    for slot in gone { fresh = fresh.log.remove(record(at: slot).identifier, from: fresh) }
    return fresh.adding(contentsOf: own.lazy.map { self.record(at: $0).region })
  }

  /// Returns the regions of `set` in a new log right after the root, which bounds the chain of prefixes.
  private func flattened(_ set: RegionSet) -> RegionSet {
    RegionSet(log: RegionLog(after: .empty)).adding(contentsOf: set.regions)
  }

  /// A hash that distinguishes operations; a collision only causes a needless fork, because a child compares
  /// what it takes.
  private static func key(adding region: MonitoredRegion) -> UInt64 {
    var hash = FNV1a()
    hash.combine(region.identifier)
    for value in [region.center.latitude, region.center.longitude, region.radius, region.buffer] {
      hash.combine(value.bitPattern)
    }
    hash.combine((region.notifyOnEntry ? 1 : 0) | (region.notifyOnExit ? 2 : 0))
    return hash.value
  }

  private static func key(removing identifier: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = FNV1a()
    hash.combine(0x72656d6f7665)
    hash.combine(identifier)
    return hash.value
  }
}

extension RegionLog.Child {
  var set: RegionSet? {
    log.map { RegionSet(log: $0, position: position, slotLimit: slotLimit) }
  }
}

extension RegionSet {
  /// The start of a log: what its prefix holds.
  init(log: RegionLog) {
    self.init(log: log, position: 0, slotLimit: log.firstSlot)
  }
}
