public import GeoCore
public import GeoRegions

/// A device in a ``DeviceGroup``.
///
/// Owner: its group. Each fix passes what is unchecked here: its worker's thread alone uses it, and nothing holds these
/// properties while it calls out.
public final class GroupMember {
  @exclusivity(unchecked) public internal(set) var device: Device {
    didSet {
      oldValue.member = nil
      device.member = self
    }
  }
  /// Nil after the group has ended, which sets it. Not counted, because each fix asks for it.
  @exclusivity(unchecked) public internal(set) unowned(unsafe) var group: DeviceGroup?
  /// The place of its name.
  let order: NameOrder
  /// Whether it is in the group now; false before its first event, and after it changed to another group.
  @exclusivity(unchecked) public internal(set) var isIn = false
  /// Whether its first fix has been reported.
  @exclusivity(unchecked) public internal(set) var hasAppeared = false
  /// Whether it has been silent for longer than ``staleAfter``.
  @exclusivity(unchecked) public internal(set) var isStale = false
  /// Whether nothing has been handled for it since it joined, and whether it was stale before the current event.
  @exclusivity(unchecked) var isNew = false
  @exclusivity(unchecked) var wasStale = false
  /// Whether anything of it has changed since its state was last taken.
  @exclusivity(unchecked) var isChanged = false
  /// Whether events that its window has released wait for their turn.
  @exclusivity(unchecked) var isReady = false
  /// When it was last heard of; minus infinity before its first event.
  @exclusivity(unchecked) public internal(set) var lastHeard = -TimeInterval.infinity
  /// Seconds of silence after which it is stale; nil for never.
  @exclusivity(unchecked) public var staleAfter: TimeInterval? {
    didSet {
      isChanged = true
      group?.watchSilence(of: self)
    }
  }
  /// Counts how often it joined the group: what a script keeps of an earlier membership is over.
  @exclusivity(unchecked) public internal(set) var membership = 0
  /// Fires what its regions and services wait for.
  @exclusivity(unchecked) var timer: DeviceTimer?
  /// Fires when it has been silent for too long.
  var silence: DeviceTimer?
  /// What was last known of it, to notice changes.
  @exclusivity(unchecked) var knowledge = Knowledge()

  /// The parts of its state that occupancy depends on.
  struct Knowledge {
    var isIn = false
    var isKnown = false
    var limit: UInt32 = 0
    var inside: ContiguousArray<UInt32> = []
    var unknown: ContiguousArray<UInt32> = []
    var watched: [UInt32] = []
    /// Which regions wait for a better fix.
    var unresolved: ContiguousArray<UnresolvedRegions> = []
    /// The monitor's count of changes at that time.
    var changeCount = -1
  }

  init(_ device: Device, in group: DeviceGroup) {
    self.device = device
    self.group = group
    order = NameOrder(device.name)
    device.member = self
  }

  deinit { device.member = nil }

  public var name: String { device.name }

  /// What its user wrote of it in the file of settings.
  public var settings: JSONValue? { group?.settings(name) }

  /// Where it is relative to a region of its group; unknown while it is stale, or may not know.
  public func state(of identifier: String) -> RegionState {
    guard isIn, !isStale, device.route.watchesRegions else { return .unknown }
    return device.regions.state(of: identifier)
  }

  /// Whether anything that occupancy depends on has changed since the last call.
  func takeChange() -> Bool {
    let isKnown = isIn && !isStale && device.route.watchesRegions
    if isIn == knowledge.isIn, isKnown == knowledge.isKnown, !isKnown || !hasMoved() { return false }
    knowledge = Knowledge(isIn: isIn, isKnown: isKnown)
    if isKnown { learnSides(in: &device.regions) }
    return true
  }

  private func learnSides(in regions: inout RegionMonitor) {
    knowledge.changeCount = regions.changeCount
    knowledge.inside = regions.inside
    knowledge.unknown = regions.unknown
    knowledge.limit = regions.resolvedLimit
    knowledge.watched = GroupMember.watched(in: &regions)
    if regions.hasWatchState { knowledge.unresolved = regions.watchState.unresolved }
  }

  /// Whether it is on another side of any region than it was known to be.
  private func hasMoved() -> Bool {
    let count = GroupMember.changeCount(of: &device.regions)
    if count == knowledge.changeCount { return false }
    let hasMoved = sidesDiffer(in: &device.regions)
    // Looked at: the same changes need no second look.
    if !hasMoved { knowledge.changeCount = count }
    return hasMoved
  }

  // By reference: to read a field through the device copies the whole monitor, which costs 500 instructions a fix.
  private static func changeCount(of regions: inout RegionMonitor) -> Int { regions.changeCount }

  private func sidesDiffer(in regions: inout RegionMonitor) -> Bool {
    regions.inside != knowledge.inside || regions.unknown != knowledge.unknown
      || regions.resolvedLimit != knowledge.limit
      || (regions.hasWatchState || !knowledge.watched.isEmpty)
        && (GroupMember.watched(in: &regions) != knowledge.watched
          || regions.watchState.unresolved != knowledge.unresolved)
  }

  private static func watched(in regions: inout RegionMonitor) -> [UInt32] {
    guard regions.hasWatchState else { return [] }
    return regions.watches.lazy.filter(\.isInside).map(\.slot)
  }

  static func < (a: GroupMember, b: GroupMember) -> Bool {
    a.order.start != b.order.start ? a.order.start < b.order.start : NameOrder.precedes(a.name, b.name)
  }
}

/// The beginning of a name as a number: names are ordered by their bytes, and few differ only after these.
struct NameOrder {
  /// The first eight bytes, filled up with zeros.
  let start: UInt64

  init(_ name: String) {
    var bytes = name.utf8.makeIterator()
    start = (0..<8).reduce(0) { start, _ in start << 8 | UInt64(bytes.next() ?? 0) }
  }

  /// Whether a name comes before another by all of its bytes.
  static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}

/// The devices that a group has heard of, by number; most come in the order of their numbers.
struct MemberTable {
  private var numbers: [UInt32] = []
  private(set) var members: [GroupMember] = []
  /// Up to this many are looked through one by one.
  private static let few = 8

  subscript(id: DeviceID) -> GroupMember? {
    let place = place(of: id)
    return place < numbers.count && numbers[place] == id.index ? members[place] : nil
  }

  mutating func insert(_ member: GroupMember) {
    let place = place(of: member.device.id)
    numbers.insert(member.device.id.index, at: place)
    members.insert(member, at: place)
  }

  private func place(of id: DeviceID) -> Int {
    var (low, high) = (0, numbers.count)
    if high <= MemberTable.few {
      while low < high, numbers[low] < id.index { low += 1 }
      return low
    }
    if numbers[high - 1] < id.index { return high }
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < id.index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
