import Geo
import GeoDelivery
import GeoFormats
import GeoLua
import LuaBridge
import Synchronization

/// One thread's share of the devices: one Lua machine with a running script instance for each. Everything on a device
/// happens here, in event order.
package final class Worker {
  // A reload exchanges what is not constant here, between two events.
  @exclusivity(unchecked) var machine: LuaMachine
  @exclusivity(unchecked) package var plan: WorkerPlan
  let output: Output
  @exclusivity(unchecked) var chunk: LuaChunk
  @exclusivity(unchecked) var regionObjects = RegionObjects()
  /// The open tile archives.
  let cache = TileArchiveCache()
  /// Answers the geocoders of its devices.
  let geocoder: ChainGeocoder
  /// Answers questions for ways; nil for an estimate.
  let router: ServerRouter?
  /// Both, for its devices.
  let services: AnsweringServices
  /// Whether devices are to leave their timers.
  private(set) lazy var shouldStop: () -> Bool = { [unowned self] in Signals.stop != 0 || plan.isOver() }
  /// Reads regions for scripts. Like the other, one closure for all of them.
  private(set) lazy var readRegions: (String, RegionFormats) throws -> [MonitoredRegion] = {
    [unowned self] in try regions(of: $0, $1)
  }
  /// By device number; nil for devices of other workers. Each fix passes what is unchecked here: one thread alone
  /// uses a worker, and nothing holds these properties while it calls out.
  @exclusivity(unchecked) package var instances: [ScriptInstance?] = []
  /// Devices changed, and alerts raised, since the last checkpoint; only with `--state`.
  var dirty: [ScriptInstance] = []
  var alerts: [PendingAlert] = []
  /// The room of those that wait for a digest or a group.
  var heldRoom = HeldRoom()
  /// Rows of tables since they were last written.
  var rows: [TableRow] = []
  /// The number of the current event in the input; only with `--state` or `--table`.
  @exclusivity(unchecked) package var eventNumber = 0
  /// Live: when devices need attention without an event.
  var deadlines = DeadlineHeap()
  /// Live: whether the note about the events left at the end was printed.
  var hasToldRest = false
  @exclusivity(unchecked) var counts = RunCounts()
  /// Draws maps, and records tracks for the automatic picture; nil without `--map`.
  let renderer: PictureRenderer?
  /// What scripts draw with if there is no renderer.
  let lazyBaseMap = LazyBaseMap()
  let recorder: TrackRecorder?
  /// Records what `--page` shows; nil without it.
  package let pages: (any PageRecording)?
  /// Whether nothing that a script says is heard.
  var isSilent = false
  /// Its part of the recording; nil without one.
  let recording: RecordingBuffer?
  /// Devices that watch each other, by their group; all of them without groups.
  var proximityGroups: [String: ProximityGroup] = [:]
  /// The number of the group that each device was in at its last event, by device number; only in a group script.
  @exclusivity(unchecked) var groups: [DeviceID?] = []
  /// Its place among the workers.
  package let shard: Int
  /// The reload whose new main chunks have run; nil at all other times.
  @exclusivity(unchecked) var reload: WorkerReload?
  /// What the machines that a reload has replaced have shown.
  var earlierProfile = LuaProfile()
  /// Watches the machine; set by the shard, on the worker's thread.
  var watchdog: Watchdog?
  /// A debugger hears each record while the script makes it; nil without one.
  var onRecord: ((ScriptRecord) -> Void)?
  /// Counts for `--metrics`; nil without it.
  let meter: WorkerMeter?
  /// The number of the device whose event is being handled, for the watchdog.
  package let watched: WatchedDevice

  /// - Errors: ``LuaError`` when the script does not compile.
  init(_ plan: WorkerPlan, output: Output, shard: Int = 0) throws {
    self.plan = plan
    self.shard = shard
    self.output = output
    watched = WatchedDevice()
    let reports = ChainGeocoder.Reports(
      note: { output.noteOnce($0) }, warn: { output.warn($0, as: .unavailable) },
      isWaiting: { [watched] in watched.isWaiting.store($0, ordering: .relaxed) })
    geocoder = ChainGeocoder(
      plan.options.geocoder, cache: GazetteerCache { output.noteOnce($0) }, fetcher: plan.geocoding,
      reports: reports, privacy: plan.privacy)
    router = plan.options.router.flatMap { option in
      plan.routing.map { ServerRouter(option, $0, reports: reports, privacy: plan.privacy) }
    }
    services = AnsweringServices(geocoder, router)
    meter = plan.metrics.map { WorkerMeter($0) }
    machine = Worker.machine(plan, output: output, isTimed: meter != nil)
    renderer = try plan.options.pictures.map { try PictureRenderer($0, output) }
    recorder = renderer.map { _ in TrackRecorder(plan.privacy) }
    pages = plan.page?.recorder(plan.directory, plan.privacy, shard: shard)
    recording =
      plan.recorders.isEmpty
      ? nil
      : RecordingBuffer(
        plan.recorders, directory: plan.directory, isShared: plan.unit == .group && plan.options.jobs > 1)
    chunk = try LuaChunk(plan.script.source, name: plan.script.name, machine: machine)
  }

  /// What the watchdog watches.
  var watch: (machine: LuaWatch, device: WatchedDevice) { (machine.watch, watched) }

  /// Whether `--strict` has ended the run.
  var hasFailed: Bool { plan.failed.isSet }

  /// Whether any script instance still runs; timers of stopped ones never fire.
  var isRunning: Bool { instances.contains { $0?.isStopped == false } }

  /// Runs `body` for a device that watches others, in its own script instance.
  func enter(_ device: Device, body: () -> Void) {
    guard let instance = instances[Int(device.id.index)], !instance.isStopped else { return }
    if plan.saved != nil { markDirty(instance) }
    let before = watched.number.exchange(device.id.index, ordering: .relaxed)
    enter(instance, body)
    watched.number.store(before, ordering: .relaxed)
    if plan.live != nil { schedule(instance) }
  }

  /// Runs `body` inside the device's script instance, starting one if necessary.
  func enter(_ instance: ScriptInstance, _ body: () -> Void) {
    if let script = instance.script {
      script.environment.enter(body)
    } else {
      machine.keepingEnvironment(body)
    }
    if instance.awaitsTiles { awaitTiles(instance) }
  }

  /// Starts the single instance of a run without sources; returns its device.
  func startDefault(now: TimeInterval) -> Device {
    let instance = instance(of: plan.directory.id(of: "default"), now: now)
    recording?.record(
      DeviceEvent(time: now, timestamp: now, device: instance.device.id, marks: .settled, payload: .clock))
    if plan.saved != nil { markDirty(instance) }
    enter(instance) { instance.device.start(at: now) }
    return instance.device
  }

  /// Advances the clock of every device to `time`.
  func advance(to time: TimeInterval) {
    eachRunning {
      tick($0, to: time)
      $0.device.advance(to: time)
    }
    recording?.handOver()
    publish()
  }

  /// Shows the metrics and the page what has been done.
  package func publish() {
    meter?.publish(self)
    pages?.handOver(instances)
  }

  /// Handles what waits in the windows at the end of the input; returns the greatest time of all devices.
  func flush() -> TimeInterval {
    eventNumber = Worker.flushNumber
    eachRunning {
      $0.device.makeAllReady()
      drain($0)
      $0.device.dropHeldJump()
    }
    for group in proximityGroups.sorted(by: { $0.key < $1.key }) { group.value.deliver() }
    return instances.reduce(-.infinity) { max($0, $1?.device.endOfInput ?? -.infinity) }
  }

  func device(called name: String) -> Device? {
    guard let id = plan.directory.knownID(of: name) else { return nil }
    return Int(id.index) < instances.count ? instances[Int(id.index)]?.device : nil
  }

  func eachRunning(_ body: (ScriptInstance) -> Void) {
    for case let instance? in instances where !instance.isStopped {
      if plan.saved != nil { markDirty(instance) }
      watched.number.store(instance.device.id.index, ordering: .relaxed)
      enter(instance) { body(instance) }
    }
  }

  /// The instance that an event belongs to.
  @inline(__always)
  func instance(for event: DeviceEvent) -> ScriptInstance {
    plan.unit == .device ? instance(of: event.device, now: event.time) : groupInstance(for: event)
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
    let fault = error as? LuaError
    let code = ((fault?.underlying ?? error) as? GeoError)?.code
    if let code, code.outlivesCallback { counts.codes.insert(code) }
    let traceback = plan.advice.added(to: fault?.traceback ?? "", of: "\(error)")
    let content = ScriptRecord.Content.failure(
      message: "\(error)", traceback: traceback,
      code: code.flatMap { $0.outlivesCallback ? $0.exitCode : nil } ?? 1)
    let record = record(content, of: instance)
    pages?.add(record, of: instance)
    output.failure(record, "\(error)", traceback: traceback)
  }

  /// A record of the host's own; it takes no number.
  func record(_ content: ScriptRecord.Content, of instance: ScriptInstance) -> ScriptRecord {
    ScriptRecord(
      unnumbered: content, time: instance.device.clock.now,
      device: instance.device.group.map { $0.current?.name ?? "" } ?? instance.device.name,
      group: instance.device.group?.name, sequence: instance.script?.sequence ?? instance.past.sequence)
  }

  func stop(_ instance: ScriptInstance, _ reason: String) {
    guard !instance.isStopped else { return }
    instance.isStopped = true
    instance.device.closeGeocoding()
    instance.device.closeApproaches()
    counts.stopped += 1
    output.stopped(record(.stop(reason: reason), of: instance), reason)
  }
}
