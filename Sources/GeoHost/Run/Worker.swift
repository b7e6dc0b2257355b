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
  /// What fetches tiles for all workers.
  let tiles: TileHub
  /// What asks servers of places for all workers; nil where none is to be asked.
  let geocoding: GeocodingHub?
  /// What `--record` writes; nil without it.
  var recorder: Recorder?
  /// The wall's clock where events come when they happen; nil where they are replayed.
  var live: LiveClock?
  /// What `--state` has kept.
  var saved: SavedState?
  /// Raised by the first failure under `--strict`: all workers stop.
  let failed = Flag()
}

/// One thread's share of the devices: one Lua machine with a running copy of the script for each.
///
/// Everything of a device happens here, in event order.
final class Worker {
  let machine: LuaMachine
  let plan: WorkerPlan
  let output: Output
  let chunk: LuaChunk
  let regionObjects = RegionObjects()
  /// The archives of tiles that are open.
  let shelf = TileShelf()
  /// What answers the geocoders of its devices.
  let geocoder: ChainGeocoder
  /// By device number; devices of other workers stay nil.
  private(set) var copies: [DeviceCopy?] = []
  /// Devices that have changed since the last checkpoint, and alerts raised since; both only with `--state`.
  var dirty: [DeviceCopy] = []
  var alerts: [PendingAlert] = []
  /// The number of the event being handled, in the order of the input; kept only with `--state`.
  var eventNumber = 0
  /// Live: when devices must be looked at without an event.
  var deadlines = DeadlineHeap()
  /// Live: whether the user knows what is handled before the end.
  var hasToldRest = false
  var tally = RunTally()
  /// Where it draws maps, and what it keeps for the automatic picture; nil without `--map`.
  let desk: PictureDesk?
  /// What scripts draw with where there is no desk.
  let spareStudio = SpareStudio()
  let recorder: WayRecorder?
  /// What it writes of the recording; nil without one.
  let recording: RecordingDesk?
  /// Devices that watch each other; nil where other workers have some of them.
  var neighbourhood: Neighbourhood?
  /// The number of the device whose event is being handled, for the watchdog.
  let watched: WatchedDevice

  /// - Errors: ``LuaError`` when the script does not compile.
  init(_ plan: WorkerPlan, output: Output) throws {
    self.plan = plan
    self.output = output
    watched = WatchedDevice()
    geocoder = ChainGeocoder(
      plan.options.geocoder, shelf: GazetteerShelf { output.noteOnce($0) }, hub: plan.geocoding,
      reports: .init(
        note: { output.noteOnce($0) }, warn: { output.warn($0) },
        isWaiting: { [watched] in watched.isWaiting.store($0, ordering: .relaxed) }))
    machine = GeoLibrary.machine(memoryLimit: plan.options.maxMemory)
    machine.instructionBudget = plan.options.maxInstructions
    machine.onWarning = { output.warn($0) }
    desk = try plan.options.pictures.map { try PictureDesk($0) { output.warn($0) } }
    recorder = desk.map { _ in WayRecorder() }
    recording = plan.recorder.map { RecordingDesk($0, directory: plan.directory) }
    chunk = try LuaChunk(plan.script.source, name: plan.script.name, machine: machine)
    guard plan.options.jobs == 1 else { return }
    let neighbourhood = Neighbourhood { [unowned self] in device(called: $0) }
    neighbourhood.enter = { [unowned self] in enter($0, body: $1) }
    neighbourhood.drain = { [unowned self] in if let copy = copies[Int($0.id.index)] { drain(copy) } }
    self.neighbourhood = neighbourhood
  }

  /// What the watchdog looks at.
  var watch: (machine: LuaWatch, device: WatchedDevice) { (machine.watch, watched) }

  /// Whether `--strict` has ended the run.
  var hasFailed: Bool { plan.failed.isSet }

  /// Whether a copy of the script has not been stopped: the timers of others never fire.
  var isRunning: Bool { copies.contains { $0?.isStopped == false } }

  /// Tells a device that watches others of what has moved, in its own copy of the script.
  private func enter(_ device: Device, body: () -> Void) {
    guard let copy = copies[Int(device.id.index)], !copy.isStopped else { return }
    if plan.saved != nil { note(copy) }
    let before = watched.number.exchange(device.id.index, ordering: .relaxed)
    enter(copy, body)
    watched.number.store(before, ordering: .relaxed)
    if plan.live != nil { want(copy) }
  }

  /// Runs `body` inside of the device's copy of the script; without one it may start one.
  func enter(_ copy: DeviceCopy, _ body: () -> Void) {
    if let script = copy.script { script.copy.enter(body) } else { machine.keepingCopy(body) }
    if copy.tiles.isBusy { awaitTiles(copy) }
  }

  /// Starts the one copy of a run without sources; returns its device.
  func startDefault(now: TimeInterval) -> Device {
    let copy = copy(of: plan.directory.id(of: "default"), now: now)
    recording?.record(
      DeviceEvent(time: now, timestamp: now, device: copy.device.id, marks: .settled, payload: .clock))
    if plan.saved != nil { note(copy) }
    enter(copy) { copy.device.start(at: now) }
    return copy.device
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
    neighbourhood?.deliver()
    return copies.reduce(-.infinity) { max($0, $1?.device.endOfInput ?? -.infinity) }
  }

  /// Runs every clock to `time` and then each copy's `onFinish`; a stop by signal leaves the clocks alone.
  ///
  /// - Parameter stop: how far the clocks of some came when this was recorded.
  func finish(at time: TimeInterval?, _ stop: RecordedStop) {
    eventNumber = Worker.endNumber
    eachRunning { copy in
      if copy.wasWoken, time != nil { startAgain(copy) }
      if let time {
        copy.device.advance(to: stop.clocks[copy.device.id] ?? time)
        if Signals.stop != 0, plan.live == nil { recording?.recordStop(of: copy.device) }
      }
      copy.script?.finish { failed($0, copy) }
      copy.device.deliver()
      copy.device.finishRequests()
    }
    if desk != nil { finishFrames() }
  }

  /// Live, before the end: the recording says when it was, with a line of a device on which the script runs.
  ///
  /// A replay has to come to that time, too, before all clocks go there.
  func recordEnd(at time: TimeInterval) {
    guard recording != nil, let copy = copies.lazy.compactMap({ $0 }).first(where: \.isRunning) else {
      return
    }
    handle(
      DeviceEvent(
        time: time, timestamp: time, device: copy.device.id, marks: .settled, payload: .clock))
  }

  /// Ends every copy of the script.
  func close() {
    for copy in copies {
      guard let copy else { continue }
      tally.add(copy)
      if let name = plan.options.explain { tally.lookFor(name, in: copy.device) }
      if Signals.stop == 0 { copy.unload() }
    }
    // Somebody waits for the end of the process, which gives all memory back at once: a hundred thousand copies of a
    // script, one by one, take seconds.
    if Signals.stop != 0 { _ = Unmanaged.passRetained(self) }
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

  func failed(_ error: any Error, _ copy: DeviceCopy) {
    tally.failures += 1
    if plan.options.strict { plan.failed.set() }
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
  /// Whether its callback waits for an alert sink or a server.
  let isWaiting = Atomic<Bool>(false)
}
