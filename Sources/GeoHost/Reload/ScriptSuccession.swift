import Geo
import GeoLua
import GeoStore
import LuaBridge

/// What one instance of the script hands to the next on its device.
struct ScriptSuccession {
  let old: ScriptInstance
  /// Its state, and those of its group's members.
  let saved: SavedGroup
  /// What ends with the old instance.
  var report = ReloadReport()

  /// - Errors: ``LuaMessage`` for a store that cannot be kept.
  init(_ old: ScriptInstance, _ state: DeviceState) throws {
    self.old = old
    var state = state
    let device = old.device
    if let script = old.script {
      report.timers = max(0, state.lostTimers)
      report.tasks = script.taskCount
      state.timers = script.mainChunkTimers.successors
    }
    // A group's maps are on the device that stands for it.
    for device in device.group == nil ? [device] : old.devices + [device] {
      report.maps += device.mapCount
      report.requests += device.openRequestCount
    }
    report.devices = old.devices.count
    state.lostTimers = 0
    let own = SavedDevice(
      name: device.name, state: state, regions: device.group?.monitoredSet ?? device.monitoredSet,
      store: try old.script?.storeText())
    saved = SavedGroup(group: own, members: try ScriptSuccession.members(of: old))
  }

  private static func members(of old: ScriptInstance) throws -> [SavedDevice] {
    guard let group = old.device.group else { return [] }
    var fault: (any Error)?
    let stores = old.script?.memberStores { fault = fault ?? $0 } ?? []
    if let fault { throw fault }
    let texts = Dictionary(stores.map { ($0.member.name, $0.text) }, uniquingKeysWith: { $1 })
    return group.all.map { member in
      var state = DeviceState(device: member.device.snapshot)
      state.member = member.snapshot
      return SavedDevice(
        name: member.name, state: state, regions: member.device.monitoredSet, group: group.name,
        store: texts[member.name])
    }
  }

  /// Gives the new instance what no state directory keeps.
  func handOver(to new: ScriptInstance) {
    new.past.alerts = old.alerts
    new.past.suppressedAlerts = old.suppressedAlerts
    new.past.suppressedMessages = old.suppressedMessages
    if old.script?.hasStore != true { new.past.store = old.past.store }
    (new.lastArrival, new.isSilent, new.silences) = (old.lastArrival, old.isSilent, old.silences)
    (new.hasReportedFix, new.memberFixes, new.twins) = (old.hasReportedFix, old.memberFixes, old.twins)
    new.quarantine = old.quarantine
    new.hasChangedConditions = old.hasChangedConditions
    handOverUnsavedStores(to: new)
    new.device.continueCounting(from: old.device)
    guard let group = new.device.group else { return }
    for device in old.devices { group.device(device.id)?.continueCounting(from: device) }
    // Stores that the script has not asked for.
    for (name, kept) in old.earlier.group.stores where new.earlier.group.stores[name] == nil {
      new.earlier.group.stores[name] = kept
    }
  }

  /// Hands over what the old instance has changed since the last checkpoint: the new one may never use these stores.
  private func handOverUnsavedStores(to new: ScriptInstance) {
    if let text = saved.group.store {
      new.endedStore = ScriptInstance.hash(text) == old.storeHash ? old.endedStore : text
    } else {
      (new.endedStore, new.storeHash) = (old.endedStore, old.storeHash)
    }
    let last = old.earlier.group
    new.earlier.group.endedStores = last.endedStores
    for member in saved.members {
      guard let text = member.store else {
        new.earlier.group.storeHashes[member.name] = last.storeHashes[member.name]
        continue
      }
      let kept = last.storeHashes[member.name]
      let isKept =
        kept?.membership == member.state.member?.membership && kept?.hash == ScriptInstance.hash(text)
      if !isKept { new.earlier.group.endedStores[member.name] = text }
    }
  }
}
