public import Geo
import GeoFeeds
import GeoLua
import Glibc
import LuaBridge

/// `geoscript run`: sources in, a script for each device, alerts and printed lines out.
public struct Run {
  let options: RunOptions
  private let script: ScriptFile
  /// What opens live addresses, and the clock on the wall; tests have others.
  var openLive: LiveSourceMaker = { address, directory, options throws(GeoError) in
    try LiveSources.open(address, directory: directory, options: options)
  }
  var clock: @Sendable () -> TimeInterval = { wallSeconds() }

  /// What a user may leave out of a source's path.
  private static let sourceEndings = [
    ".gpx", ".kml", ".geojson", ".ndjson", ".jsonl", ".csv", ".tsv", ".rec",
  ].flatMap {
    [$0, $0 + ".gz"]
  }

  /// The same for fences.
  private static let fenceEndings = [".geojson", ".json", ".kml", ".wkt", ".otrw"]

  /// - Errors: ``GeoError`` `noInput` when the script cannot be read, `usage` when it is a track.
  public init(_ options: RunOptions) throws(GeoError) {
    var options = options
    if options.speed != nil {
      options.feed.isPaced = true
      options.feed.simulationStart = wallSeconds().rounded(.down)
    }
    self.options = options
    if Run.sourceEndings.contains(where: options.script.lowercased().hasSuffix) {
      throw GeoError(
        .usage, "is a source of events, not a script (geoscript run SCRIPT --from \(options.script))",
        at: options.script)
    }
    script = try ScriptFile(path: options.script)
  }

