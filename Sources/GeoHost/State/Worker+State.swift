import Geo
import GeoDelivery
import GeoLua
import GeoStore
import LuaBridge

extension Worker {
  /// Event numbers for what happens after the last event, in order.
  static let flushNumber = Int.max - 1
  static let endNumber = Int.max

  /// Restores a device from an earlier run, before it watches or gets anything.
  func restore(_ instance: ScriptInstance, from saved: SavedState) {
    if let group = instance.device.group {
      if let kept = saved.group(named: group.name) { restore(instance, kept, saved.continuation) }
    } else if let kept = saved.device(named: instance.device.name) {
      restore(instance, kept, saved.continuation)
    }
  }

  func restore(_ instance: ScriptInstance, _ kept: SavedGroup, _ rule: StateContinuation) {
    guard let group = instance.device.group else { return }
    restore(instance, kept.group, rule)
    restore(group, of: instance, kept, rule.resumption)
  }

  func restore(_ instance: ScriptInstance, _ kept: SavedDevice, _ rule: StateContinuation) {
    let state = kept.state
    // The regions of a group are monitored by its members.
    let regions = instance.device.group == nil ? kept.regions : .empty
    instance.device.restore(state.device, regions: regions, rule.resumption)
    instance.past.sequence = state.sequence
    restorePolicy(of: instance, state.device.conditions)
    if state.device.hasStarted, instance.device.appState != .terminated {
      instance.earlier.resumption = ScriptInstance.Resumption(
        clock: state.device.clock, sequence: state.sequence, timers: rule.keepsTimers ? state.timers : [],
        named: rule.keepsTimers ? state.namedTimers : [], lostTimers: state.lostTimers)
    }
    if let text = kept.store {
      instance.past.store = JSONValue(store: text)
      if instance.past.store == nil {
        let name = PlainText.line(instance.device.name)
        output.warn(
          "device \(name): geoscript.store cannot be read: it begins empty, and what it held is lost")
      }
      instance.storeHash = ScriptInstance.hash(text)
    }
    if let reason = kept.quarantine {
      instance.quarantine = reason
      stop(instance, "\(reason) in an earlier run (geoscript state forget)")
    } else if rule.resumption.continuesClock, state.lostTimers > 0 {
      output.warn(
        "timers set by callbacks ended with the process, for example on device \(PlainText.line(instance.device.name)): "
          + "set them in the main chunk, give them an identifier, or keep what they wait for in geoscript.store"
      )
    }
  }

  /// Starts the script of a device that was woken without an event because something of it waits.
  func startAgain(_ instance: ScriptInstance) {
    guard let resumption = instance.earlier.resumption else { return }
    instance.device.start(at: resumption.clock)
  }

  /// Loads the devices on which something waits, so that it happens even without further events.
  ///
  /// - Parameter startsNow: whether their scripts start at once, rather than when something is due.
  func wake(_ devices: [DeviceID], startsNow: Bool) {
    for id in devices {
      let instance = instance(of: id, now: 0)
      instance.wasWoken = true
      markDirty(instance)
      if startsNow, !instance.isStopped { enter(instance) { startAgain(instance) } }
      if plan.live != nil { scheduleExactly(instance) }
    }
  }

  /// Remembers that a device must be written at the next checkpoint.
  @inline(__always)
  func markDirty(_ instance: ScriptInstance) {
    guard !instance.isDirty else { return }
    instance.isDirty = true
    dirty.append(instance)
  }

  /// Keeps what the next checkpoint writes or sends.
  func record(_ record: ScriptRecord) {
    switch record.content {
    case .row(let table, let fields): keep(fields, of: table, record)
    case .message(let message):
      var pending = PendingAlert(message)
      (pending.event, pending.sequence) = (eventNumber, record.sequence)
      alerts.append(pending)
    case .alert(let alert):
      // Those that may wait longer are kept already.
      guard !plan.options.alertRule.isActive else { break }
      alerts.append(
        PendingAlert(alert, event: eventNumber, sequence: record.sequence, body: alert.json.description))
    default: return
    }
    plan.saved?.countWaiting()
  }

