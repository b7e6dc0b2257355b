public import GeoCore

/// Decides which regions one device has entered and left: fixes in, events out, no other effects.
///
/// How a phone uses it: keep one monitor for each device. On `startMonitoringForRegion` and
/// `stopMonitoringForRegion`, pass it the changed set. On each fix, call
/// ``take(coordinate:horizontalAccuracy:timestamp:into:)`` with a reused buffer, and deliver the appended
/// events:
/// ```
/// monitor.monitor(monitor.regions.adding(region))
/// monitor.take(coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy,
///   timestamp: event.timestamp, into: &events)
/// for event in events { … monitor.regions.region(at: event.slot) … }
/// ```
/// The model: *enter* when d ≤ −min(buffer, radius / 2), *exit* when d > buffer, no change in between, where
/// d is the geodesic distance from the edge, negative inside. The first fix after a region was added only
/// sets its initial state. A ``RegionWatch`` for each region decides what its ``RegionOptions`` add; a set
/// without options never looks at them.
public struct RegionMonitor: Sendable {
  /// The monitored regions; changed by ``monitor(_:)``.
  public internal(set) var regions: RegionSet = .empty
  /// The index of `regions`; nil until a fix needs it.
  var index: RegionIndex?
  /// The view of `index`; valid as long as `index` is held: both are set and cleared together.
  var view: RegionIndexView?
  /// Counts the changes of what ``state(of:)`` depends on, and perhaps some that change nothing.
  package private(set) var changeCount = 0
  /// The slots of the regions that the device is inside of, ascending.
  package var inside: ContiguousArray<UInt32> = [] {
    didSet { changeCount &+= 1 }
  }
  /// One visit for each of `inside`.
  package var visits: ContiguousArray<Visit> = []
  /// Slots below it have their initial state, except those in `unknown` and those that ignored every fix
  /// (`unresolved`); the others wait for the next fix.
  package var resolvedLimit: UInt32 = 0 {
    didSet { changeCount &+= 1 }
  }
  /// Whether a region may have options; known once the index is.
  var hasOptions = false
  /// Slots below `settledLimit` that still wait, ascending.
  package var unknown: ContiguousArray<UInt32> = [] {
    didSet { changeCount &+= 1 }
  }
  /// Unknown slots whose state was requested, ascending.
  var requested: ContiguousArray<UInt32> = []
  package var lastTimestamp: TimeInterval = -.infinity
  /// The hash of the device's name; the ids of its visits start from it.
  package let nameHash: FNV1a
  /// The number of visits so far.
  var sequence: UInt64 = 0

  /// When the clock has something to do; infinity if never.
  package var deadline = TimeInterval.infinity
  /// The state of regions with options: one element, or none if there are no such regions, so that devices
  /// stay small.
  private var books: ContiguousArray<RegionWatchState> = []

  /// The first crossings that were not reported; see ``silence(_:_:)``.
  var silenced: [SilencedCrossing] = []

  package struct Visit: Sendable {
    var id: UInt64
    package var begin: TimeInterval
  }

  package var hasWatchState: Bool { !books.isEmpty }

  /// Whether a fix that touches no region with options affects none of them.
  var isIdle: Bool { books.isEmpty || (books[0].watches.isEmpty && books[0].crossings == nil) }

  /// Whether everything that `settling` resolves is resolved already.
  func isCovered(_ settling: UnresolvedRegions) -> Bool {
    guard !books.isEmpty else { return false }
    for i in books[0].unresolved.indices where books[0].unresolved[i].covers(settling) { return true }
    return false
  }

  /// The state held for regions with options.
  package var watchState: RegionWatchState {
    // Borrowed, not copied: every fix reads it when some region has options.
    _read { if books.isEmpty { yield.empty } else { yield books[0] } }
    // In place: reading and writing separately would copy the arrays.
    _modify {
      changeCount &+= 1
      if books.isEmpty { books.append(.empty) }
      yield &books[0]
    }
  }

  /// The regions that the device is inside of or that have a pending crossing, ascending by slot.
  package var watches: ContiguousArray<RegionWatch> { _read { yield watchState.watches } }

  /// Makes the monitor of a device without regions.
  public init(deviceName: String) {
    var hash = FNV1a()
    hash.combine(deviceName)
    hash.combine(0)
    nameHash = hash
  }

  /// When the monitor needs the time next, in seconds since 1970; nil while nothing is pending.
  public var nextDeadline: TimeInterval? { deadline < .infinity ? deadline : nil }

  /// Advances the time, for delays and dwells that fall due without a fix; appends their events in the order
  /// of their times.
  public mutating func advance(to time: TimeInterval, into events: inout [RegionEvent]) {
    guard deadline <= time else { return }
    fireDue(upTo: time, isMeasured: false, into: &events)
    updateDeadline()
  }

  /// The way to the next fix is unknown: the signal was lost.
  public mutating func loseSignal() {
    if hasWatchState { watchState.lastFix = nil }
  }

  /// Returns where the device is relative to a region; unknown for a region that is not monitored.
  public func state(of identifier: String) -> RegionState {
    guard let slot = regions.slot(of: identifier) else { return .unknown }
    return state(ofSlot: slot)
  }

  /// Returns where the device is relative to the region in a slot of `regions`.
  public func state(ofSlot slot: UInt32) -> RegionState {
    if !watches.isEmpty, let watch = watch(ofSlot: slot) { return watch.isInside ? .inside : .outside }
    if !isSettled(slot) { return .unknown }
    return inside.containsSorted(slot) ? .inside : .outside
  }

  func watch(ofSlot slot: UInt32) -> RegionWatch? { watches.first { $0.slot == slot } }

  /// Returns the state of a region if known; otherwise the next used fix appends a `determined` event.
  public mutating func requestState(of identifier: String) -> RegionState {
    guard let slot = regions.slot(of: identifier) else { return .unknown }
    let state = state(ofSlot: slot)
    if state == .unknown { requested.insertSorted(slot) }
    return state
  }

  /// The regions that the device is inside of, in the order of registration.
  public var insideRegions: [MonitoredRegion] {
    (inside + watches.filter(\.isInside).map(\.slot)).sorted().map { regions.region(at: $0) }
  }

  /// Returns the id of the ongoing visit in a slot's region.
  public func visit(ofSlot slot: UInt32) -> UInt64? { ongoingVisit(ofSlot: slot)?.id }

  func ongoingVisit(ofSlot slot: UInt32) -> Visit? {
    if let watch = watch(ofSlot: slot) { return watch.isInside ? watch.visit : nil }
    return inside.firstIndex(of: slot).map { visits[$0] }
  }
}

extension ContiguousArray<UInt32> {
  /// Returns the first index whose element is not below `value`, in an ascending array.
  func lowerBound(_ value: UInt32) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func containsSorted(_ value: UInt32) -> Bool {
    let place = lowerBound(value)
    return place < count && self[place] == value
  }

  mutating func insertSorted(_ value: UInt32) {
    let place = lowerBound(value)
    if place == count || self[place] != value { insert(value, at: place) }
  }

  mutating func removeSorted(_ value: UInt32) {
    let place = lowerBound(value)
    if place < count, self[place] == value { remove(at: place) }
  }
}
