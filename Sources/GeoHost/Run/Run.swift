public import Geo
import GeoDelivery
package import GeoFeeds
import GeoFormats
package import GeoLua
import GeoStore
import LuaBridge

/// `geoscript run`: runs a script for each device of the sources.
public struct Run {
  package let options: RunOptions
  package let script: ScriptFile
  /// Whether `--jobs` is 1 because the script watches other devices.
  private let hasOneJob: Bool
  /// Opens live addresses; tests replace it, and the wall clock.
  var openLive: LiveSourceFactory = { address, directory, options, page throws(GeoError) in
    try LiveSources.open(address, directory: directory, options: options, page: page)
  }
  var clock: @Sendable () -> TimeInterval = { wallSeconds() }

  let modules: RunModules

  /// - Errors: ``GeoError`` `noInput` if the script cannot be read, `usage` if it is a track.
  package init(_ options: RunOptions, modules: RunModules = RunModules()) throws(GeoError) {
    self.modules = modules
    var options = options
    if options.speed != nil {
      options.feed.isPaced = true
      options.feed.simulationStart = wallSeconds().rounded(.down)
    }
    if Run.sourceEndings.contains(where: options.script.lowercased().hasSuffix) {
      throw GeoError(
        .usage, "is a source of events, not a script (geoscript run SCRIPT --from \(options.script))",
        at: options.script)
    }
    script =
      if let text = options.scriptText {
        ScriptFile(source: text, called: options.script)
      } else { try ScriptFile(path: options.script) }
    // Devices that watch each other must share a thread, as those of a group do.
    hasOneJob =
      options.jobs > 1 && options.groupBy == nil && script.source.contains("startMonitoringProximity")
      && ScriptUnit.declared(in: script.source, called: script.name).unit == .device
    if hasOneJob { options.jobs = 1 }
    if !options.hasTimeZone, let zone = Run.zone(ofState: options.state) {
      options.timeZone = zone
      options.pictures?.timeZone = zone
      options.alertRule.zone = zone
      options.alertRule.quiet?.follow(zone)
    }
    self.options = options
  }

  /// Runs to the end and returns the exit code.
  ///
  /// - Errors: ``GeoError`` for faults before the run begins.
  public func run() throws(GeoError) -> Int32 {
    do {
      return try runToEnd()
    } catch {
      // What cannot be read is named before what cannot be written: HO-30.
      throw error.code == .cannotCreate ? inputFault ?? error : error
    }
  }

  private func runToEnd() throws(GeoError) -> Int32 {
    let addresses = try self.addresses()
    try checkFiles()
    let requirements = try self.requirements()
    let unit = try scriptUnit()
    if let workOnStream = modules.workOnStream, let stream = addresses.first(where: { $0.scheme == "nats" }) {
      return try workOnStream(self, stream, addresses, requirements, unit)
    }
    try checkState()
    try checkPictures()
    let pageFile = try self.pageFile()
    takeSignals()
    let status = try openMetrics()
    defer { status?.server?.stop() }
    let store = try openState()
    let page = if let pageFile { pageFile } else { try servePage(addresses, status?.metrics) }
    defer { page?.stop() }
    let service = ServiceNotifier.ofProcess(status?.metrics.health)
    let sinks = try alertSinks(store, sinkOptions)
    let tables = try self.tables(store)
    let output = self.output(sinks, addresses)
    say(requirements, status?.server, page, output)
    var plan = try self.plan(requirements, unit, output, addresses, tables)
    plan.mirrors = try mirrors(output)
    defer { plan.close() }
    let inbox = isLive(addresses) ? LiveInbox(clock: clock) : nil
    connect(&plan, inbox, page, status?.metrics, sinks)
    if !options.isQuiet { warn(of: plan.advice, isLive: inbox != nil, output) }
    let checkpointer = try self.checkpointer(store, plan, sinks, output)
    plan.saved = checkpointer?.saved
    plan.keepSources(in: store, output)
    plan.recorded = try recordedState(output)
    plan.recorders = try recorders(plan, output, of: unit)
    // Does nothing if a recorder is already closed.
    defer { for recorder in plan.recorders { recorder.abandon() } }
    let alertStage = try self.alertStage(plan, sinks, checkpointer, page?.fates)
    let pool = try self.pool(plan, output)
    if let past = plan.past { pool.restore(try past.placements()) }
    sinks.begin(seed: options.seed, maxAge: options.alertMaxAge, fates: page?.fates) { [weak output] in
      output?.warn($0)
    }
    let stage = RunResources(
      plan: plan, output: output, inbox: inbox, checkpointer: checkpointer, alertStage: alertStage,
      pool: pool, service: service)
    let start = monotonicSeconds()
    var outcome = try play(addresses, on: stage)
    try end(&outcome, on: stage)
    let seconds = monotonicSeconds() - start
    outcome.laterFaults += close(sinks, output) + tables.faults
    // Last: it says which alerts did not arrive.
    outcome.laterFaults += [page?.write(self, output)].compactMap { $0 }
    close(tables, plan.advice, output)
    page?.end(output)
    let code = report(outcome, seconds: seconds, plan.advice, to: output)
    if inbox == nil, Signals.stop == 0 { page?.stay(output, service, options.reload) } else { page?.drain() }
    return code
  }

