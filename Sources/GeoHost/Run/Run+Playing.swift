import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoLua

/// The delivery of events to the workers, from the first to the last.
extension Run {
  /// - Errors: ``GeoError`` of a source that cannot be opened.
  func play(_ addresses: [SourceAddress], on stage: RunResources) throws(GeoError) -> RunOutcome {
    var stage = stage
    stage.console = openConsole(stage)
    defer { stage.console?.close() }
    if let inbox = stage.inbox { return try playLive(addresses, inbox, on: stage) }
    if options.sources.isEmpty { return try playOnWallClock(stage) }
    return try playFiles(on: stage)
  }

  private func playLive(
    _ addresses: [SourceAddress], _ inbox: LiveInbox, on stage: RunResources
  ) throws(GeoError) -> RunOutcome {
    let (plan, output, checkpointer, pool) = (stage.plan, stage.output, stage.checkpointer, stage.pool)
    var outcome = RunOutcome(resuming: checkpointer)
    var sources = try addresses.map { (address) throws(GeoError) in
      try openLive(address, plan.directory, options, plan.page)
    }
    if let hands = plan.page?.hands {
      hands.open(plan.directory, options.feed)
      // Beside other sources it does not keep the run alive.
      if sources.isEmpty { sources = [hands] } else { hands.start(inbox) }
    }
    defer { plan.page?.hands?.stop() }
    plan.metrics?.attach(sources)
    try checkpointer?.begin()
    output.publish(through: sources)
    let loop = LiveLoop(sources, inbox, pool, checkpointer, output)
    loop.directory = plan.directory
    loop.service = stage.service
    loop.reloader = Reloader(self, stage, followsFiles: true)
    let recorders = plan.recorders
    if !recorders.isEmpty {
      loop.flushRecording = { recorders.reduce(true) { $1.flush() && $0 } }
      // With a state directory, waiting events are saved, so that windows do not delay answers.
      if checkpointer == nil { loop.windowWidth = plan.order.width }
    }
    loop.distorter = LiveDistorter(options.feed.distortion, directory: plan.directory)
    try beginAlerts(stage, nil)
    if let checkpointer { pool.wake(try checkpointer.saved.waitingAtStart(), startsNow: true) }
    let requests = checkpointer.map {
      LiveRequests($0.saved.store, plan, $0.sinks, inbox, output)
    }
    defer { requests?.stop() }
    loop.serveConsoles = { stage.serveConsoles() }
    loop.areAlertsDue = { stage.alertStage?.isDue == true }
    loop.passAlerts = { self.passAlerts(stage) }
    outcome.fault = try loop.run()
    outcome.counts.sources = [loop.distorter?.summary].compactMap { $0 }
    for source in sources { outcome.counts.skips.add(source.skips) }
    outcome.counts.skips.add(loop.strangers)
    outcome.end = max(outcome.end, loop.end)
    if !recorders.isEmpty { pool.recordEnd(at: outcome.end) }
    for source in sources { for line in source.summary { output.note("\(source.name): \(line)") } }
    return outcome
  }

  private func playFiles(on stage: RunResources) throws(GeoError) -> RunOutcome {
    let checkpointer = stage.checkpointer
    var outcome = RunOutcome(resuming: checkpointer)
    let files = try FileFeed.open(
      options.sources, directory: stage.plan.directory, options: options.feed,
      resuming: checkpointer?.positions ?? [:],
      // A paced run may be stopped between any two events.
      batchSize: checkpointer != nil && options.speed != nil ? 1 : nil,
      onShort: { path in
        checkpointer?.saved.hearAgain()
        stage.output.note(
          "\(path) ends before the place where the last run stopped: geoscript reads it from its beginning "
            + "and ignores events older than a device's last one")
      })
    let source: any EventSource =
      // A group watches the silence of its members itself.
      if let silence = options.staleAfter, stage.plan.unit == .device {
        StaleSource(files, silence: silence)
      } else { files }
    try checkpointer?.begin()
    let requests = checkpointer.map { RequestReader($0.saved.store, stage.plan, $0.sinks) }
    try beginAlerts(stage, requests)
    if let past = stage.plan.past { stage.pool.wake(try past.waitingAtStart(), startsNow: true) }
    stage.service?.ready()
    (outcome.fault, outcome.hasEvents) = replay(source, on: stage, requests)
    outcome.isCut = options.reload?.isRestarting == true
    outcome.stop = source.stop
    outcome.counts.skips.add(source.skips)
    outcome.counts.sources = source.summary
    let isCut = options.feed.start != nil || options.feed.end != nil
    if outcome.fault == nil, Signals.stop == 0, !isCut, checkpointer?.positions.isEmpty ?? true {
      outcome.unusable = (source as? MergedSource)?.unusable ?? []
      for name in outcome.unusable { stage.output.unusable(Run.unusable(name)) }
    }
    return outcome
  }

