import Geo
import GeoDelivery
import GeoFormats
import GeoLua
import LuaBridge

/// How a device gets its script instance.
extension Worker {
  /// The Lua machine of a plan; `isTimed` counts the time of calls.
  static func machine(_ plan: WorkerPlan, output: Output, isTimed: Bool) -> LuaMachine {
    let machine = GeoLibrary.machine(memoryLimit: plan.options.maxMemory)
    machine.instructionBudget = plan.options.maxInstructions
    machine.onWarning = { output.warn($0) }
    if isTimed { machine.timeCalls() }
    if plan.options.countsLines { machine.countLines() }
    if plan.options.profileScript != nil { machine.profileCalls() }
    return machine
  }

  func start(_ id: DeviceID, now: TimeInterval) -> ScriptInstance {
    let name = plan.directory.name(of: id)
    let device = Device(
      id: id, name: name, profile: plan.options.profile, order: plan.order, now: now,
      regionObjects: regionObjects)
    let instance = ScriptInstance(device, plan.tiles)
    device.equipScreen { [unowned self, unowned instance] in equip($0, of: instance) }
    if let renderer {
      if !plan.directory.isGroup(id) { device.trackObserver = recorder?.record(of: id) }
      if let interval = renderer.options.interval { scheduleFrames(instance, every: interval) }
    }
    if !plan.directory.isGroup(id) { takeNotes(of: device, for: instance) }
    equipServices(device)
    device.join(proximityGroup(of: id))
    device.unloadsIdleApp = plan.options.runsInBackground
    // A stop of a live run first advances every clock to now.
    if plan.live == nil {
      device.hooks.rare.shouldStop = shouldStop
    }
    record(device, called: name, of: instance)
    device.hooks.onError = { [unowned self, unowned instance] in failed($0, instance) }
    device.hooks.onNotice = { [unowned self, unowned instance] in noticed($1, on: $0, of: instance) }
    change(device)
    explain(device, of: instance)
    if plan.directory.isGroup(id) { formGroup(of: instance) }
    if let succession = reload?.successions[id.index] {
      restore(instance, from: succession)
    } else if let past = plan.past {
      restore(instance, from: past)
    }
    fillGroup(of: instance)
    if !plan.fences.isEmpty, device.group == nil { device.watch(plan.fences) }
    if plan.options.takesWaypoints, device.group == nil {
      device.hooks.rare.onHostMessage = { [unowned self, unowned instance] in follow($0, instance.device) }
    }
    // The script starts right before its device's first event is delivered, at that event's time, and again
    // when an event comes for an app that has ended.
    device.hooks.onStart = { [unowned self, unowned instance] in launch(instance) }
    device.hooks.rare.onTerminate = { [unowned self, unowned instance] in
      saveStore(of: instance)
      instance.unload()
      if !instance.isStopped {
        instance.device.hooks.onStart = { [unowned self, unowned instance] in launch(instance) }
      }
    }
    return instance
  }

  /// Says what the system noticed on a device, which is one of the group if the instance is a group's.
  private func noticed(_ notice: Device.Notice, on device: Device, of instance: ScriptInstance) {
    if let content = ScriptRecord.Content(notice) { instance.script?.record(content) }
    var place = ""
    if case .monitoringFailed(let region, _, let isDenied) = notice {
      if !isDenied { counts.unwatched += 1 }
      // A member of a group has others to watch, and its regions come from the group.
      if device === instance.device {
        if device.proximityGroup == nil, region.hasPrefix(ProximityWatch.prefix) {
          counts.codes.insert(.usage)
        }
        place = machine.place(machine.stack)
      }
    }
    output.notice(notice, device: device.name, at: place)
  }

  private func record(_ device: Device, called name: String, of instance: ScriptInstance) {
    guard let recording else { return }
    if plan.options.hasRecorderHooks, plan.directory.isGroup(device.id) {
      recording.gate = RecordingGate(group: name) { [unowned self, unowned instance] in
        let verdict = instance.script?.recorderVerdict ?? .store
        if verdict == .failed {
          output.warn("otr_putrec failed: the recording has the messages that it has not judged")
        }
        return verdict
      }
    }
    device.hooks.onHandle =
      plan.directory.isGroup(device.id) ? { recording.record($0, in: name) } : { recording.record($0) }
  }

  /// Keeps what messages about a device take along, if a sink asks for it.
  func takeNotes(of device: Device, for instance: ScriptInstance) {
    let wishes = MessageContext.Wishes(plan.options.alerts + plan.options.channels)
    guard !wishes.isEmpty else { return }
    let context = MessageContext(wishes, privacy: plan.privacy, next: device.trackObserver)
    instance.contexts[device.id] = context
    if wishes.map { device.trackObserver = context }
  }

  /// Makes a device monitor other regions than the script says, for `--what-if`.
  func change(_ device: Device) {
    if let changes = plan.changes { device.hooks.onRegister = { changes.applied(to: $0) } }
  }

