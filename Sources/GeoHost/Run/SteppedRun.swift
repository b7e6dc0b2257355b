package import Geo
package import GeoDelivery
package import GeoFormats
package import GeoLua
package import LuaBridge

/// A run whose owner hands in the events and looks at it in between: what a test plays.
///
/// Nothing of it leaves the process: it has no sinks, no servers and no state. It belongs to one thread.
package final class SteppedRun {
  private let run: Run
  private let plan: WorkerPlan
  let pool: WorkerPool
  let worker: Worker
  private let output: Output
  private let capture = OutputCapture()
  /// The sources of a run whose events come as they happen; nil for one whose owner has them.
  let live: SteppedSources?
  /// Gets what live sources have to say.
  var onNotice: (String) -> Void = { _ in }
  /// What starts without an event, in a replay of a run that began from a state.
  private var starters = (first: SavedState.Waiting(), last: SavedState.Waiting())
  /// How many live sources have come to an end.
  var endedSources = 0

  /// - Parameters:
  ///   - options: those of files, sinks, servers and state are not used; live sources are opened, not started.
  ///   - device: the only one that a recording of it has a state of; nil for all.
  ///   - isOver: whether it has taken too long; asked on the run's own thread.
  /// - Errors: ``GeoError`` of the script, of fences and of pictures.
  package init(
    _ options: RunOptions, keeping device: String? = nil, isOver: @escaping @Sendable () -> Bool
  ) throws(GeoError) {
    var options = options
    let answers = try RecordedAnswers(options.sources)
    let isLive = options.hasLiveSource
    let recorded = try RecordedState.saved(in: options.sources)
    if !isLive { options.sources = [] }
    (options.alerts, options.tables, options.state) = ([], [], nil)
    (options.jobs, options.speed, options.allowsNet, options.writable) = (1, nil, false, [])
    if options.reorderWindow == nil, !isLive { options.reorderWindow = ReorderWindow.Policy.file.width }
    run = try Run(options)
    let addresses = isLive ? try run.addresses() : []
    let requirements = try run.requirements()
    output = try Output(options, into: capture)
    let unit = try run.declaredUnit()
    var plan = try run.plan(requirements, unit, output, addresses, try RunTables([], replaces: false))
    plan.isOver = isOver
    plan.answers = answers
    live = isLive ? try SteppedSources(addresses, run, plan.directory) : nil
    plan.live = live?.clock
    plan.recorded = recorded
    plan.recorders = try run.recorders(plan, output, only: device)
    if let recorded {
      try plan.firing.note(recorded)
      starters = (try recorded.waitingAtStart(), try recorded.waitingAtEnd())
    }
    self.plan = plan
    pool = try run.pool(plan, output)
    if let recorded { pool.restore(try recorded.placements()) }
    guard let worker = pool.workerInPlace else { throw GeoError(.internal, "a stepped run has one thread") }
    self.worker = worker
  }

  package var directory: DeviceDirectory { plan.directory }
  /// The zones inside of which nothing shown says where a device is; nil without any.
  package var privacy: PrivacyZones? { plan.privacy }
  package var scriptName: String { plan.script.name }
  /// Whether one instance of the script stands for several devices.
  package var hasGroups: Bool { plan.unit != .device }

  /// Launches the script on the device `default` without an event.
  package func start(at time: TimeInterval) { _ = worker.startDefault(now: time) }

  package func handle(_ events: [DeviceEvent]) {
    wake()
    pool.handle(events)
  }

  /// Starts what waits since before the recording, once its owner listens.
  private func wake() {
    pool.wake(starters.first, startsNow: true)
    starters.first = SavedState.Waiting()
  }

  /// Handles what waits in the windows.
  package func settle() {
    // The number of the last event stands for the end of the input, which this is not.
    let number = worker.eventNumber
    _ = worker.flush()
    worker.eventNumber = number
  }

  /// Moves the clock of every device to `time`; timers fire.
  package func advance(to time: TimeInterval) { worker.advance(to: time) }

  /// Ends the run in order: `onFinish` is called.
  ///
  /// - Parameter stop: how a recorded run left its clocks.
  package func finish(at time: TimeInterval, _ stop: RecordedStop = RecordedStop()) {
    wake()
    if !stop.isWhole { pool.wake(starters.last, startsNow: false) }
    pool.finish(isStopped: stop.isWhole, atLeast: time, stop)
  }

  /// The device of this name; nil before its first event.
  package func device(called name: String) -> Device? {
    guard hasGroups else { return worker.device(called: name) }
    return worker.instances.lazy.compactMap { $0?.device.group?.member(named: name)?.device }.first
  }

  /// The devices that have had events, in the order of their first.
  package var devices: [Device] {
    worker.instances.compactMap { $0 }.flatMap(\.devices).sorted { $0.id.index < $1.id.index }
  }

  /// Explains fixes, records calls and counts lines from the next event on, or stops: all of it takes time.
  ///
  /// Devices that come while it is off begin with it on, until this is called again.
  ///
  /// - Parameter subject: what is explained from now on, as `--explain` has it; nil for no change.
  package func watch(_ isOn: Bool, _ subject: String? = nil) {
    if let subject { worker.plan.options.explain = subject }
    worker.machine.skipLines(!isOn)
    for case let instance? in worker.instances {
      instance.script?.recordsCalls = isOn
      for device in instance.devices + [instance.device] {
        if isOn { worker.explain(device, of: instance) } else { device.hooks.onExplain = nil }
      }
    }
  }

  /// Where the script raised an alert, `home.lua:4`; empty where the host did.
  package func place(ofAlert id: String) -> String {
    let place = capture.place(ofAlert: id)
    return place.hasSuffix(": ") ? String(place.dropLast(2)) : place
  }

  /// - Errors: ``GeoError`` `data` for changes of regions that could not be made.
  package func checkChanges() throws(GeoError) { try plan.changes?.check() }

  /// Takes the records since the last call, and how many did not fit.
  package func takeRecords() -> (records: [ScriptRecord], lost: Int) { capture.takeRecords() }

  /// Warnings of the run, and the number of lines that the script has printed.
  package var said: (lines: [String], prints: Int) { capture.said }

  /// How many printed lines were too many to be kept.
  package var droppedPrints: Int { capture.droppedPrints }

  /// Answers the script's geocoders before any source.
  package func answerGeocoders(_ answer: @escaping (GeocodeRequest) -> GeocodeAnswer?) {
    worker.geocoder.rehearsed = answer
  }

  /// Draws the maps into the files of the options' pictures.
  ///
  /// - Errors: ``GeoError``.
  package func draw() throws(GeoError) {
    if let fault = run.makePictures(pool, plan, output) { throw fault }
  }

  /// How often each line of the script and its modules has run; see ``RunOptions/countsLines``.
  package var lineCounts: [LuaLineCounts] { worker.machine.lineCounts }

  /// Ends the script and closes the recording.
  package func close() {
    _ = pool.close()
    for recorder in plan.recorders { _ = recorder.close(isStopped: false) }
    plan.geocoding?.close()
    plan.tiles.close()
  }
}
