import Geo
import GeoFeeds
import GeoLua
import LuaBridge
import Synchronization

/// What every worker of a run shares: values only.
struct WorkerPlan: Sendable {
  let script: ScriptFile
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
    copy.script.copy.enter { copy.script.device.receive(event) }
    if copy.script.copy.trips >= 3 { stop(copy, "its callbacks ran over their limits three times in a row") }
  }

  /// Starts the one copy of a run without sources; returns its device.
  func startDefault(now: TimeInterval) -> Device {
    let copy = copy(of: plan.directory.id(of: "default"), now: now)
    if plan.saved != nil { note(copy) }
    copy.script.copy.enter { copy.script.device.start(at: now) }
    return copy.script.device
  }

  /// Lets the clock of every device run to `time`.
  func advance(to time: TimeInterval) {
    eachRunning { $0.script.device.advance(to: time) }
  }

  /// The input has ended: what waits in the windows is handled; returns the greatest time of all clocks.
  func flush() -> TimeInterval {
    eventNumber = Worker.flushNumber
    eachRunning { $0.script.device.flush() }
    return copies.reduce(-.infinity) { max($0, $1?.script.device.clock.now ?? -.infinity) }
  }

  /// Runs every clock to `time` and then each copy's `onFinish`; a stop by signal leaves the clocks alone.
  func finish(at time: TimeInterval?) {
    eventNumber = Worker.endNumber
    eachRunning { copy in
      if copy.wasWoken, time != nil, let clock = copy.keptClock { copy.script.device.start(at: clock) }
      if let time { copy.script.device.advance(to: time) }
      copy.script.finish { failed($0, copy) }
      copy.script.device.deliver()
    }
  }

  /// Ends every copy of the script.
  func close() {
    for copy in copies {
      guard let copy else { continue }
      tally.add(copy)
      copy.script.copy.finish()
    }
  }

  private func eachRunning(_ body: (DeviceCopy) -> Void) {
    for case let copy? in copies where !copy.isStopped {
      if plan.saved != nil { note(copy) }
      watched.number.store(copy.script.device.id.index, ordering: .relaxed)
      copy.script.copy.enter { body(copy) }
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
    var seed = FNV1a()
    seed.combine(plan.options.seed)
    seed.combine(name)
    let lua = LuaCopy(machine: machine, memoryLimit: plan.options.maxMemoryDevice, seed: seed.value)
    var options = ScriptOptions()
    options.folder = plan.script.folder
    options.arguments = plan.options.arguments
    options.readable = plan.options.readable
    let script = RunningScript(device: device, copy: lua, options: options)
    let copy = DeviceCopy(script)
    script.recordsCalls = plan.options.json
    script.onRecord = { [output] in output.write($0) }
    if plan.saved != nil {
      script.onRecord = { [unowned self] in
        output.write($0)
        keep($0)
      }
    }
    script.readRegions = { try FenceFile.read($0, desiredAccuracy: 0).regions }
    device.onError = { [unowned self, unowned copy] in failed($0, copy) }
    device.onNotice = { [output] in output.notice($0, device: name) }
    if let saved = plan.saved { restore(copy, from: saved) }
    if !plan.fences.isEmpty { device.watch(plan.fences) }
    // The script starts when its device's first event is about to be delivered, on that event's clock.
    device.onStart = { [unowned self, unowned copy] in run(copy) }
    return copy
  }

  private func run(_ copy: DeviceCopy) {
    do {
      try copy.script.run(chunk, keepsTimers: plan.saved != nil)
    } catch {
      failed(error, copy)
      stop(copy, "its main chunk failed")
    }
  }

  func failed(_ error: any Error, _ copy: DeviceCopy) {
    tally.failures += 1
    let traceback = (error as? LuaError)?.traceback ?? ""
    output.failure("\(error)", traceback: traceback, device: copy.script.device.name)
  }

  func stop(_ copy: DeviceCopy, _ reason: String) {
    guard !copy.isStopped else { return }
    copy.isStopped = true
    tally.stopped += 1
    output.stopped(reason, device: copy.script.device.name)
  }
}

/// The device that a worker is busy with, for another thread to see.
final class WatchedDevice: Sendable {
  let number = Atomic<UInt32>(0)
}

/// A running copy with what its worker notes of it.
final class DeviceCopy {
  let script: RunningScript
  var isStopped = false
  /// Why a later run must not start it.
  var quarantine: String?
  /// Whether it has changed since the last checkpoint.
  var isDirty = false
  /// Whether it was loaded for something that waits, without an event.
  var wasWoken = false
  /// Where its clock stood in an earlier run, if its script ran then.
  var keptClock: TimeInterval?
  /// The hash of its store as it was last kept, 0 before.
  var storeHash: UInt64 = 0
  /// Whether its store could not be kept, and that has been said.
  var storeFailed = false

  init(_ script: RunningScript) { self.script = script }
}
