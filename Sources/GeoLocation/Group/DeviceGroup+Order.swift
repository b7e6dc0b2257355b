public import GeoCore

/// The order of events in a group: each member's window judges its own events; what has waited long enough
/// leaves all windows in one order, by timestamp, then by the bytes of the name, then as in one window.
extension DeviceGroup {
  func add(_ event: DeviceEvent, arrival: TimeInterval?) {
    if case .message(let message) = event.payload {
      if message.isRoute { return }
      if message.kind == .acknowledge { return takeAcknowledgement(event) }
    }
    // Recorded events are in order already.
    if event.marks.contains(.settled) { return hub.handle(event) }
    let member = member(event.device)
    member.isChanged = true
    let device = member.device
    let answer =
      device.hooks.onExplain == nil
      ? device.window.add(event, arrival: arrival) : device.explainedAdd(event, arrival: arrival)
    if case .deliver = answer { return hub.handle(event) }
    let width = device.window.policy.width
    if width > 0 { wait((arrival ?? event.time) + width, member) }
    noteReady(member)
    guard !device.window.policy.isLive else { return }
    newestTime = max(newestTime, device.window.newestTime)
    makeReady(by: newestTime)
  }

  /// Handles an acknowledgement of an alert of the group at once: it concerns no member, and passes no window.
  private func takeAcknowledgement(_ event: DeviceEvent) {
    guard case .message(let message) = event.payload, var told = message.acknowledgement else { return }
    told.group = name
    var event = event
    event.payload = .message(DeviceMessage(told))
    // A recording has it under one of the members.
    event.device = lastDevice ?? event.device
    // The group's clock never goes back, and waiting events come at their own times.
    if hub.hooks.onStart == nil, !event.marks.contains(.settled) { event.time = hub.clock.now }
    hub.handle(event)
  }

  /// Handles the next event that may leave; false if there is none.
  func handleNext() -> Bool {
    guard let place = nextPlace else { return false }
    let member = ready[place]
    guard let released = member.device.window.next() else { return false }
    member.isChanged = true
    if member.device.window.nextTimestamp == nil {
      ready.remove(at: place)
      member.isReady = false
    }
    releasing = member
    defer { releasing = nil }
    guard released.rebases else {
      hub.handle(released.event)
      return true
    }
    var event = released.event
    event.marks.insert(.rebases)
    hub.handle(event)
    return true
  }

  /// The place among `ready` of the member whose event comes next; nil if none may leave.
  private var nextPlace: Int? {
    // In order of time, almost always one member is ready.
    if ready.count == 1 { return ready[0].device.window.nextTimestamp == nil ? nil : 0 }
    var first: (place: Int, timestamp: TimeInterval)?
    for place in ready.indices {
      guard let timestamp = ready[place].device.window.nextTimestamp else { continue }
      if let (other, earliest) = first {
        if earliest < timestamp { continue }
        if earliest == timestamp, ready[other] < ready[place] { continue }
      }
      first = (place, timestamp)
    }
    return first?.place
  }

  func makeReady(by arrival: TimeInterval) {
    while firstRelease < releases.count, releases[firstRelease].at <= arrival {
      let member = releases[firstRelease].member
      firstRelease += 1
      member.device.window.advance(to: arrival)
      noteReady(member)
    }
    if firstRelease == releases.count { dropPassed() }
  }

  private func dropPassed() {
    releases.removeSubrange(..<firstRelease)
    firstRelease = 0
  }

  func makeAllReady() {
    for member in all {
      member.device.makeAllReady()
      noteReady(member)
    }
    (releases, firstRelease) = ([], 0)
  }

  /// The number of waiting events of all members.
  var heldCount: Int { known.members.reduce(0) { $0 + $1.device.window.heldCount } }

  /// When the first waiting event has waited long enough; infinity if none waits.
  var earliestRelease: TimeInterval { firstRelease < releases.count ? releases[firstRelease].at : .infinity }

  private func noteReady(_ member: GroupMember) {
    guard !member.isReady, member.device.window.nextTimestamp != nil else { return }
    member.isReady = true
    ready.append(member)
  }

  /// Keeps the times at which windows are to be looked at, earliest first; most come in order.
  private func wait(_ time: TimeInterval, _ member: GroupMember) {
    // Rather than a longer list, as long as half of it has passed.
    if releases.count == releases.capacity, firstRelease * 2 >= releases.count { dropPassed() }
    var place = releases.count
    while place > firstRelease, releases[place - 1].at > time { place -= 1 }
    guard place < releases.count else { return releases.append(Release(at: time, member: member)) }
    releases.insert(Release(at: time, member: member), at: place)
  }
}

/// When a member's window is to be looked at.
struct Release {
  let at: TimeInterval
  /// Not counted, because each fix makes one: all members stay in the group's `known`.
  unowned(unsafe) let member: GroupMember
}

extension Device {
  /// The number of events that wait in its window, or in those of its group's members.
  public var heldCount: Int { group?.heldCount ?? window.heldCount }

  /// Live: when the next waiting event may leave; nil if none waits for a time.
  public var nextRelease: TimeInterval? {
    guard let group else { return window.nextRelease }
    return window.policy.isLive && group.earliestRelease < .infinity ? group.earliestRelease : nil
  }
}
