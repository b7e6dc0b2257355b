/// The regions that a device monitors: an immutable value, two words wide, that thousands of devices share.
///
/// Sets are interned: the same regions registered singly in the same order lead to the same set. So the
/// instances of one script share its storage and its index, and pay one comparison for each call (see
/// ``RegionLog``). Regions have dense slots. A slot names the same region in every set derived from the one
/// it was read from, until ``RegionMonitor/monitor(_:)`` gets a set whose history was compacted; so keep the
/// set beside a stored slot.
///
/// - Cost: adding or removing a region is O(1) in the size of the set, except for the rare copy that bounds a
///   history (at most one region copied for every four changes; a seventh fork in a row copies the set). The
///   index grows at the next fix, by some microseconds for each change on average. The base is rebuilt when
///   changes amount to half of it, which takes half a second for a million regions on the thread of the
///   device whose fix needs it. Meanwhile devices that hold the index of an earlier set continue, and those
///   with the same new set wait.
public struct RegionSet: Sendable {
  let log: RegionLog
  /// The number of the log's operations that this set has seen.
  let position: UInt32
  /// One past the greatest slot in use.
  public let slotLimit: UInt32

  init(log: RegionLog, position: UInt32, slotLimit: UInt32) {
    self.log = log
    self.position = position
    self.slotLimit = slotLimit
  }

  /// The set without regions, from which every other set derives.
  public static let empty = RegionSet(log: .root, position: 0, slotLimit: 0)

  /// The number of regions.
  public var count: Int { log.count(at: position) }

  public var isEmpty: Bool { count == 0 }

  /// Returns the set that also holds `region`; it replaces a different region with the same identifier.
  public func adding(_ region: MonitoredRegion) -> RegionSet {
    adding(contentsOf: CollectionOfOne(region))
  }

  /// Returns the set that also holds `regions`, as if they were added singly.
  public func adding(contentsOf regions: some Sequence<MonitoredRegion>) -> RegionSet {
    var set = self
    var rest = regions.makeIterator()
    var next = rest.next()
    // A log accepts regions as long as it can; if the history forks, another log continues.
    while next != nil { set = set.log.add(&next, &rest, to: set) }
    return set
  }

  /// Returns the set that also holds the regions of `other`; free if this set is empty or derives from
  /// `other`.
  public func adding(contentsOf other: RegionSet) -> RegionSet {
    if isEmpty { return other }
    return contains(other) ? self : adding(contentsOf: other.regions)
  }

  /// Returns the set without the region called `identifier`, or the same set if there is none.
  public func removing(identifier: String) -> RegionSet {
    log.remove(identifier, from: self)
  }

  /// Returns the slot of the region called `identifier`.
  public func slot(of identifier: String) -> UInt32? {
    log.slot(of: identifier, at: position)
  }

  /// Returns the region in `slot`, which must have been read from this set or from one that it derives from.
  public func region(at slot: UInt32) -> MonitoredRegion {
    precondition(slot < slotLimit, "slot \(slot) is not in this region set")
    return log.record(at: slot).region
  }

  /// Returns the identifier of the region in `slot`, under the same condition as ``region(at:)``.
  public func identifier(at slot: UInt32) -> String {
    precondition(slot < slotLimit, "slot \(slot) is not in this region set")
    return log.record(at: slot).identifier
  }

  /// The slots in use, ascending, which is the order of registration.
  public var slots: ContiguousArray<UInt32> { log.liveSlots(at: position) }

  /// The regions in the order of registration.
  public var regions: some Sequence<MonitoredRegion> {
    slots.lazy.map { log.record(at: $0).region }
  }
}

extension RegionSet: Hashable {
  /// Returns whether both are the same set in the same history; equal regions with another history compare
  /// unequal.
  public static func == (left: RegionSet, right: RegionSet) -> Bool {
    left.log === right.log && left.position == right.position
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(log))
    hasher.combine(position)
  }
}
