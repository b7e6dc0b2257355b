import Geo
import GeoLua
import GeoStore
import LuaBridge

extension Worker {
  /// Numbers for what happens after the last event, in the order in which it happens.
  static let flushNumber = Int.max - 1
  static let endNumber = Int.max

  /// Takes up what an earlier run left of a device, before it watches or hears anything.
  func restore(_ copy: DeviceCopy, from saved: SavedState) {
    let device = copy.script.device
    guard let kept = saved.device(named: device.name) else { return }
    if kept.state.device.hasStarted { copy.keptClock = kept.state.device.clock }
    device.restore(kept.state.device, regions: kept.regions, saved.resumption)
    copy.script.resume(sequence: kept.state.sequence, timers: saved.keepsTimers ? kept.state.timers : [])
    if let text = kept.store {
      copy.script.savedStore = try? JSONParser.parse(text)
      copy.storeHash = DeviceCopy.hash(text)
    }
    if let reason = kept.quarantine {
      copy.quarantine = reason
      stop(copy, "\(reason) in an earlier run (geoscript state forget)")
    } else if saved.resumption.continuesClock, kept.state.lostTimers > 0 {
      output.warn(
        "timers that callbacks had set are gone with the process, of device \(device.name) for one: "
          + "set them in the main chunk, or keep what they wait for in geoscript.store")
    }
  }

  /// Loads the devices on which something waits, so that it happens though no event of theirs comes.
  func wake(_ devices: [DeviceID]) {
    for id in devices {
      let copy = copy(of: id, now: 0)
      copy.wasWoken = true
      note(copy)
    }
  }

  /// Remembers that a device must be written at the next checkpoint.
  @inline(__always)
  func note(_ copy: DeviceCopy) {
    guard !copy.isDirty else { return }
    copy.isDirty = true
    dirty.append(copy)
  }

  func keep(_ record: ScriptRecord) {
    guard case .alert(let alert) = record.content else { return }
    alerts.append(
      PendingAlert(
        event: eventNumber, sequence: record.sequence, time: record.time, device: record.device, id: alert.id,
        line: alert.json.description + "\n"))
  }

  /// Hands over what has changed since the last call.
  func checkpoint() -> WorkerState {
    var state = WorkerState()
    state.devices.reserveCapacity(dirty.count)
    for copy in dirty {
      copy.isDirty = false
      state.devices.append(row(of: copy))
      state.clock = max(state.clock, copy.script.device.clock.now)
    }
    dirty.removeAll(keepingCapacity: true)
    state.alerts = alerts
    alerts.removeAll(keepingCapacity: true)
    return state
  }

  private func row(of copy: DeviceCopy) -> Checkpoint.DeviceRow {
    let script = copy.script
    let device = script.device
    var kept = DeviceState(device: device.snapshot)
    kept.sequence = script.sequence
    kept.timers = script.mainChunkTimers.snapshots
    kept.lostTimers = device.clock.timerCount - script.mainChunkTimers.pendingCount
    return Checkpoint.DeviceRow(
      name: device.name, clock: device.clock.now, regions: device.monitoredSet, isPending: device.isPending,
      quarantine: copy.quarantine, store: storeText(of: copy), state: kept.bytes)
  }

  /// The script's store, if it has changed since it was last written; what cannot be kept fails like a callback.
  private func storeText(of copy: DeviceCopy) -> String? {
    do {
      guard let text = try copy.script.storeText() else { return nil }
      let hash = DeviceCopy.hash(text)
      guard hash != copy.storeHash else { return nil }
      copy.storeHash = hash
      copy.storeFailed = false
      return text
    } catch {
      if !copy.storeFailed { failed(error, copy) }
      copy.storeFailed = true
      return nil
    }
  }
}

extension DeviceCopy {
  static func hash(_ text: String) -> UInt64 {
    var fnv = FNV1a()
    fnv.combine(text)
    return fnv.value
  }
}
