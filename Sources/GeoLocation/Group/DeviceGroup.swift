public import GeoCore
public import GeoRegions

/// Devices that one script instance looks after together, in one order of time.
///
/// A device without fixes of its own, the hub, stands for the group: its clock is the clock of all members,
/// its timers are the script's, and what the host does with a device it does with the hub. Events of members
/// come in through the hub, wait in each member's own window, and leave in one order (GR-4).
///
/// Ownership: hub → group → members → their devices. Each fix passes what is unchecked here: its worker's thread alone
/// uses it, and nothing holds these properties while it calls out.
public final class DeviceGroup {
  /// Not counted, because each fix asks for it. The hub has the group, and a script that has the group has the hub.
  unowned(unsafe) let hub: Device
  public let name: String
  /// All devices that it has heard of, by number, whether they are in it or not.
  @exclusivity(unchecked) var known = MemberTable()
  /// The members, by name.
  @exclusivity(unchecked) public internal(set) var members: [GroupMember] = []
  /// The member whose event, silence or removal is being handled. Not counted: all of them stay in `known`.
  @exclusivity(unchecked) public internal(set) unowned(unsafe) var current: GroupMember?
  /// The device of the last event, which the group's clock is recorded under.
  @exclusivity(unchecked) public var lastDevice: DeviceID?
  /// Whether the observer wants to know when an event has been handled with all that it caused.
  @exclusivity(unchecked) public var wantsSettling = false
  /// Gets what happens; the script's part sets it.
  @exclusivity(unchecked) public weak var observer: (any DeviceGroupObserver)?
  /// Called with each message of a member.
  public var onMessage: ((GroupMember, DeviceMessage) -> Void)?
  /// Seconds of silence after which members are stale; nil for never.
  public let staleAfter: TimeInterval?
  /// Returns the settings of a device.
  public var settings: (String) -> JSONValue? = { _ in nil }
  /// The regions that every member watches.
  @exclusivity(unchecked) var regions: RegionSet = .empty
  /// The same, by the bytes of their identifiers, and who is in each.
  @exclusivity(unchecked) public internal(set) var sortedRegions: [MonitoredRegion] = []
  @exclusivity(unchecked) var occupancies: [Occupancy] = []
  /// The members of which nothing has been handled yet; their states are unknown, but nobody has been told so.
  @exclusivity(unchecked) var newcomers = 0
  /// Regions of an earlier run that the script has not registered again.
  var unclaimed: Set<String> = []
  /// Members whose managers the script has, so that their timers may change at any time.
  @exclusivity(unchecked) var managed: [GroupMember] = []
  private let makeDevice: (DeviceID) -> Device
  /// Its members watch each other through it; nil before the first does.
  @exclusivity(unchecked) private var madeProximity: ProximityGroup?
  var proximity: ProximityGroup {
    if let madeProximity { return madeProximity }
    let made = makeProximity()
    madeProximity = made
    return made
  }

  // The order of events; see `DeviceGroup+Order.swift`.
  @exclusivity(unchecked) var ready: [GroupMember] = []
  @exclusivity(unchecked) var releases: [Release] = []
  @exclusivity(unchecked) var firstRelease = 0
  /// The member whose event its window has just released. Not counted, for the same reason.
  @exclusivity(unchecked) unowned(unsafe) var releasing: GroupMember?
  @exclusivity(unchecked) var newestTime = -TimeInterval.infinity

  /// - Parameter makeDevice: makes the phone of a member, on the hub's clock.
  public init(
    hub: Device, name: String, staleAfter: TimeInterval?, makeDevice: @escaping (DeviceID) -> Device
  ) {
    (self.hub, self.name, self.staleAfter, self.makeDevice) = (hub, name, staleAfter, makeDevice)
  }

  deinit { for member in known.members { member.group = nil } }

  /// All devices that it has heard of.
  public var all: [GroupMember] { known.members.sorted { $0 < $1 } }

  /// The member of that name; nil if there is none.
  public func member(named name: String) -> GroupMember? {
    let place = self.place(of: name)
    return place < members.count && members[place].name.utf8.elementsEqual(name.utf8) ? members[place] : nil
  }

  func member(_ id: DeviceID) -> GroupMember {
    if let member = known[id] { return member }
    let member = GroupMember(makeDevice(id), in: self)
    equip(member)
    known.insert(member)
    return member
  }

  private func equip(_ member: GroupMember) {
    let device = member.device
    if let madeProximity { device.join(madeProximity) }
    if !regions.isEmpty { device.watch(regions) }
  }

