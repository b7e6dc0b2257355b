import Geo
import GeoFormats
import GeoLua
import GeoStore
import LuaBridge
import Synchronization

/// What a worker exchanges as a whole in a reload.
struct WorkerGeneration {
  var plan: WorkerPlan
  var machine: LuaMachine
  var chunk: LuaChunk
  var regionObjects = RegionObjects()
  var instances: [ScriptInstance?] = []
  var proximityGroups: [String: ProximityGroup] = [:]
}

/// A reload between its two steps: the new main chunks have run, the old copies are still there.
final class WorkerReload {
  fileprivate(set) var old: WorkerGeneration
  fileprivate let counts: RunCounts
  /// By the number of the device, or of the group.
  fileprivate(set) var successions: [UInt32: ScriptSuccession] = [:]
  /// Why it cannot be done.
  var fault: String?
  /// Whether it starts scripts on a device that does not exist, where no older version ran.
  fileprivate(set) var isTrial = false

  fileprivate init(_ old: WorkerGeneration, _ counts: RunCounts) { (self.old, self.counts) = (old, counts) }
}

/// A reload, in two steps, because all workers do it or none (HO-100).
extension Worker {
  /// Runs the new main chunks beside the running copies; what they put out is held back.
  ///
  /// - Returns: why it cannot be done; nil if ``commitReload()`` may follow.
  func prepareReload(_ plan: WorkerPlan) -> String? {
    var successions: [UInt32: ScriptSuccession] = [:]
    let next: WorkerGeneration
    do {
      for case let instance? in instances {
        successions[instance.device.id.index] = try succession(of: instance)
      }
      let machine = Worker.machine(plan, output: output, isTimed: meter != nil)
      next = WorkerGeneration(
        plan: plan, machine: machine,
        chunk: try LuaChunk(plan.script.source, name: plan.script.name, machine: machine))
    } catch { return reason(error, plan.script) }
    let reload = WorkerReload(exchange(next), counts)
    reload.successions = successions
    self.reload = reload
    launchAll(reload)
    guard let fault = reload.fault else { return nil }
    cancelReload()
    return fault
  }

  private func succession(of instance: ScriptInstance) throws -> ScriptSuccession {
    do { return try ScriptSuccession(instance, state(of: instance)) } catch {
      throw LuaMessage("device \(PlainText.line(instance.device.name)): \(error)")
    }
  }

  private func reason(_ error: any Error, _ script: ScriptFile) -> String {
    (error as? LuaMessage).map { "\($0)" } ?? "\(script.fault(error).message)"
  }

  private func launchAll(_ reload: WorkerReload) {
    let all = reload.successions.sorted { $0.key < $1.key }
    // All are there before the first starts, because it may watch others.
    for (number, succession) in all {
      let instance = instance(of: DeviceID(index: number), now: succession.old.device.clock.now)
      succession.handOver(to: instance)
      if let counts = succession.old.policy?.counts { policy(of: instance).continueCounting(from: counts) }
    }
    for (number, succession) in all {
      guard reload.fault == nil, let instance = instances[Int(number)] else { return }
      let old = succession.old
      // An app that has ended, or was refused, starts when an event comes that it waits for.
      guard old.script != nil, instance.quarantine == nil else {
        instance.isStopped = old.isStopped
        continue
      }
      if old.isStopped { counts.stopped -= 1 }
      watched.number.store(number, ordering: .relaxed)
      enter(instance) { instance.device.launch(at: old.device.clock.now) }
      instance.past.alerts -= instance.script?.alertCount ?? 0
      note(lostTimersOf: instance, after: succession, in: reload)
    }
  }

  /// Counts timers with an identifier that the new main chunk does not know.
  private func note(
    lostTimersOf instance: ScriptInstance, after succession: ScriptSuccession, in reload: WorkerReload
  ) {
    let known = Set(instance.script?.namedTimers.snapshots.map(\.place) ?? [])
    let lost = succession.saved.group.state.namedTimers.count { $0.due != nil && !known.contains($0.place) }
    let number = instance.device.id.index
    reload.successions[number]?.report.timers += lost
    let gone = instance.device.unclaimedRegions.filter { succession.old.hasDeclared($0) }
    for region in gone { reload.successions[number]?.report.stopped[region] = instance.devices.count }
  }

  /// Whether a main chunk of the new version has run.
  var hasStartedScripts: Bool { instances.contains { $0?.script != nil } }

  /// Starts scripts as `body` says, and holds back what they put out; returns why one cannot start.
  func tryOut(_ body: () -> Void) -> String? {
    let trial = WorkerReload(WorkerGeneration(plan: plan, machine: machine, chunk: chunk), counts)
    trial.isTrial = true
    reload = trial
    body()
    return trial.fault
  }

  /// Lets the old copies run on.
  func cancelReload() {
    guard let reload else { return }
    let new = exchange(reload.old)
    counts = reload.counts
    for case let instance? in new.instances { instance.unload() }
    // The page has looked at the new devices.
    for case let instance? in instances {
      for device in instance.devices where !plan.directory.isGroup(device.id) {
        pages?.listener(to: device.id)?.device = device
      }
    }
    self.reload = nil
  }

  /// Ends the old copies and lets the new ones run.
  func commitReload() -> ReloadReport {
    guard let reload else { return ReloadReport() }
    var report = ReloadReport()
    self.reload = nil
    for succession in reload.successions.values {
      report.add(succession.report)
      succession.old.unload()
    }
    meter?.carry(reload.old.machine)
    earlierProfile.add(reload.old.machine.profile)
    for case let instance? in instances where !instance.isStopped {
      let gone = reload.successions[instance.device.id.index]?.report.stopped.keys.sorted() ?? []
      if plan.saved != nil { markDirty(instance) }
      watched.number.store(instance.device.id.index, ordering: .relaxed)
      enter(instance) {
        instance.device.unwatch(gone)
        instance.script?.releaseFiles { failed($0, instance) }
        if instance.script != nil { instance.device.beginCalls() }
      }
      finishEvent(instance)
      if plan.live != nil { scheduleExactly(instance) }
    }
    return report
  }

  /// What scripts have taken so far.
  var profile: LuaProfile {
    var profile = earlierProfile
    profile.add(machine.profile)
    return profile
  }

  /// Restores the state of an instance from the old one.
  func restore(_ instance: ScriptInstance, from succession: ScriptSuccession) {
    let rule = StateContinuation(
      resumption: .init(continuesInput: true, continuesClock: true, waitsForEvents: false), keepsTimers: true)
    if instance.device.group != nil {
      restore(instance, succession.saved, rule)
    } else {
      restore(instance, succession.saved.group, rule)
    }
    guard let group = instance.device.group else { return }
    // They may have changed since the last checkpoint.
    for member in group.all { group.noteChange(of: member) }
  }

  /// Puts one generation in place of the other, each with its watchdog.
  private func exchange(_ next: WorkerGeneration) -> WorkerGeneration {
    let last = WorkerGeneration(
      plan: plan, machine: machine, chunk: chunk, regionObjects: regionObjects, instances: instances,
      proximityGroups: proximityGroups)
    watchdog?.stop()
    (plan, machine, chunk) = (next.plan, next.machine, next.chunk)
    (regionObjects, instances, proximityGroups) = (next.regionObjects, next.instances, next.proximityGroups)
    watchdog = Watchdog(watch, plan)
    return last
  }
}