  /// Runs to the end and returns the exit code.
  ///
  /// - Errors: ``GeoError`` for what stops a run before it begins.
  public func run() throws(GeoError) -> Int32 {
    let addresses = try self.addresses()
    for (path, address) in zip(options.sources, addresses) where address.isFile && path != "-" {
      try MissingFile.check(path, "file", endings: Run.sourceEndings)
    }
    for path in options.fences { try MissingFile.check(path, "file", endings: Run.fenceEndings) }
    try options.geocoder.check(allowsNet: options.allowsNet)
    let requirements = try self.requirements()
    try checkPictures()
    Signals.install()
    let hasLive = addresses.contains(where: \.isLive)
    let directory = DeviceDirectory(limit: hasLive ? LiveLoop.deviceLimit : DeviceDirectory.noLimit)
    let store = try openState()
    let sinks = try AlertSinks(
      options.json ? options.alerts.filter { $0 != .text } : options.alerts,
      headers: options.alertHeaders, patience: options.alertTimeout, outbox: store)
    // Without sources the wall clock ticks; with a pace or a pipe somebody watches.
    let isLive =
      options.sources.isEmpty || options.speed != nil || options.sources.contains("-") || hasLive
    let output = Output(options, sinks: sinks, isLive: isLive)
    for warning in requirements.diagnostics { output.error(warning.description) }
    let tiles = TileHub(cachePath: TileHub.standardCache) { [weak output] in output?.warn($0) }
    defer { tiles.close() }
    let geocoding = GeocodingHub.made(for: options.geocoder, state: options.state) { [weak output] in
      output?.warn($0)
    }
    defer { geocoding?.close() }
    var plan = WorkerPlan(
      script: script, requirements: requirements, options: options, fences: try fences(output),
      directory: directory, order: order(isLive: hasLive), tiles: tiles, geocoding: geocoding)
    let inbox = hasLive ? LiveInbox(clock: clock) : nil
    plan.live = inbox.map { inbox in
      LiveClock(now: { inbox.now }, ring: { inbox.ring() }, refuse: { inbox.refuse($0) })
    }
    let recorder = try self.recorder(directory, output)
    plan.recorder = recorder
    var hasRun = false
    defer { if !hasRun { recorder?.abandon() } }
    let keeper = try keeper(store, plan, sinks, output)
    plan.saved = keeper?.saved
    let crew = try self.crew(plan, output)
    sinks.begin(seed: options.seed) { [weak output] in output?.warn($0) }
    let start = monotonicSeconds()
    var tally = RunTally()
    var fault: GeoError?
    var end = keeper?.clock ?? -.infinity
    var stop = RecordedStop()
    if let inbox {
      let sources = try addresses.map { (address) throws(GeoError) in
        try openLive(address, directory, options)
      }
      try keeper?.begin()
      output.publish(through: sources)
      let loop = LiveLoop(sources, inbox, crew, keeper, output)
      loop.directory = directory
      if let recorder { loop.flushRecording = { recorder.flush() } }
      // A state holds what waits in windows.
      if recorder != nil, keeper == nil { loop.windowWidth = plan.order.width }
      loop.distorter = LiveDistorter(options.feed.distortion, directory: directory)
      if let keeper { try goOn(keeper, crew, directory) }
      fault = try loop.run()
      tally.sources = [loop.distorter?.summary].compactMap { $0 }
      for source in sources { tally.skips.add(source.skips) }
      tally.skips.add(loop.strangers)
      end = max(end, loop.end)
      if recorder != nil { crew.recordEnd(at: end) }
      for source in sources { for line in source.summary { output.note("\(source.name): \(line)") } }
    } else if options.sources.isEmpty {
      try keeper?.begin()
      if let single = crew as? SingleCrew { fault = runOnWallClock(single, keeper, output) }
    } else {
      let source = try FileFeed.open(
        options.sources, directory: directory, options: options.feed, resuming: keeper?.positions ?? [:],
        // At a pace a run may be stopped between any two events.
        batchSize: keeper != nil && options.speed != nil ? 1 : nil)
      try keeper?.begin()
      if let keeper { try wakeWatchers(keeper, crew, directory) }
      fault = replay(source, crew, keeper, output)
      stop = source.stop
      tally.skips.add(source.skips)
      tally.sources = source.summary
    }
    let isStopped = Signals.stop != 0 || crew.hasFailed
    // What happens now has come to an end with a signal, too; what was stopped while it was recorded, here.
    let keepsClocks = (hasLive ? crew.hasFailed : isStopped) || stop.isWhole
    if let keeper, !isStopped, !keepsClocks, !hasLive { try wake(keeper, crew, directory) }
    crew.finish(isStopped: keepsClocks, atLeast: end, stop)
    let pictureFault = makePictures(crew, plan, output)
    // What happens now never ends: the next run goes on.
    fault = self.end(keeper, crew, isStopped: isStopped || hasLive) ?? fault
    tally.add(crew.close())
    if !hasLive, fault == nil, tally.events == 0, !options.sources.isEmpty, Signals.stop == 0,
      keeper?.positions.isEmpty ?? true
    {
      fault = emptyInput(tally.skips, output)
    }
    hasRun = true
    let recordFault = recorder?.close(isStopped: keepsClocks)
    output.flush()
    let seconds = monotonicSeconds() - start
    let (losses, warnings) = sinks.close { output.note($0) }
    for warning in warnings { output.warn(warning) }
    let faults = [fault, pictureFault, recordFault, output.fault].compactMap { $0 } + losses
    for fault in faults { output.error("error: \(fault)") }
    if let name = options.explain, name.hasPrefix(ProximityWatch.prefix) {
      output.warn("--explain: '\(name)' is another device's surroundings; only regions are explained")
    } else if let name = options.explain, name != "all", !tally.isExplainedKnown, tally.devices > 0 {
      let advice = NearestName.advice(name, among: tally.watchedNames)
      output.warn("--explain: no device watched a region called '\(name)' at the end\(advice)")
    }
    for line in tally.lines(seconds: seconds) { output.note(line) }
    return exitCode(tally, faults.first)
  }

  /// What the script cannot do without.
  ///
  /// - Errors: ``GeoError`` `data` for a list that says nothing clear, `unavailable` when the profile lacks something:
  ///   nothing is read for devices that would not start.
  private func requirements() throws(GeoError) -> RequiredDeviceCapabilities {
    let requirements = RequiredDeviceCapabilities(of: script.source, called: script.name)
    if let error = requirements.diagnostics.first(where: { $0.severity == .error }) {
      throw GeoError(.data, error.description)
    }
    let missing = requirements.missing(on: options.profile)
    guard missing.isEmpty else {
      throw GeoError(.unavailable, options.profile.lack(missing), at: script.name)
    }
    return requirements
  }

  private func exitCode(_ tally: RunTally, _ fault: GeoError?) -> Int32 {
    if Signals.stop != 0 { return 128 + Signals.stop }
    if options.strict, tally.failures > 0 { return 1 }
    if tally.devices > 0, tally.refused == tally.devices { return GeoError.Code.unavailable.exitCode }
    if tally.devices > 0, tally.stopped == tally.devices { return GeoError.Code.data.exitCode }
    // What could be read before a fault was delivered; the fault is said all the same.
    return fault.map(\.code.exitCode) ?? 0
  }

  /// Says that no event came; a fault where that is because not one line could be used.
  private func emptyInput(_ skips: SkipCounts, _ output: Output) -> GeoError? {
    let isCut = options.feed.start != nil || options.feed.end != nil
    let names = options.sources.joined(separator: ", ")
    guard skips.total == 0 || isCut else {
      return GeoError(.data, "nothing in it could be used: all of it was skipped", at: names)
    }
    output.warn("no event came from \(names)\(isCut ? " between --start and --end" : "")")
    return nil
  }