  /// Says what was written to tables, and what is defined in vain.
  private func close(_ tables: RunTables, _ advice: ScriptAdvice, _ output: Output) {
    for note in tables.close() { output.note(note) }
    let unwritten = Signals.stop == 0 ? tables.unwritten : []
    for note in UnusedNames(names: advice.names).notes(unwritten: unwritten) { output.note(note) }
  }

  private func checkState() throws(GeoError) {
    guard options.keepsStateInStream else { return }
    throw GeoError(
      .usage, "--state nats needs --from nats://HOST: write --state ./nats for a directory of this name")
  }

  /// Takes signals from here on, and watches files.
  private func takeSignals() {
    Signals.install()
    if options.reload?.onHangup == true { Signals.reloadOnHangup() }
    options.watchAll()
  }

  /// What is said before the script runs: of its servers, of itself, and of options.
  private func say(
    _ requirements: RequiredDeviceCapabilities, _ status: StatusServer?, _ page: (any PageDisplay)?,
    _ output: Output
  ) {
    report(status, to: output)
    page?.announce(self, to: output)
    for warning in requirements.diagnostics { output.say(.warning, warning.description) }
    sayPrivacy(output)
    if hasOneJob {
      output.note(
        "--jobs 1: the script watches other devices (startMonitoringProximity), which share a thread "
          + "(--group-by: those of a group do)")
    }
    if !options.hasRecorderHooks, script.source.contains("function otr_hook") {
      output.warn("\(script.name): otr_hook is a hook of OwnTracks Recorder: only --otr calls it")
    }
    sayVainOptions(output)
    warnOfZone(output)
  }

  private func connect(
    _ plan: inout WorkerPlan, _ inbox: LiveInbox?, _ page: (any PageDisplay)?, _ metrics: RunMetrics?,
    _ sinks: AlertSinks
  ) {
    plan.metrics = metrics
    plan.page = page
    // Before the first device comes.
    page?.show(plan.privacy?.masked(plan.fences) ?? plan.fences)
    plan.metrics?.attach(plan.directory)
    plan.metrics?.attach(sinks, inbox: inbox)
    plan.live = inbox.map { LiveClock($0) }
  }
}

/// What the modules above bring to a run; the command knows them all.
package struct RunModules: Sendable {
  /// Works on a stream, one of the sources, until it ends; gets the script's requirements and unit.
  package typealias StreamWork =
    @Sendable (
      Run, SourceAddress, [SourceAddress], RequiredDeviceCapabilities, ScriptUnit
    ) throws(GeoError) -> Int32

  /// What works on `--from nats://…`; nil where no stream may be read: then ``LiveSources`` refuses one.
  package var workOnStream: StreamWork?
  /// What makes the page of `--page`; nil where nothing shows one.
  package var pages: (any PageMaker)?

  package init(workOnStream: StreamWork? = nil, pages: (any PageMaker)? = nil) {
    (self.workOnStream, self.pages) = (workOnStream, pages)
  }
}
