public import GeoCore
public import GeoRegions

extension DeviceGroup {
  /// What a group and its script remember beyond a run, besides its members, regions and store.
  public struct Snapshot: Sendable {
    /// The conditions of `when`, in order.
    public var rules: [RuleProgress] = []
    /// The position in the sequence of `math.random`; empty for its beginning.
    public var random: [UInt64] = []
    /// The device of the last event; nil before the first.
    public var lastDevice: String?

    public init() {}
  }

  /// How far a condition of `when` has come.
  ///
  /// - Units: seconds since 1970-01-01 UTC.
  public struct RuleProgress: Sendable, Hashable {
    public var identifier: String
    /// Since when it has held; nil while it does not.
    public var since: TimeInterval?
    public var hasFired: Bool
    public var hasFailed: Bool
    /// When its timer was set, among all timers; 0 without one.
    public var order: UInt64

    public init(identifier: String, since: TimeInterval?, hasFired: Bool, hasFailed: Bool, order: UInt64) {
      (self.identifier, self.since) = (identifier, since)
      (self.hasFired, self.hasFailed, self.order) = (hasFired, hasFailed, order)
    }
  }

  /// The regions that it monitors on each member, for storage beside a snapshot.
  public var monitoredSet: RegionSet { regions }

  /// Regions of an earlier run that the script has not registered again.
  public var unclaimedRegions: [String] {
    sortedRegions.map(\.identifier).filter { unclaimed.contains($0) }
  }

  /// The phone of a device that it has heard of.
  public func device(_ id: DeviceID) -> Device? { known[id]?.device }

  /// Whether it has heard of a device.
  public func knows(_ device: DeviceID) -> Bool { known[device] != nil }

  /// Notes that something is kept of a device that it does not know itself.
  public func noteChange(of member: GroupMember) { member.isChanged = true }

  /// Takes the devices that have changed since the last call, by name.
  public func takeChanged() -> [GroupMember] {
    let changed = known.members.filter(\.isChanged).sorted { $0 < $1 }
    for member in changed { member.isChanged = false }
    return changed
  }

  /// Restores what an earlier run knew, before the first event; nobody is told.
  ///
  /// - Parameters:
  ///   - members: each with the state of its device and the regions that it monitored.
  ///   - set: the regions of the group.
  public func restore(
    _ members: [(id: DeviceID, snapshot: GroupMember.Snapshot, device: Device.Snapshot, regions: RegionSet)],
    regions set: RegionSet, _ resumption: Device.Resumption
  ) {
    for (id, snapshot, state, regions) in members {
      var state = state
      state.clock = hub.clock.now
      let member = member(id)
      member.device.restore(state, regions: regions, resumption)
      member.restore(snapshot, usual: staleAfter)
      if member.isIn {
        self.members.append(member)
        if member.isNew { newcomers += 1 }
      }
      _ = member.takeChange()
    }
    self.members.sort { $0 < $1 }
    regions = set
    sortRegions()
    unclaimed = Set(set.regions.map(\.identifier))
    for (place, region) in sortedRegions.enumerated() {
      for member in self.members where !member.isNew {
        _ = occupancies[place].enter(member, member.state(of: region.identifier))
      }
    }
    restoreTimers(members.map(\.snapshot), members.map { member($0.id) })
    restoreWindows()
  }

  /// The app has restarted on all members: what it asks for from now on is new.
  func endInterruption() {
    for member in known.members where member.device.earlierRun.interruption != nil {
      member.device.earlierRun.interruption = nil
    }
  }

  /// Sets the timers of members again, in the order in which they were set: at one moment, they fire in that.
  private func restoreTimers(_ snapshots: [GroupMember.Snapshot], _ members: [GroupMember]) {
    var timers: [(order: UInt64, set: () -> Void)] = []
    for (snapshot, member) in zip(snapshots, members) where member.isIn {
      timers.append((snapshot.timerOrder, { self.updateTimer(of: member) }))
      timers.append((snapshot.silenceOrder, { self.watchSilence(of: member) }))
    }
    for timer in timers.sorted(by: { $0.order < $1.order }) { timer.set() }
  }

  /// Events that wait leave all windows in one order, as before.
  private func restoreWindows() {
    for member in all {
      let window = member.device.window
      newestTime = max(newestTime, window.newestTime)
      releases += window.releases.map { Release(at: $0, member: member) }
    }
    releases.sort { $0.at < $1.at }
  }
}

extension GroupMember {
  /// What a group remembers of a device, besides the state of its phone.
  public struct Snapshot: Sendable, Hashable {
    public var isIn = false
    public var isNew = false
    public var hasAppeared = false
    public var isStale = false
    public var lastHeard = -TimeInterval.infinity
    /// Whether the script has set ``staleAfter``.
    public var hasOwnStaleAfter = false
    public var staleAfter: TimeInterval?
    public var membership = 0
    /// When its timers were set, among all timers; 0 without one.
    public var timerOrder: UInt64 = 0
    public var silenceOrder: UInt64 = 0

    public init() {}
  }

  public var snapshot: Snapshot {
    var snapshot = Snapshot()
    (snapshot.isIn, snapshot.isNew) = (isIn, isNew)
    (snapshot.hasAppeared, snapshot.isStale, snapshot.lastHeard) = (hasAppeared, isStale, lastHeard)
    snapshot.hasOwnStaleAfter = staleAfter != group?.staleAfter
    snapshot.staleAfter = staleAfter
    snapshot.membership = membership
    if let timer, timer.isPending { snapshot.timerOrder = timer.order }
    if let silence, silence.isPending { snapshot.silenceOrder = silence.order }
    return snapshot
  }

  /// - Parameter usual: the silence after which members of the group are stale, unless the script says otherwise.
  func restore(_ snapshot: Snapshot, usual: TimeInterval?) {
    // Another monitor counts its changes anew.
    knowledge.changeCount = -1
    (isIn, isNew) = (snapshot.isIn, snapshot.isNew)
    (hasAppeared, isStale, wasStale) = (snapshot.hasAppeared, snapshot.isStale, snapshot.isStale)
    membership = snapshot.membership
    staleAfter = snapshot.hasOwnStaleAfter ? snapshot.staleAfter : usual
    // Last, because what comes before must not set its timer.
    lastHeard = snapshot.lastHeard
  }
}