  private func order(isLive: Bool) -> ReorderWindow.Policy {
    if isLive { return ReorderWindow.Policy(width: options.reorderWindow ?? 0, isLive: true) }
    let isFile = options.sources.contains { $0 != "-" }
    let usual: ReorderWindow.Policy = isFile ? .file : .recorded
    return options.reorderWindow.map { ReorderWindow.Policy(width: $0, isLive: false) } ?? usual
  }

  private func fences(_ output: Output) throws(GeoError) -> RegionSet {
    var set = RegionSet.empty
    for path in options.fences {
      let (regions, skips) = try FenceFile.read(
        path, desiredAccuracy: options.fenceAccuracy, timeZones: FenceFile.systemTimeZones)
      output.warn(of: skips)
      set = set.adding(contentsOf: regions)
    }
    return set
  }

  private func crew(_ plan: WorkerPlan, _ output: Output) throws(GeoError) -> any Crew {
    do {
      if options.jobs > 1, !options.sources.isEmpty {
        return try ThreadedCrew(plan, output: output, jobs: options.jobs)
      }
      return try SingleCrew(plan, output: output)
    } catch let error as LuaError {
      // The checker's parser words it like Lua's own and adds what would be right.
      let told = LuaChecker(catalog: GeoLibrary.catalog).check(script.source, name: script.name).first?
        .description
      throw GeoError(.data, told?.hasPrefix(error.message) == true ? told ?? error.message : error.message)
    } catch let error as GeoError {
      throw error
    } catch {
      throw GeoError(.internal, "\(error)")
    }
  }

  /// Feeds a source to the crew until its end, a signal or a strict failure; returns what stopped it half-way.
  private func replay(
    _ source: any EventSource, _ crew: any Crew, _ keeper: StateKeeper?, _ output: Output
  ) -> GeoError? {
    var batch: [DeviceEvent] = []
    var pacer = options.speed.map(Pacer.init)
    // At a pace the input is read ahead of what is played: how much was read tells nothing.
    var progress = Progress(isShown: !options.isQuiet && pacer == nil)
    defer { progress.end() }
    var count = 0
    var notes: Set<String> = []
    while Signals.stop == 0, !crew.hasFailed, !output.isBroken {
      batch.removeAll(keepingCapacity: true)
      var fault: GeoError?
      var isMore = false
      do { isMore = try source.read(into: &batch) } catch { fault = error }
      for note in source.notes where notes.insert(note).inserted { output.note(note) }
      count += batch.count
      if pacer != nil {
        for event in batch {
          var failure: GeoError?
          let isDue = pacer?.wait(for: event.time, idle: { failure = pause(keeper, crew) }) { time in
            crew.play(to: time)
            if failure == nil { failure = played(keeper, crew) }
            return failure == nil && !crew.hasFailed
          }
          if let failure { return failure }
          guard isDue == true else { return nil }
          crew.handle([event])
        }
      } else {
        crew.handle(batch)
      }
      if let last = batch.last { progress.update(events: count, time: last.time, fraction: source.fraction) }
      if let fault = handled(keeper, crew, source) ?? fault { return fault }
      if !isMore { break }
    }
    return nil
  }

  /// One copy for the device `default`; ends when nothing is pending.
  private func runOnWallClock(_ crew: SingleCrew, _ keeper: StateKeeper?, _ output: Output) -> GeoError? {
    let worker = crew.worker
    let device = worker.startDefault(now: wallSeconds())
    if device.awaitsLocations { output.note("no location will come: there is no --from") }
    while Signals.stop == 0, !worker.hasFailed, worker.isRunning, let deadline = device.nextDeadline {
      keeper?.touch()
      if let fault = pause(keeper, crew) { return fault }
      output.flush()
      let due = min(deadline, device.nextFrameTime)
      let wait = due - wallSeconds()
      guard wait <= 0 || Pacer.sleep(until: monotonicSeconds() + wait) else { break }
      worker.advance(to: max(due, wallSeconds()))
    }
    worker.recordEnd(at: device.clock.now)
    return nil
  }
}

extension GeoError.Code {
  /// The exit code that sysexits.h gives such a fault.
  public var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .data: 65
    case .noInput: 66
    case .unavailable: 69
    case .internal: 70
    case .cannotCreate: 73
    case .inputOutput: 74
    case .notPermitted: 77
    }
  }
}
