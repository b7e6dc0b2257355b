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
    guard let kept = saved.device(named: copy.device.name) else { return }
    let state = kept.state
    copy.device.restore(state.device, regions: kept.regions, saved.resumption)
    copy.past.sequence = state.sequence
    if state.device.hasStarted, copy.device.appState != .terminated {
      copy.resumption = DeviceCopy.Resumption(
        clock: state.device.clock, sequence: state.sequence, timers: saved.keepsTimers ? state.timers : [],
        lostTimers: state.lostTimers)
    }
    if let text = kept.store {
      copy.past.store = try? JSONParser.parse(text)
      copy.storeHash = DeviceCopy.hash(text)
    }
    if let reason = kept.quarantine {
      copy.quarantine = reason
      stop(copy, "\(reason) in an earlier run (geoscript state forget)")
    } else if saved.resumption.continuesClock, state.lostTimers > 0 {
      output.warn(
        "timers that callbacks had set are gone with the process, of device \(copy.device.name) for one: "
          + "set them in the main chunk, or keep what they wait for in geoscript.store")
    }
  }

  /// Starts the script of a device that was woken and has had no event: something of it waits.
  func startAgain(_ copy: DeviceCopy) {
    guard let resumption = copy.resumption else { return }
    copy.device.start(at: resumption.clock)
  }

  /// Loads the devices on which something waits, so that it happens though no event of theirs comes.
  ///
  /// - Parameter startsNow: whether their scripts start at once, not when what waits is due.
  func wake(_ devices: [DeviceID], startsNow: Bool) {
    for id in devices {
      let copy = copy(of: id, now: 0)
      copy.wasWoken = true
      note(copy)
      if startsNow, !copy.isStopped { enter(copy) { startAgain(copy) } }
      if plan.live != nil { wantExactly(copy) }
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
        body: alert.json.description))
  }

  /// Hands over what has changed since the last call.
  func checkpoint() -> WorkerState {
    var state = WorkerState()
    state.devices.reserveCapacity(dirty.count)
    for copy in dirty {
      copy.isDirty = false
      state.devices.append(row(of: copy))
      state.clock = max(state.clock, copy.device.clock.now)
    }
    dirty.removeAll(keepingCapacity: true)
    state.alerts = alerts
    alerts.removeAll(keepingCapacity: true)
    return state
  }

  private func row(of copy: DeviceCopy) -> Checkpoint.DeviceRow {
    let device = copy.device
    var kept = DeviceState(device: device.snapshot)
    kept.sequence = copy.past.sequence
    if let script = copy.script {
      kept.sequence = script.sequence
      kept.timers = script.mainChunkTimers.snapshots
      kept.lostTimers = device.clock.timerCount - script.mainChunkTimers.pendingCount
    } else if let resumption = copy.resumption {
      kept.device.hasStarted = true
      kept.timers = resumption.timers
      kept.lostTimers = resumption.lostTimers
    }
    let text = storeText(of: copy) ?? copy.endedStore
    copy.endedStore = nil
    var row = Checkpoint.DeviceRow(
      name: device.name, clock: device.clock.now, regions: device.monitoredSet,
      isPending: device.isPending || kept.timers.contains { $0.due != nil }, quarantine: copy.quarantine,
      store: text, state: kept.bytes)
    row.isWatchingOthers = device.isWatchingOthers
    return row
  }

  /// A script ends: the next on its device finds its store.
  func keepStore(of copy: DeviceCopy) {
    let changed = storeText(of: copy)
    copy.endedStore = changed ?? copy.endedStore
    // One that a checkpoint has already is new to the next script all the same.
    guard let text = changed ?? (try? copy.script?.storeText()) else { return }
    copy.past.store = try? JSONParser.parse(text)
  }

  /// The script's store, if it has changed since it was last written; what cannot be kept fails like a callback.
  private func storeText(of copy: DeviceCopy) -> String? {
    do {
      guard let text = try copy.script?.storeText() else { return nil }
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
