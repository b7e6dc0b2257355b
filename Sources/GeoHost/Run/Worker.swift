import Geo
import GeoFormats
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
  /// What fetches tiles for all workers.
  let tiles: TileFetcher
  /// What asks servers of places for all workers; nil where none is to be asked.
  let geocoding: GeocodingFetcher?
  /// What `--record` writes; nil without it.
  var recorder: Recorder?
  /// The wall's clock where events come when they happen; nil where they are replayed.
  var live: LiveClock?
  /// What `--state` has kept.
  var saved: SavedState?
  /// Raised by the first failure under `--strict`: all workers stop.
  let failed = AtomicFlag()
  /// What `geoscript check` knows about lines that fail.
  let advice: ScriptAdvice
}

/// One thread's share of the devices: one Lua machine with a running script instance for each.
///
/// Everything of a device happens here, in event order.
final class Worker {
  let machine: LuaMachine
  let plan: WorkerPlan
  let output: Output
  let chunk: LuaChunk
  let regionObjects = RegionObjects()
  /// The archives of tiles that are open.
  let cache = TileArchiveCache()
  /// What answers the geocoders of its devices.
  let geocoder: ChainGeocoder
  /// By device number; devices of other workers stay nil.
  private(set) var instances: [ScriptInstance?] = []
  /// Devices that have changed since the last checkpoint, and alerts raised since; both only with `--state`.
  var dirty: [ScriptInstance] = []
  var alerts: [PendingAlert] = []
  /// The number of the event being handled, in the order of the input; kept only with `--state`.
  var eventNumber = 0
  /// Live: when devices must be looked at without an event.
  var deadlines = DeadlineHeap()
  /// Live: whether the user knows what is handled before the end.
  var hasToldRest = false
  var counts = RunCounts()
  /// Where it draws maps, and what it keeps for the automatic picture; nil without `--map`.
  let renderer: PictureRenderer?
  /// What scripts draw with where there is no renderer.
  let lazyBaseMap = LazyBaseMap()
  let recorder: TrackRecorder?
  /// What it writes of the recording; nil without one.
  let recording: RecordingBuffer?
  /// Devices that watch each other; nil where other workers have some of them.
  var proximityGroup: ProximityGroup?
  /// The number of the device whose event is being handled, for the watchdog.
  let watched: WatchedDevice

  /// - Errors: ``LuaError`` when the script does not compile.
  init(_ plan: WorkerPlan, output: Output) throws {
    self.plan = plan
    self.output = output
    watched = WatchedDevice()
    geocoder = ChainGeocoder(
      plan.options.geocoder, cache: GazetteerCache { output.noteOnce($0) }, fetcher: plan.geocoding,
      reports: .init(
        note: { output.noteOnce($0) }, warn: { output.warn($0) },
        isWaiting: { [watched] in watched.isWaiting.store($0, ordering: .relaxed) }))
    machine = GeoLibrary.machine(memoryLimit: plan.options.maxMemory)
    machine.instructionBudget = plan.options.maxInstructions
    machine.onWarning = { output.warn($0) }
    renderer = try plan.options.pictures.map { try PictureRenderer($0) { output.warn($0) } }
    recorder = renderer.map { _ in TrackRecorder() }
    recording = plan.recorder.map { RecordingBuffer($0, directory: plan.directory) }
    chunk = try LuaChunk(plan.script.source, name: plan.script.name, machine: machine)
    guard plan.options.jobs == 1 else { return }
    let proximityGroup = ProximityGroup { [unowned self] in device(called: $0) }
    proximityGroup.enter = { [unowned self] in enter($0, body: $1) }
    proximityGroup.drain = { [unowned self] in
      if let instance = instances[Int($0.id.index)] { drain(instance) }
    }
    self.proximityGroup = proximityGroup
  }

  /// What the watchdog looks at.
  var watch: (machine: LuaWatch, device: WatchedDevice) { (machine.watch, watched) }

  /// Whether `--strict` has ended the run.
  var hasFailed: Bool { plan.failed.isSet }

  /// Whether a script instance has not been stopped: the timers of others never fire.
  var isRunning: Bool { instances.contains { $0?.isStopped == false } }

  /// Tells a device that watches others of what has moved, in its own script instance.
  private func enter(_ device: Device, body: () -> Void) {
    guard let instance = instances[Int(device.id.index)], !instance.isStopped else { return }
    if plan.saved != nil { markDirty(instance) }
    let before = watched.number.exchange(device.id.index, ordering: .relaxed)
    enter(instance, body)
    watched.number.store(before, ordering: .relaxed)
    if plan.live != nil { schedule(instance) }
  }

