import Geo
import GeoFeeds
import GeoLua
import LuaBridge
import Synchronization

/// What every worker of a run shares: values only.
struct WorkerPlan: Sendable {
  let script: ScriptFile
  let requirements: RequiredDeviceCapabilities
  let options: RunOptions
  let fences: RegionSet
  let directory: DeviceDirectory
  let order: ReorderWindow.Policy
  /// What `--state` has kept.
  var saved: SavedState?
}

/// One thread's share of the devices: one Lua machine with a running copy of the script for each.
///
/// Everything of a device happens here, in event order.
final class Worker {
  let machine: LuaMachine
  private let plan: WorkerPlan
  let output: Output
  private let chunk: LuaChunk
  private let regionObjects = RegionObjects()
  /// By device number; devices of other workers stay nil.
  private var copies: [DeviceCopy?] = []
  /// Devices that have changed since the last checkpoint, and alerts raised since; both only with `--state`.
  var dirty: [DeviceCopy] = []
  var alerts: [PendingAlert] = []
  /// The number of the event being handled, in the order of the input; kept only with `--state`.
  var eventNumber = 0
  private(set) var tally = RunTally()
  /// Devices that watch each other; nil where other workers have some of them.
  private var neighbourhood: Neighbourhood?
  /// The number of the device whose event is being handled, for the watchdog.
  private let watched: WatchedDevice

  /// - Errors: ``LuaError`` when the script does not compile.
  init(_ plan: WorkerPlan, output: Output) throws {
    self.plan = plan
    self.output = output
    watched = WatchedDevice()
    machine = GeoLibrary.machine(memoryLimit: plan.options.maxMemory)
    machine.instructionBudget = plan.options.maxInstructions
    machine.onWarning = { output.warn($0) }
    chunk = try LuaChunk(plan.script.source, name: plan.script.name, machine: machine)
    guard plan.options.jobs == 1 else { return }
    neighbourhood = Neighbourhood { [unowned self] in device(called: $0) }
  }

  /// What the watchdog looks at.
  var watch: (machine: LuaWatch, device: WatchedDevice) { (machine.watch, watched) }

  /// Whether `--strict` has ended the run.
  var hasFailed: Bool { plan.options.strict && tally.failures > 0 }

  func handle(_ event: DeviceEvent) {
    let copy = copy(of: event.device, now: event.time)
    tally.events += 1
    guard !copy.isStopped else { return }
    if plan.saved != nil { note(copy) }
    watched.number.store(event.device.index, ordering: .relaxed)
    enter(copy) { copy.device.receive(event) }
    if let neighbourhood, neighbourhood.hasMoves { deliver(neighbourhood) }
    stopIfOverLimits(copy)
  }

  /// At a pace: the track has come to `time`, and all events before it were handed over.
  func play(to time: TimeInterval) {
    for case let copy? in copies where !copy.isStopped && copy.device.isDue(at: time) {
      if plan.saved != nil { note(copy) }
      watched.number.store(copy.device.id.index, ordering: .relaxed)
      enter(copy) { copy.device.play(to: time) }
      if let neighbourhood, neighbourhood.hasMoves { deliver(neighbourhood) }
      stopIfOverLimits(copy)
    }
  }

  private func stopIfOverLimits(_ copy: DeviceCopy) {
    guard let script = copy.script, script.copy.trips >= 3 else { return }
    stop(copy, "its callbacks ran over their limits three times in a row")
  }

  /// Tells devices that watch others of what has moved, each in its own copy of the script.
  private func deliver(_ neighbourhood: Neighbourhood) {
    neighbourhood.deliver { device, body in
      guard let copy = copies[Int(device.id.index)], !copy.isStopped else { return }
      if plan.saved != nil { note(copy) }
      watched.number.store(device.id.index, ordering: .relaxed)
      enter(copy, body)
    }
  }

  /// Runs `body` inside of the device's copy of the script; without one it may start one.
  func enter(_ copy: DeviceCopy, _ body: () -> Void) {
    guard let script = copy.script else { return machine.keepingCopy(body) }
    script.copy.enter(body)
  }

  /// Starts the one copy of a run without sources; returns its device.
  func startDefault(now: TimeInterval) -> Device {
    let copy = copy(of: plan.directory.id(of: "default"), now: now)
    if plan.saved != nil { note(copy) }
    enter(copy) { copy.device.start(at: now) }
    return copy.device
  }

  /// Lets the clock of every device run to `time`.
  func advance(to time: TimeInterval) {
    eachRunning { $0.device.advance(to: time) }
  }

