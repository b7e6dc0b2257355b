import Geo
import GeoLua
import GeoStore

/// How groups outlive a run.
extension Worker {
  /// Restores the members of a group, whose hub has its state already.
  func restore(
    _ group: DeviceGroup, of instance: ScriptInstance, _ kept: SavedGroup, _ resumption: Device.Resumption
  ) {
    group.restore(
      kept.members.map {
        (
          plan.directory.id(of: $0.name), $0.state.member ?? GroupMember.Snapshot(), $0.state.device,
          $0.regions
        )
      }, regions: kept.group.regions, resumption)
    guard let past = kept.group.state.group else { return }
    group.lastDevice = past.lastDevice.map { plan.directory.id(of: $0) }
    instance.earlier.group.snapshot = past
    for member in kept.members {
      guard let text = member.store, let kept = member.state.member else { continue }
      instance.earlier.group.storeHashes[member.name] = (kept.membership, ScriptInstance.hash(text))
      guard let value = JSONValue(store: text) else {
        let name = PlainText.line(member.name)
        output.warn("device \(name): device.store cannot be read: it begins empty, and what it held is lost")
        continue
      }
      instance.earlier.group.stores[member.name] = (kept.membership, value)
    }
  }

  /// What the script of a group keeps besides its store; nil for a device.
  func groupSnapshot(of instance: ScriptInstance) -> DeviceGroup.Snapshot? {
    guard let group = instance.device.group else { return nil }
    var snapshot = instance.script?.groupSnapshot ?? instance.earlier.group.snapshot
    snapshot.lastDevice = group.lastDevice.map { plan.directory.name(of: $0) }
    return snapshot
  }

  /// The rows of the members that have changed.
  func rows(of group: DeviceGroup, _ instance: ScriptInstance) -> [Checkpoint.DeviceRow] {
    var stores: [String: String] = [:]
    let all = instance.script?.memberStores { error in
      if !instance.storeFailed { failed(error, instance) }
      instance.storeFailed = true
    }
    for (member, text) in all ?? [] {
      let hash = ScriptInstance.hash(text)
      let last = instance.earlier.group.storeHashes[member.name]
      guard last?.hash != hash || last?.membership != member.membership else { continue }
      instance.earlier.group.storeHashes[member.name] = (member.membership, hash)
      stores[member.name] = text
      group.noteChange(of: member)
    }
    let ended = instance.earlier.group.endedStores
    instance.earlier.group.endedStores = [:]
    return group.takeChanged().map { member in
      // What a member kept before it left the group must not come back with it.
      if let last = instance.earlier.group.storeHashes[member.name], last.membership != member.membership {
        stores[member.name] = "{}"
        instance.earlier.group.storeHashes[member.name] = (member.membership, ScriptInstance.hash("{}"))
      }
      var state = DeviceState(device: member.device.snapshot)
      state.member = member.snapshot
      var row = Checkpoint.DeviceRow(
        name: member.name, clock: instance.device.clock.now, regions: member.device.monitoredSet,
        isPending: false, quarantine: nil, store: stores[member.name] ?? ended[member.name],
        state: state.bytes)
      row.group = group.name
      return row
    }
  }
}