  /// Feeds a source to the workers until its end, a signal or a strict failure; returns the fault that
  /// stopped it, and whether any event came.
  private func replay(
    _ source: any EventSource, on stage: RunResources, _ requests: RequestReader?
  ) -> (GeoError?, Bool) {
    let (pool, output) = (stage.pool, stage.output)
    var batch: [DeviceEvent] = []
    var pacer = options.speed.map(Pacer.init)
    // A paced run reads ahead of what it plays, so the share that was read says nothing.
    var progress = Progress(isShown: !options.isQuiet && pacer == nil, in: options.timeZone)
    defer { progress.end() }
    var count = 0
    var notes: Set<String> = []
    let reloader = Reloader(self, stage, followsFiles: false)
    while Signals.stop == 0, !pool.hasFailed, !output.endsRun, reloader?.mustRestart != true {
      stage.service?.beat()
      if let fault = reloader?.reloadIfDue() { return (fault, count > 0) }
      stage.serveConsoles()
      batch.removeAll(keepingCapacity: true)
      var fault: GeoError?
      var isMore = false
      do { isMore = try source.read(into: &batch) } catch { fault = error }
      for note in source.notes where notes.insert(note).inserted { output.note(note) }
      count += batch.count
      if pacer != nil {
        for event in batch {
          var failure: GeoError?
          let isDue = pacer?.wait(for: event.time, idle: { failure = pause(stage) }) { time in
            stage.service?.beat()
            stage.serveConsoles()
            pool.play(to: time)
            if failure == nil { failure = reloader?.reloadIfDue() ?? played(stage) }
            return failure == nil && !pool.hasFailed && !output.endsRun && reloader?.mustRestart != true
          }
          if let failure { return (failure, true) }
          guard isDue == true else { return (nil, true) }
          pool.handle([event])
          passAlerts(stage)
        }
      } else {
        pool.handle(batch)
      }
      if let last = batch.last { progress.update(events: count, time: last.time, fraction: source.fraction) }
      if let fault = handled(source, stage) ?? fault { return (fault, count > 0) }
      if let requests {
        do throws(GeoError) { try takeRequests(stage, requests) } catch { return (error, count > 0) }
      }
      writeRows(stage)
      passAlerts(stage)
      if !isMore { break }
    }
    return (nil, count > 0)
  }

  /// Runs one instance for the device `default`; ends when nothing is pending.
  private func playOnWallClock(_ stage: RunResources) throws(GeoError) -> RunOutcome {
    let (checkpointer, output) = (stage.checkpointer, stage.output)
    var outcome = RunOutcome(resuming: checkpointer)
    try checkpointer?.begin()
    checkpointer?.touch()
    guard let worker = stage.pool.workerInPlace else { return outcome }
    let device = worker.startDefault(now: wallSeconds())
    stage.service?.ready()
    if device.awaitsLocations { output.note("no location will come: there is no --from") }
    let reloader = Reloader(self, stage, followsFiles: false)
    // A reload puts another device in place of this one.
    while Signals.stop == 0, !worker.hasFailed, worker.isRunning, !output.endsRun,
      reloader?.mustRestart != true, let device = worker.device(called: device.name),
      let deadline = device.nextDeadline
    {
      stage.serveConsoles()
      outcome.fault = reloader?.reloadIfDue() ?? pause(stage)
      if outcome.fault != nil { return outcome }
      passAlerts(stage)
      output.flush()
      writeRows(stage)
      let due = min(deadline, device.nextFrameTime)
      let wait = due - wallSeconds()
      let nap = reloader == nil && stage.console == nil ? wait : min(wait, FileWatch.interval)
      guard wait <= 0 || Pacer.sleep(until: monotonicSeconds() + nap, idle: { stage.service?.beat() })
      else { break }
      guard wait <= nap else { continue }
      checkpointer?.touch()
      worker.advance(to: max(due, wallSeconds()))
    }
    outcome.isCut = options.reload?.isRestarting == true
    worker.recordEnd(at: worker.device(called: device.name)?.clock.now ?? device.clock.now)
    return outcome
  }
}