  /// Returns what has changed since the last call.
  func checkpoint() -> WorkerState {
    var state = WorkerState()
    state.devices.reserveCapacity(dirty.count)
    for instance in dirty {
      instance.isDirty = false
      state.devices.append(row(of: instance))
      if let group = instance.device.group { state.devices += rows(of: group, instance) }
      state.clock = max(state.clock, instance.device.clock.now)
    }
    dirty.removeAll(keepingCapacity: true)
    state.alerts = takeAlerts()
    state.rows = takeRows()
    return state
  }

  /// What the next script instance on its device continues from.
  func state(of instance: ScriptInstance) -> DeviceState {
    let device = instance.device
    var kept = DeviceState(device: device.snapshot)
    kept.sequence = instance.past.sequence
    kept.device.conditions = instance.policy?.snapshot ?? []
    if let script = instance.script {
      kept.sequence = script.sequence
      kept.timers = script.mainChunkTimers.snapshots
      kept.namedTimers = script.namedTimers.snapshots
      let begunAnew = script.mainChunkTimers.pendingCount + script.taskTimerCount
      kept.lostTimers =
        device.clock.timerCount - begunAnew - script.namedTimers.pendingCount - script.ruleTimerCount
    } else if let resumption = instance.earlier.resumption {
      kept.device.hasStarted = true
      kept.timers = resumption.timers
      kept.namedTimers = resumption.named
      kept.lostTimers = resumption.lostTimers
    }
    kept.group = groupSnapshot(of: instance)
    return kept
  }

  private func row(of instance: ScriptInstance) -> Checkpoint.DeviceRow {
    let device = instance.device
    let kept = state(of: instance)
    let text = storeText(of: instance) ?? instance.endedStore
    instance.endedStore = nil
    var row = Checkpoint.DeviceRow(
      name: device.name, clock: device.clock.now, regions: device.group?.monitoredSet ?? device.monitoredSet,
      isPending: device.isPending || (kept.timers + kept.namedTimers).contains { $0.due != nil },
      quarantine: instance.quarantine, store: text, state: kept.bytes)
    (row.group, row.isGroup) = (device.group?.name, device.group != nil)
    row.isWatchingOthers = device.isWatchingOthers
    if instance.hasChangedConditions {
      row.conditions = (instance.policy?.firing ?? []).map {
        FiringCondition(device: device.name, isGroup: device.group != nil, $0)
      }
      instance.hasChangedConditions = false
    }
    return row
  }

  /// Saves the store of a script that ends, for the next script on its device.
  func saveStore(of instance: ScriptInstance) {
    let changed = storeText(of: instance)
    instance.endedStore = changed ?? instance.endedStore
    // The next script needs the store even if a checkpoint already has it.
    guard let text = changed ?? (try? instance.script?.storeText()) else { return }
    instance.past.store = try? JSONParser.parse(text)
  }

  /// Reports what `--state` could not keep to those who run without it.
  func checkStore(of instance: ScriptInstance) {
    _ = storeText(of: instance)
    _ = instance.script?.memberStores { failed($0, instance) }
  }

  /// The script's store, if it has changed since it was last saved; a store that cannot be saved fails like a
  /// callback.
  private func storeText(of instance: ScriptInstance) -> String? {
    do {
      guard let text = try instance.script?.storeText() else { return nil }
      let hash = ScriptInstance.hash(text)
      guard hash != instance.storeHash else { return nil }
      instance.storeHash = hash
      instance.storeFailed = false
      return text
    } catch {
      if !instance.storeFailed { failed(error, instance) }
      instance.storeFailed = true
      return nil
    }
  }
}

extension ScriptInstance {
  static func hash(_ text: String) -> UInt64 {
    var fnv = FNV1a()
    fnv.combine(text)
    return fnv.value
  }
}
