import Geo
import GeoLua
import Synchronization

extension Worker {
  /// The instance that runs for the group of an event's device. A change of groups goes to both.
  func groupInstance(for event: DeviceEvent) -> ScriptInstance {
    guard plan.unit == .group else { return groupInstance(called: Grouping.usual, now: event.time) }
    let index = Int(event.device.index)
    while groups.count <= index { groups.append(nil) }
    if case .message(let message) = event.payload {
      if let name = message.acknowledgement?.group { return groupInstance(called: name, now: event.time) }
      if let name = message.groupName {
        let handler = event.marks.contains(.settled) ? message.handlingGroup ?? name : name
        let old = groups[index].map { plan.directory.name(of: $0) }
        groups[index] = plan.directory.groupID(of: handler)
        return event.marks.contains(.settled)
          ? groupInstance(called: handler, now: event.time) : changedInstance(for: event, from: old, to: name)
      }
    }
    let group = groups[index] ?? plan.directory.groupID(of: Grouping.usual)
    groups[index] = group
    return instance(of: group, now: event.time)
  }

  /// With several workers, the new group may be with another; then only the old one gets the change here.
  private func changedInstance(for event: DeviceEvent, from old: String?, to name: String) -> ScriptInstance {
    let isHere = GroupPlacing.place(of: name, among: plan.options.jobs) == shard
    guard let old, old != name, GroupPlacing.place(of: old, among: plan.options.jobs) == shard else {
      return groupInstance(called: name, now: event.time)
    }
    let before = groupInstance(called: old, now: event.time)
    guard isHere else { return before }
    hand(event, to: before)
    return groupInstance(called: name, now: event.time)
  }

  private func hand(_ event: DeviceEvent, to instance: ScriptInstance) {
    guard !instance.isStopped else { return }
    if plan.saved != nil { markDirty(instance) }
    watched.number.store(instance.device.id.index, ordering: .relaxed)
    enter(instance) {
      instance.device.add(event, arrival: plan.live == nil ? nil : event.time)
      drain(instance)
    }
    finishEvent(instance)
    if plan.live != nil { schedule(instance) }
  }

  private func groupInstance(called name: String, now: TimeInterval) -> ScriptInstance {
    instance(of: plan.directory.groupID(of: name), now: now)
  }

  /// Makes an instance's device the hub of a group.
  func formGroup(of instance: ScriptInstance) {
    let hub = instance.device
    let group = DeviceGroup(hub: hub, name: hub.name, staleAfter: plan.options.staleAfter) {
      [unowned self, unowned instance] in makeMember($0, of: instance)
    }
    hub.group = group
    if let settings = plan.settings { group.settings = { settings[$0] } }
  }

  /// Gives a group the regions and the members that files name.
  func fillGroup(of instance: ScriptInstance) {
    guard let group = instance.device.group else { return }
    if !plan.fences.isEmpty { group.startMonitoring(plan.fences) }
    let names = plan.grouping == nil ? plan.settings?.names : plan.grouping?.namedDevices(in: group.name)
    let now = instance.device.clock.now
    for id in (names ?? []).map({ plan.directory.id(of: $0) }) where !group.knows(id) {
      group.include(id)
      recording?.record(
        DeviceEvent(
          time: now, timestamp: now, device: id, marks: .settled,
          payload: .message(DeviceMessage(naming: group.name))), in: group.name)
    }
  }

  /// Makes the phone of a member.
  private func makeMember(_ id: DeviceID, of instance: ScriptInstance) -> Device {
    let name = plan.directory.name(of: id)
    let hub = instance.device
    let device = Device(
      id: id, name: name, profile: plan.options.profile, order: plan.order, now: hub.clock.now,
      regionObjects: regionObjects, clock: hub.clock)
    equipServices(device)
    if renderer != nil { device.trackObserver = recorder?.record(of: id) }
    // The same closures for all of them.
    (device.hooks.onError, device.hooks.onNotice) = (hub.hooks.onError, hub.hooks.onNotice)
    takeNotes(of: device, for: instance)
    change(device)
    explain(device, of: instance)
    if plan.options.takesWaypoints {
      device.hooks.rare.onHostMessage = { [unowned self, unowned device] in follow($0, device) }
    }
    return device
  }
}
