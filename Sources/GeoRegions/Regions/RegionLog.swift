import Synchronization

/// The history that many ``RegionSet``s share: regions in dense slots, and the operations that added and removed
/// them, both append-only. A set is a position in a log.
///
/// An operation at the end of the log is appended. An operation that repeats the log's next one just moves to
/// the next position: that is the interning, a comparison without hashing. A different operation forks a
/// child log whose prefix is the set at that position, whatever its size. Children are held weakly, by
/// position and operation, so that the next device with the same operation finds the same child.
///
/// Ownership: set → log → prefix; a log is freed with its last set. The root has no operations, so nothing is
/// kept forever.
///
/// Sendable because `store` is readable once a slot is known (see there), and all other mutable state is in
/// the mutex. Locks are taken child before prefix only, so they cannot deadlock.
final class RegionLog: Sendable {
  static let root = RegionLog()
  static let noSlot = UInt32.max

  let prefix: RegionLog?
  let prefixPosition: UInt32
  /// Lower slots belong to the prefix.
  let firstSlot: UInt32
  let prefixCount: Int
  /// The number of prefixes up to the root.
  let depth: Int
  let store = RegionStore()
  let state = Mutex(State())
  /// Held while an index is made.
  let building = Mutex(())

  struct Operation {
    /// The slot that it removes, or `noSlot`.
    var removed: UInt32
    /// One past the greatest slot after it; one more than before if the operation adds a region.
    var slotLimit: UInt32
    /// The removals so far, this one included.
    var removals: UInt32
  }

  struct Link {
    /// The slot (less `firstSlot`) that had the same identifier before, or `noSlot`.
    var previous: UInt32
    /// The index of the operation that removes it, or `noSlot`.
    var death: UInt32
  }

  struct State {
    var operations: ContiguousArray<Operation> = []
    var links: ContiguousArray<Link> = []
    var names = IdentifierTable()
    /// Removals of slots of the prefix: slot → index of the operation.
    var prefixDeaths: [UInt32: UInt32] = [:]
    var ownDeaths = 0
    var children: [UInt64: Child] = [:]
    var childrenBeforeSweep = 16
    var indexes = IndexCache()
    /// This log's slots of regions with options, ascending.
    var slotsWithOptions: ContiguousArray<UInt32> = []
  }

  /// A set in another log that continues from a position of this one.
  struct Child {
    weak var log: RegionLog?
    var position: UInt32
    var slotLimit: UInt32
  }

  private init() {
    prefix = nil
    prefixPosition = 0
    firstSlot = 0
    prefixCount = 0
    depth = 0
  }

  /// Makes a log that continues from `set`.
  init(after set: RegionSet) {
    prefix = set.log
    prefixPosition = set.position
    firstSlot = set.slotLimit
    prefixCount = set.count
    depth = set.log.depth + 1
  }

  // MARK: Reading

  /// Returns the record in a slot that some set of this log holds.
  @inline(__always)
  func record(at slot: UInt32) -> RegionRecord {
    if slot >= firstSlot { return store[Int(slot &- firstSlot)] }
    return prefixRecord(at: slot)
  }

  @inline(never)
  private func prefixRecord(at slot: UInt32) -> RegionRecord {
    guard let prefix else { preconditionFailure("slot \(slot) is not in this region set") }
    return prefix.record(at: slot)
  }

  func count(at position: UInt32) -> Int {
    guard position > 0 else { return prefixCount }
    return state.withLock { state in
      let last = state.operations[Int(position) - 1]
      return prefixCount + Int(last.slotLimit - firstSlot) - Int(last.removals)
    }
  }

  func slot(of identifier: String, at position: UInt32) -> UInt32? {
    var identifier = identifier
    return identifier.withUTF8 { bytes in
      let hash = IdentifierTable.hash(bytes)
      return state.withLock { liveSlot(of: bytes, hash, at: position, &$0) }
    }
  }

  /// Returns whether the region in `slot` is in the set at `position`.
  func isLive(_ slot: UInt32, at position: UInt32) -> Bool {
    state.withLock { isLive(slot, at: position, &$0) }
  }

  func isLive(_ slot: UInt32, at position: UInt32, _ state: inout State) -> Bool {
    guard slot >= firstSlot else {
      if let death = state.prefixDeaths[slot], death < position { return false }
      return prefix?.isLive(slot, at: prefixPosition) ?? false
    }
    return slot < slotLimit(at: position, &state) && state.links[Int(slot - firstSlot)].death >= position
  }

  func slotLimit(at position: UInt32, _ state: inout State) -> UInt32 {
    position == 0 ? firstSlot : state.operations[Int(position) - 1].slotLimit
  }

  func liveSlots(at position: UInt32) -> ContiguousArray<UInt32> {
    var slots = prefix?.liveSlots(at: prefixPosition) ?? []
    state.withLock { state in
      if !state.prefixDeaths.isEmpty {
        slots.removeAll { slot in state.prefixDeaths[slot].map { $0 < position } ?? false }
      }
      slots.append(contentsOf: ownLiveSlots(at: position, &state))
    }
    return slots
  }

  func ownLiveSlots(at position: UInt32, _ state: inout State) -> ContiguousArray<UInt32> {
    var slots: ContiguousArray<UInt32> = []
    for slot in firstSlot..<slotLimit(at: position, &state)
    where state.links[Int(slot - firstSlot)].death >= position {
      slots.append(slot)
    }
    return slots
  }

  /// Returns the slot that a region called `identifier` has at `position`.
  func liveSlot(
    of identifier: UnsafeBufferPointer<UInt8>, _ hash: UInt32, at position: UInt32, _ state: inout State
  ) -> UInt32? {
    let limit = slotLimit(at: position, &state)
    var own = state.names.newest(hash) { store[Int($0)].isCalled(identifier) }
    while own != Self.noSlot {
      let link = state.links[Int(own)]
      let slot = firstSlot + own
      // The newest one below the limit decides: it replaced older ones, including those in the prefix.
      if slot < limit { return link.death >= position ? slot : nil }
      own = link.previous
    }
    guard let slot = prefix?.slot(of: identifier, hash, at: prefixPosition) else { return nil }
    if let death = state.prefixDeaths[slot], death < position { return nil }
    return slot
  }

  private func slot(
    of identifier: UnsafeBufferPointer<UInt8>, _ hash: UInt32, at position: UInt32
  ) -> UInt32? {
    state.withLock { liveSlot(of: identifier, hash, at: position, &$0) }
  }
}
