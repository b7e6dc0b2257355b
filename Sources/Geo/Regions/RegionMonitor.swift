/// Decides which regions one device has entered and left: fixes in, events out, nothing else touched.
///
/// How a phone uses it: keep one monitor for each device; on `startMonitoringForRegion` and `stopMonitoringForRegion`
/// hand it the changed set, on each fix call ``take(coordinate:horizontalAccuracy:timestamp:into:)`` with a buffer
/// that is used again and again, and deliver what was appended:
/// ```
/// monitor.monitor(monitor.regions.adding(region))
/// monitor.take(coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy,
///   timestamp: event.timestamp, into: &events)
/// for event in events { … monitor.regions.region(at: event.slot) … }
/// ```
/// The model: *enter* when d ≤ −min(buffer, radius / 2), *exit* when d > buffer, in between nothing changes, where d
/// is the geodesic distance from the edge, negative inside. The first fix after a region was added only settles it.
public struct RegionMonitor: Sendable {
  /// The regions under watch; changed by ``monitor(_:)``.
  public internal(set) var regions: RegionSet = .empty
  /// The index of `regions`; nil until a fix needs it.
  var index: RegionIndex?
  /// The view of `index`, valid as long as that is held: set and cleared together.
  var view: RegionIndexView?
  /// The slots of the regions that the device is inside of, ascending.
  var inside: ContiguousArray<UInt32> = []
  /// One for each of `inside`.
  var visits: ContiguousArray<Visit> = []
  /// Slots below it are settled but for those in `unknown`; the others wait for the next fix.
  var settledLimit: UInt32 = 0
  /// Slots below `settledLimit` that wait all the same, ascending.
  var unknown: ContiguousArray<UInt32> = []
  /// Unknown slots whose state was asked for, ascending.
  var requested: ContiguousArray<UInt32> = []
  var lastTimestamp: TimeInterval = -.infinity
  /// The hash of the device's name, where the ids of its visits start from.
  let nameHash: FNV1a
  /// The number of visits so far.
  var sequence: UInt64 = 0

  struct Visit: Sendable {
    var id: UInt64
    var begin: TimeInterval
  }

  /// Makes the monitor of a device that watches nothing yet.
  public init(deviceName: String) {
    var hash = FNV1a()
    hash.combine(deviceName)
    hash.combine(0)
    nameHash = hash
  }

  /// When the clock must be shown to the monitor next, in seconds since 1970; nil while no delay is pending.
  public var nextDeadline: TimeInterval? { nil }

  /// Tells the time, for delays that fall due without a fix; no region has one yet.
  public mutating func advance(to time: TimeInterval, into events: inout [RegionEvent]) {}

  /// Returns where the device is with regard to a region; unknown too for one that is not under watch.
  public func state(of identifier: String) -> RegionState {
    guard let slot = regions.slot(of: identifier) else { return .unknown }
    return state(ofSlot: slot)
  }

  /// Returns where the device is with regard to the region in a slot of `regions`.
  public func state(ofSlot slot: UInt32) -> RegionState {
    if slot >= settledLimit || unknown.containsSorted(slot) { return .unknown }
    return inside.containsSorted(slot) ? .inside : .outside
  }

  /// Returns the state of a region if it is known; if not, the next used fix appends a `determined` event.
  public mutating func requestState(of identifier: String) -> RegionState {
    guard let slot = regions.slot(of: identifier) else { return .unknown }
    let state = state(ofSlot: slot)
    if state == .unknown { requested.insertSorted(slot) }
    return state
  }

  /// The regions that the device is inside of, in the order of registration.
  public var insideRegions: [MonitoredRegion] { inside.map { regions.region(at: $0) } }

  /// Returns the id of the visit that goes on in a slot's region.
  public func visit(ofSlot slot: UInt32) -> UInt64? {
    inside.firstIndex(of: slot).map { visits[$0].id }
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