  /// The input has ended: what waits in the windows is handled; returns the greatest time of all clocks.
  func flush() -> TimeInterval {
    eventNumber = Worker.flushNumber
    eachRunning { $0.device.flush() }
    if let neighbourhood { deliver(neighbourhood) }
    return copies.reduce(-.infinity) { max($0, $1?.device.clock.now ?? -.infinity) }
  }

  /// Runs every clock to `time` and then each copy's `onFinish`; a stop by signal leaves the clocks alone.
  func finish(at time: TimeInterval?) {
    eventNumber = Worker.endNumber
    eachRunning { copy in
      if copy.wasWoken, time != nil { startAgain(copy) }
      if let time { copy.device.advance(to: time) }
      copy.script?.finish { failed($0, copy) }
      copy.device.deliver()
    }
  }

  /// Ends every copy of the script.
  func close() {
    for copy in copies {
      guard let copy else { continue }
      tally.add(copy)
      if let name = plan.options.explain { tally.lookFor(name, in: copy.device) }
      copy.unload()
    }
  }

  private func device(called name: String) -> Device? {
    guard let id = plan.directory.knownID(of: name), Int(id.index) < copies.count else { return nil }
    return copies[Int(id.index)]?.device
  }

  private func eachRunning(_ body: (DeviceCopy) -> Void) {
    for case let copy? in copies where !copy.isStopped {
      if plan.saved != nil { note(copy) }
      watched.number.store(copy.device.id.index, ordering: .relaxed)
      enter(copy) { body(copy) }
    }
  }

  func copy(of device: DeviceID, now: TimeInterval) -> DeviceCopy {
    let index = Int(device.index)
    if index < copies.count, let copy = copies[index] { return copy }
    while copies.count <= index { copies.append(nil) }
    let copy = start(device, now: now)
    copies[index] = copy
    return copy
  }

  private func start(_ id: DeviceID, now: TimeInterval) -> DeviceCopy {
    let name = plan.directory.name(of: id)
    let device = Device(
      id: id, name: name, profile: plan.options.profile, order: plan.order, now: now,
      regionObjects: regionObjects)
    let copy = DeviceCopy(device)
    device.neighbourhood = neighbourhood
    device.unloadsIdleApp = plan.options.runsInBackground
    device.shouldStop = { Signals.stop != 0 }
    device.onError = { [unowned self, unowned copy] in failed($0, copy) }
    device.onNotice = { [output, unowned copy] notice in
      if let content = ScriptRecord.Content(notice) { copy.script?.record(content) }
      output.notice(notice, device: name)
    }
    if let subject = plan.options.explain {
      device.explainedRegions = subject == "all" ? .all : .named(subject)
      device.onExplain = { [output, unowned copy] in
        let sequence = copy.script?.sequence ?? copy.past.sequence
        output.write(ScriptRecord($0, device: name, sequence: sequence))
      }
    }
    if let saved = plan.saved { restore(copy, from: saved) }
    if !plan.fences.isEmpty { device.watch(plan.fences) }
    // The script starts when its device's first event is about to be delivered, on that event's clock, and again
    // when an event comes for an app that has ended.
    device.onStart = { [unowned self, unowned copy] in launch(copy) }
    device.onTerminate = { [unowned self, unowned copy] in
      keepStore(of: copy)
      copy.unload()
      if !copy.isStopped { copy.device.onStart = { [unowned self, unowned copy] in launch(copy) } }
    }
    return copy
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

  func failed(_ error: any Error, _ copy: DeviceCopy) {
    tally.failures += 1
    let traceback = (error as? LuaError)?.traceback ?? ""
    output.failure("\(error)", traceback: traceback, device: copy.device.name)
  }

  func stop(_ copy: DeviceCopy, _ reason: String) {
    guard !copy.isStopped else { return }
    copy.isStopped = true
    tally.stopped += 1
    output.stopped(reason, device: copy.device.name)
  }
}

/// The device that a worker is busy with, for another thread to see.
final class WatchedDevice: Sendable {
  let number = Atomic<UInt32>(0)
  /// Whether its callback waits for an alert sink.
  let isWaiting = Atomic<Bool>(false)
}

extension DeviceProfile {
  /// The sentence that says what it lacks.
  func lack(_ capabilities: [DeviceCapability]) -> String {
    let names = capabilities.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return "the profile '\(name)' does not have \(names) of the script's \(RequiredDeviceCapabilities.name)"
  }
}
