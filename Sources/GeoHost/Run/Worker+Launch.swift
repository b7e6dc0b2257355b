import Geo
import GeoFeeds
import GeoLua
import LuaBridge

/// How a device gets its copy of the script.
extension Worker {
  func start(_ id: DeviceID, now: TimeInterval) -> DeviceCopy {
    let name = plan.directory.name(of: id)
    let device = Device(
      id: id, name: name, profile: plan.options.profile, order: plan.order, now: now,
      regionObjects: regionObjects)
    let copy = DeviceCopy(device, TileDesk(plan.tiles))
    device.equipScreen { [unowned self, unowned copy] in equip($0, of: copy) }
    if let desk {
      device.wayKeeper = recorder?.record(of: id)
      if let interval = desk.options.interval { scheduleFrames(copy, every: interval) }
    }
    device.geocoding.service = geocoder
    device.neighbourhood = neighbourhood
    device.unloadsIdleApp = plan.options.runsInBackground
    // Live, a wish to stop lets every clock come to now first.
    if plan.live == nil { device.hooks.shouldStop = { Signals.stop != 0 } }
    if let recording { device.hooks.onHandle = { recording.record($0) } }
    device.hooks.onError = { [unowned self, unowned copy] in failed($0, copy) }
    device.hooks.onNotice = { [output, unowned copy] notice in
      if let content = ScriptRecord.Content(notice) { copy.script?.record(content) }
      output.notice(notice, device: name)
    }
    if let subject = plan.options.explain {
      device.explainedRegions = subject == "all" ? .all : .named(subject)
      device.hooks.onExplain = { [output, unowned copy] in
        let sequence = copy.script?.sequence ?? copy.past.sequence
        output.write(ScriptRecord($0, device: name, sequence: sequence))
      }
    }
    if let saved = plan.saved { restore(copy, from: saved) }
    if !plan.fences.isEmpty { device.watch(plan.fences) }
    if plan.options.takesWaypoints {
      device.hooks.onHostMessage = { [unowned self, unowned copy] in follow($0, copy) }
    }
    // The script starts when its device's first event is about to be delivered, on that event's clock, and again
    // when an event comes for an app that has ended.
    device.hooks.onStart = { [unowned self, unowned copy] in launch(copy) }
    device.hooks.onTerminate = { [unowned self, unowned copy] in
      keepStore(of: copy)
      copy.unload()
      if !copy.isStopped { copy.device.hooks.onStart = { [unowned self, unowned copy] in launch(copy) } }
    }
    return copy
  }

  /// Gives a device's screen what its maps are made and drawn with.
  private func equip(_ screen: Screen, of copy: DeviceCopy) {
    screen.mapSize = plan.options.mapSize
    if let desk {
      desk.equip(screen, copy.tiles)
    } else {
      // A script may make snapshots and images all the same.
      spareStudio.equip(screen)
    }
    screen.tileLoader = tiles(of: copy)
    screen.awaitTiles = { [unowned self, unowned copy] in awaitTilesOfSnapshot(copy) }
  }

  /// Runs the script afresh on a device.
  private func launch(_ copy: DeviceCopy) {
    // A device may have lost what the run's own profile has, by an event before its first other one.
    let missing = plan.requirements.missing(on: copy.device.profile)
    guard missing.isEmpty else { return refuse(copy, missing) }
    let script = makeScript(copy)
    copy.script = script
    script.copy.takeOver()
    do { try script.run(chunk, keepsTimers: plan.saved != nil) } catch {
      failed(error, copy)
      stop(copy, "its main chunk failed")
    }
    if plan.options.runsInBackground { copy.device.moveToBackground() }
  }

  private func makeScript(_ copy: DeviceCopy) -> RunningScript {
    var seed = FNV1a()
    seed.combine(plan.options.seed)
    seed.combine(copy.device.name)
    let lua = LuaCopy(machine: machine, memoryLimit: plan.options.maxMemoryDevice, seed: seed.value)
    var options = ScriptOptions()
    options.folder = plan.script.folder
    options.arguments = plan.options.arguments
    options.readable = plan.options.readable
    options.writable = plan.options.writable
    let script = RunningScript(device: copy.device, copy: lua, options: options, sequence: copy.past.sequence)
    copy.hand(over: script)
    script.recordsCalls = plan.options.json
    script.onRecord = { [output, watched] record in
      output.write(record)
      // A sink that is behind makes the callback wait, which is no fault of the script.
      if case .alert = record.content { output.waitForSinks(watched) }
    }
    if plan.saved != nil {
      script.onRecord = { [unowned self] in
        output.write($0)
        keep($0)
      }
    }
    if let record = recorder?.record(of: copy.device.id) {
      let before = script.onRecord
      script.onRecord = { [unowned copy] in
        before($0)
        if case .alert(let alert) = $0.content { record.add(alert, on: copy.device) }
      }
    }
    script.readRegions = { [output] path, formats in
      let file = try FenceFile.read(
        path, desiredAccuracy: 0, formats: formats == .all ? .all : .geoJSON,
        timeZones: FenceFile.systemTimeZones)
      output.warn(of: file.skips)
      return file.regions
    }
    return script
  }

  private func refuse(_ copy: DeviceCopy, _ missing: [DeviceCapability]) {
    copy.isStopped = true
    tally.refused += 1
    output.warn("no script starts on such devices: \(copy.device.profile.lack(missing))")
  }
}

extension DeviceProfile {
  /// The sentence that says what it lacks.
  func lack(_ capabilities: [DeviceCapability]) -> String {
    let names = capabilities.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return "the profile '\(name)' does not have \(names) of the script's \(RequiredDeviceCapabilities.name)"
  }
}
