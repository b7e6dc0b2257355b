public import GeoCore
public import GeoRegions

/// A device in a ``DeviceGroup``.
///
/// Owner: its group.
public final class GroupMember {
  public internal(set) var device: Device
  /// Nil after the group has ended.
  public internal(set) weak var group: DeviceGroup?
  /// The bytes of its name, which order members.
  let order: [UInt8]
  /// Whether it is in the group now; false before its first event, and after it changed to another group.
  public internal(set) var isIn = false
  /// Whether its first fix has been reported.
  public internal(set) var hasAppeared = false
  /// Whether it has been silent for longer than ``staleAfter``.
  public internal(set) var isStale = false
  /// When it was last heard of; minus infinity before its first event.
  public internal(set) var lastHeard = -TimeInterval.infinity
  /// Seconds of silence after which it is stale; nil for never.
  public var staleAfter: TimeInterval? {
    didSet {
      isChanged = true
      group?.watchSilence(of: self)
    }
  }
  /// Counts how often it joined the group: what a script keeps of an earlier membership is over.
  public internal(set) var membership = 0
  /// What its user wrote of it in the file of settings.
  public var settings: JSONValue?

  /// Fires what its regions and services wait for.
  var timer: DeviceTimer?
  /// Fires when it has been silent for too long.
  var silence: DeviceTimer?
  /// Whether nothing has been handled for it since it joined, and whether it was stale before the current event.
  var isNew = false
  var wasStale = false
  /// What was last known of it, to notice changes.
  var knowledge = Knowledge()
  /// Whether anything of it has changed since its state was last taken.
  var isChanged = false
  /// Whether events that its window has released wait for their turn.
  var isReady = false

  /// The parts of its state that occupancy depends on.
  struct Knowledge: Equatable {
    var isIn = false
    var isKnown = false
    var inside: ContiguousArray<UInt32> = []
    var unknown: ContiguousArray<UInt32> = []
    var limit: UInt32 = 0
    var watched: [UInt32] = []
  }

  init(_ device: Device, in group: DeviceGroup) {
    self.device = device
    self.group = group
    order = Array(device.name.utf8)
  }

  public var name: String { device.name }

  /// Where it is relative to a region of its group; unknown while it is stale, or may not know.
  public func state(of identifier: String) -> RegionState {
    guard isIn, !isStale, device.route.watchesRegions else { return .unknown }
    return device.regions.state(of: identifier)
  }

  /// Whether anything that occupancy depends on has changed since the last call.
  func takeChange() -> Bool {
    var new = Knowledge()
    new.isIn = isIn
    new.isKnown = isIn && !isStale && device.route.watchesRegions
    if new.isKnown {
      new.inside = device.regions.inside
      new.unknown = device.regions.unknown
      new.limit = device.regions.resolvedLimit
      if device.regions.hasWatchState {
        new.watched = device.regions.watches.lazy.filter(\.isInside).map(\.slot)
      }
    }
    guard new != knowledge else { return false }
    knowledge = new
    return true
  }

  static func < (a: GroupMember, b: GroupMember) -> Bool { a.order.lexicographicallyPrecedes(b.order) }
}