  private func place(of name: String) -> Int {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if NameOrder.precedes(members[middle].name, name) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func makeProximity() -> ProximityGroup {
    let made = ProximityGroup { [unowned self] in member(named: $0)?.device }
    made.enter = { [unowned self] device, body in
      // A watcher that has left the group watches nobody.
      guard let member = known[device.id], member.device === device, member.isIn else { return }
      handling(member, body)
    }
    made.drain = { _ in }
    return made
  }

  /// Notifies the members that watch another one of its moves.
  @inline(__always)
  func deliverMoves() { if let madeProximity { madeProximity.deliver() } }

  /// Gives a message of a member to the script.
  func hear(_ message: DeviceMessage, from member: GroupMember) {
    if member.isIn { onMessage?(member, message) }
  }

  /// Runs `body` for a member, as the cause of what happens there.
  func handling(_ member: GroupMember, _ body: () -> Void) {
    let before = current
    current = member
    member.isChanged = true
    body()
    note(member)
    current = before
  }

  // MARK: Events

  /// Makes the device whose event starts the script a member before the script starts.
  func expect(_ event: DeviceEvent) {
    if case .clock = event.payload { return }
    if case .message(let message) = event.payload, message.kind == .acknowledge { return }
    if event.leaves(name) { return }
    join(member(event.device))
  }

  /// Makes the device of a recorded event a member if a file named it when that was recorded; false for another event.
  func include(_ event: DeviceEvent) -> Bool {
    guard event.namingGroup == name else { return false }
    if !knows(event.device) { include(event.device) }
    return true
  }

  /// Makes a device a member before its first event, because a file names it.
  public func include(_ device: DeviceID) {
    let member = member(device)
    join(member)
    member.isNew = false
    newcomers -= 1
    updateOccupancy(of: member)
  }

  /// Handles an event of a member, with the clock at its time; returns whether anything but a member has come.
  func dispatch(_ event: DeviceEvent) -> Bool {
    if case .clock = event.payload { return true }
    if case .message(let message) = event.payload, message.kind == .acknowledge {
      hub.ingest(message)
      return true
    }
    let member = releasing.flatMap { $0.device.id == event.device ? $0 : nil } ?? member(event.device)
    lastDevice = event.device
    if event.leaves(name) {
      leave(member)
      return true
    }
    if case .message(let message) = event.payload, message.groupName != nil {
      join(member)
      return false
    }
    join(member)
    handling(member) { play(event, on: member) }
    deliverMoves()
    return true
  }

  private func play(_ event: DeviceEvent, on member: GroupMember) {
    if event.marks.contains(.rebases) { rebase(member, to: event) }
    hear(member, event.payload)
    // A phone's app does not end while its group's script runs.
    if case .app = event.payload { return }
    member.device.playAsMember(event)
  }

  private func rebase(_ member: GroupMember, to event: DeviceEvent) {
    var event = event
    // The group's clock never goes back.
    event.time = hub.clock.now
    member.device.rebase(to: event)
  }

  private func join(_ member: GroupMember) {
    guard !member.isIn else { return }
    if member.membership > 0 { renew(member) }
    member.isIn = true
    member.isChanged = true
    member.membership += 1
    member.staleAfter = staleAfter
    members.insert(member, at: place(of: member.name))
    member.isNew = true
    newcomers += 1
    if members.count == DeviceGroup.manyMembers { observer?.groupIsLarge(self) }
  }

  /// More members than this make each change of occupancy expensive.
  public static let manyMembers = 2001

  /// A device that comes back is a new one; only the order of its events goes on.
  private func renew(_ member: GroupMember) {
    let window = member.device.window
    member.device = makeDevice(member.device.id)
    member.device.window = window
    member.hasAppeared = false
    member.isStale = false
    member.lastHeard = -.infinity
    equip(member)
  }

  private func leave(_ member: GroupMember) {
    guard member.isIn else { return }
    member.isIn = false
    if member.isNew { newcomers -= 1 }
    member.isNew = false
    members.remove(at: place(of: member.name))
    member.timer?.cancel()
    member.silence?.cancel()
    managed.removeAll { $0 === member }
    handling(member) {}
    member.device.abandonCalls()
  }

  /// Takes what a fix of a member, or a time that came, has caused: the first calls of ruling GR-12.
  func serve(_ member: GroupMember, _ reports: [RegionReport], isFix: Bool) {
    // What its device still does after it has left concerns nobody.
    guard member.isIn else { return }
    guard !reports.isEmpty || (isFix && !member.hasAppeared) else { return updateOccupancy(of: member) }
    guard let observer else { return }
    if isFix, !member.hasAppeared {
      member.hasAppeared = true
      observer.group(self, didAppear: member)
    }
    for report in reports where report.callback != .didDetermineState && report.proximity == nil {
      member.device.currentRegionEvent = report
      observer.group(self, member, didReceive: report, for: member.device.regionObjects.object(for: report))
    }
    member.device.currentRegionEvent = nil
    updateOccupancy(of: member)
  }

  /// Notices what has changed on a member.
  private func note(_ member: GroupMember) {
    updateOccupancy(of: member)
    updateTimer(of: member)
    if member.isNew { newcomers -= 1 }
    member.isNew = false
    member.wasStale = member.isStale
  }
}