  /// Runs `body` inside of the device's script instance; without one it may start one.
  func enter(_ instance: ScriptInstance, _ body: () -> Void) {
    if let script = instance.script {
      script.environment.enter(body)
    } else {
      machine.keepingEnvironment(body)
    }
    if instance.tiles.isBusy { awaitTiles(instance) }
  }

  /// Starts the one copy of a run without sources; returns its device.
  func startDefault(now: TimeInterval) -> Device {
    let instance = instance(of: plan.directory.id(of: "default"), now: now)
    recording?.record(
      DeviceEvent(time: now, timestamp: now, device: instance.device.id, marks: .settled, payload: .clock))
    if plan.saved != nil { markDirty(instance) }
    enter(instance) { instance.device.start(at: now) }
    return instance.device
  }

  /// Lets the clock of every device run to `time`.
  func advance(to time: TimeInterval) {
    eachRunning {
      tick($0, to: time)
      $0.device.advance(to: time)
    }
    recording?.handOver()
  }

  /// The input has ended: what waits in the windows is handled; returns the greatest time of all devices.
  func flush() -> TimeInterval {
    eventNumber = Worker.flushNumber
    eachRunning {
      $0.device.makeAllReady()
      drain($0)
      $0.device.dropHeldJump()
    }
    proximityGroup?.deliver()
    return instances.reduce(-.infinity) { max($0, $1?.device.endOfInput ?? -.infinity) }
  }

  /// Runs every clock to `time` and then each copy's `onFinish`; a stop by signal leaves the clocks alone.
  ///
  /// - Parameter stop: how far the clocks of some came when this was recorded.
  func finish(at time: TimeInterval?, _ stop: RecordedStop) {
    eventNumber = Worker.endNumber
    eachRunning { instance in
      if instance.wasWoken, time != nil { startAgain(instance) }
      if let time {
        instance.device.advance(to: stop.clocks[instance.device.id] ?? time)
        if Signals.stop != 0, plan.live == nil { recording?.recordStop(of: instance.device) }
      }
      instance.script?.finish { failed($0, instance) }
      instance.device.deliver()
      instance.device.finishRequests()
    }
    if renderer != nil { finishFrames() }
  }

  /// Live, before the end: the recording says when it was, with a line of a device on which the script runs.
  ///
  /// A replay has to come to that time, too, before all clocks go there.
  func recordEnd(at time: TimeInterval) {
    guard recording != nil, let instance = instances.lazy.compactMap({ $0 }).first(where: \.isRunning) else {
      return
    }
    handle(
      DeviceEvent(
        time: time, timestamp: time, device: instance.device.id, marks: .settled, payload: .clock))
  }

  /// Ends every script instance.
  func close() {
    for instance in instances {
      guard let instance else { continue }
      counts.add(instance)
      if let name = plan.options.explain { counts.checkExplained(name, in: instance.device) }
      if Signals.stop == 0 { instance.unload() }
    }
    // Somebody waits for the end of the process, which gives all memory back at once: a hundred thousand copies of a
    // script, one by one, take seconds.
    if Signals.stop != 0 { _ = Unmanaged.passRetained(self) }
  }

  private func device(called name: String) -> Device? {
    guard let id = plan.directory.knownID(of: name), Int(id.index) < instances.count else { return nil }
    return instances[Int(id.index)]?.device
  }

  private func eachRunning(_ body: (ScriptInstance) -> Void) {
    for case let instance? in instances where !instance.isStopped {
      if plan.saved != nil { markDirty(instance) }
      watched.number.store(instance.device.id.index, ordering: .relaxed)
      enter(instance) { body(instance) }
    }
  }

  func instance(of device: DeviceID, now: TimeInterval) -> ScriptInstance {
    let index = Int(device.index)
    if index < instances.count, let instance = instances[index] { return instance }
    while instances.count <= index { instances.append(nil) }
    let instance = start(device, now: now)
    instances[index] = instance
    return instance
  }

  func failed(_ error: any Error, _ instance: ScriptInstance) {
    counts.failures += 1
    if plan.options.strict { plan.failed.set() }
    let traceback = plan.advice.added(to: (error as? LuaError)?.traceback ?? "", of: "\(error)")
    output.failure("\(error)", traceback: traceback, device: instance.device.name)
  }

  func stop(_ instance: ScriptInstance, _ reason: String) {
    guard !instance.isStopped else { return }
    instance.isStopped = true
    counts.stopped += 1
    output.stopped(reason, device: instance.device.name)
  }
}

/// The device that a worker is busy with, for another thread to see.
final class WatchedDevice: Sendable {
  let number = Atomic<UInt32>(0)
  /// Whether its callback waits for an alert sink or a server.
  let isWaiting = Atomic<Bool>(false)
}