  /// Hears why fixes cause events, for `--explain`, for sinks with `why=1` and for the page.
  func explain(_ device: Device, of instance: ScriptInstance) {
    let subject = plan.options.explain
    let context = instance.contexts[device.id].flatMap { $0.wishes.why ? $0 : nil }
    // The group itself decides about its alerts.
    let isHub = plan.directory.isGroup(device.id)
    let record = pages?.listener(to: device.id)
    if !isHub { record?.device = device }
    guard subject != nil || context != nil || record != nil else { return }
    device.explainedRegions =
      switch subject {
      case "all"?, nil: .all
      case let name?: context == nil && record == nil ? .named(name) : .allAnd(name)
      }
    let name = device.name
    device.hooks.onExplain = { [output, privacy = plan.privacy, unowned instance, unowned device] told in
      let explanation = privacy?.masked(told, of: device) ?? told
      context?.hear(explanation)
      let sequence = instance.script?.sequence ?? instance.past.sequence
      record?.add(explanation, of: device, sequence: sequence)
      guard let subject, explanation.isAbout(subject) else { return }
      let group = instance.device.group
      output.write(
        ScriptRecord(
          explanation, device: isHub ? group?.current?.name ?? "" : name, group: group?.name,
          sequence: sequence))
    }
  }

  /// Gives a device's screen what its maps need to be made and drawn.
  private func equip(_ screen: Screen, of instance: ScriptInstance) {
    screen.mapSize = plan.options.mapSize
    if let renderer {
      renderer.equip(screen, instance.tiles)
    } else {
      // A script may still make snapshots and images.
      lazyBaseMap.equip(screen) { [output] in output.warn($0) }
    }
    screen.tileLoader = tiles(of: instance)
    screen.awaitTiles = { [unowned self, unowned instance] in awaitTilesOfSnapshot(instance) }
  }

  /// Starts a new instance of the script on a device.
  private func launch(_ instance: ScriptInstance) {
    // An earlier event may have taken a capability of the run's profile away from the device.
    let missing = plan.requirements.missing(on: instance.device.profile)
    guard missing.isEmpty else { return refuse(instance, missing) }
    let script = makeScript(instance)
    instance.script = script
    script.environment.activate()
    do { try script.run(chunk, keepsTimers: plan.past != nil || plan.options.reload != nil) } catch {
      if let reload {
        instance.isStopped = true
        return reload.fault = "\(error) (device \(PlainText.line(instance.device.name)))"
      }
      failed(error, instance)
      let what = plan.options.hasRecorderHooks ? "its main chunk or otr_init" : "its main chunk"
      let isRecorded = plan.options.hasRecorderHooks && recording != nil
      stop(instance, "\(what) failed" + (isRecorded ? "; the recording has all messages" : ""))
      instance.closeTiles()
      return instance.device.abandonApp()
    }
    if plan.options.reload != nil { instance.noteRegions() }
    if plan.options.runsInBackground { instance.device.moveToBackground() }
  }

  private func makeScript(_ instance: ScriptInstance) -> RunningScript {
    var seed = FNV1a()
    seed.combine(plan.options.seed)
    seed.combine(instance.device.name)
    let lua = LuaEnvironment(machine: machine, memoryLimit: plan.options.maxMemoryDevice, seed: seed.value)
    var options = ScriptOptions()
    options.timeZone = plan.options.timeZone
    options.folder = plan.script.folder
    options.arguments = plan.options.arguments
    options.readable = plan.options.readable
    options.writable = plan.options.writable
    options.use = { [files = plan.files] in files.use(of: $0) }
    options.declaresUnit = plan.declaresUnit
    options.hasRecorderHooks = plan.options.hasRecorderHooks
    options.settings = plan.settings.map { $0[instance.device.name] ?? .object([]) }
    let script = RunningScript(
      device: instance.device, environment: lua, options: options, sequence: instance.past.sequence)
    instance.attach(over: script)
    script.recordsCalls = plan.options.json || pages != nil
    if let zones = output.zones {
      script.findZone = { [unowned device = instance.device] in
        device.location.flatMap { zones.zone(at: $0.coordinate) }
      }
    }
    let (files, recorders, kept) = (plan.options.reload?.files, plan.recorders, plan.kept)
    if files != nil || kept != nil || !recorders.isEmpty {
      script.onModule = { module in
        files?.add(module.file)
        guard let source = module.source else { return }
        // What cannot be kept was said where the run began.
        try? kept?.keep(source)
        for recorder in recorders { recorder.note(module: module.path, source) }
      }
    }
    script.isReload = reload?.isTrial == false
    if reload != nil { script.holdFiles() }
    script.makePolicy = { [unowned self, unowned instance] in policy(of: instance) }
    script.onRecord = { [unowned self, unowned instance] in emit($0, of: instance) }
    script.readRegions = readRegions
    return script
  }

  /// Reads the regions of a file for a script.
  func regions(of path: String, _ formats: RegionFormats) throws -> [MonitoredRegion] {
    plan.options.reload?.files.add(path)
    let file = try FenceFile.read(
      path, desiredAccuracy: 0, formats: formats == .all ? .all : .geoJSON,
      timeZones: FenceFile.systemTimeZones)
    output.warn(of: file.skips)
    return file.regions
  }

  private func refuse(_ instance: ScriptInstance, _ missing: [DeviceCapability]) {
    instance.isStopped = true
    counts.refused += 1
    output.warn("the script does not start on such devices: \(instance.device.profile.lack(missing))")
  }
}

extension DeviceProfile {
  /// A sentence that names the missing capabilities.
  func lack(_ capabilities: [DeviceCapability]) -> String {
    let names = capabilities.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return "the profile '\(name)' lacks \(names), required by the script's \(RequiredDeviceCapabilities.name)"
  }
}
