package import Geo
package import GeoDelivery
import GeoFormats
import GeoLua
import Glibc
import LuaBridge
import Synchronization

/// The end of a run, after its input has ended.
extension Run {
  /// Ends all clocks and script instances, draws pictures, lets the page take what it shows, and saves the state.
  ///
  /// - Errors: ``GeoError`` of the state directory.
  func end(
    _ outcome: inout RunOutcome, on stage: RunResources
  ) throws(GeoError) {
    stage.service?.stopping()
    let (pool, output) = (stage.pool, stage.output)
    let isLive = stage.inbox != nil
    // Clocks of devices whose state cannot be read must not go on.
    let isUnread = stage.checkpointer?.saved.fault != nil
    let isStopped = Signals.stop != 0 || output.endsRun || pool.hasFailed || outcome.isCut || isUnread
    // For a live run, a signal is its end; the replay of a stopped recording stops where that did.
    let keepsClocks = (isLive ? pool.hasFailed : isStopped) || outcome.stop.isWhole
    // After a run that ended, one without a new event has nothing to end: it delivers what is left (HO-15).
    let isOver = !options.sources.isEmpty && !outcome.hasEvents && stage.checkpointer?.followsEnd == true
    if let past = stage.plan.past, !isStopped, !keepsClocks, !isLive, !isOver {
      pool.wake(try past.waitingAtEnd(), startsNow: false)
    }
    pool.finish(isStopped: keepsClocks, atLeast: outcome.end, outcome.stop)
    let pictureFault = makePictures(pool, stage.plan, output)
    if stage.plan.page != nil { _ = pool.each { $0.pages?.finish($0) } }
    let (line, profileFault) = writeProfile(stage)
    outcome.profileLine = line
    // A live run never finishes: the next run continues it.
    writeRows(stage)
    passAlerts(stage, isEnd: true)
    outcome.fault = saveEnd(stage, isStopped: isStopped || isLive) ?? outcome.fault
    outcome.counts.add(pool.close())
    if let alertStage = stage.alertStage { outcome.counts.held.add(alertStage.tally) }
    if outcome.fault == nil, isWithoutEvents(outcome, stage) { reportEmptyInput(outcome, output) }
    let recordFaults = stage.plan.recorders.map { $0.close(isStopped: keepsClocks) }
    outcome.laterFaults += ([pictureFault, profileFault] + recordFaults).compactMap { $0 }
    output.flush()
  }

  /// Whether files were read to their end without any event.
  private func isWithoutEvents(_ outcome: RunOutcome, _ stage: RunResources) -> Bool {
    stage.inbox == nil && !options.sources.isEmpty && Signals.stop == 0 && outcome.counts.events == 0
      && stage.checkpointer?.positions.isEmpty ?? true
  }

  /// Reports that no event came, or that no line could be used.
  private func reportEmptyInput(_ outcome: RunOutcome, _ output: Output) {
    let isCut = options.feed.start != nil || options.feed.end != nil
    let names = options.sources.joined(separator: ", ")
    guard outcome.counts.skips.total == 0 || isCut else {
      // Where several files were read, each has been named.
      if outcome.unusable.isEmpty { output.unusable(Run.unusable(names)) }
      return
    }
    output.warn("no event came from \(names)\(isCut ? " between --start and --end" : "")")
  }

  static func unusable(_ name: String) -> GeoError {
    GeoError(.data, "contains nothing usable: geoscript skipped all of it", at: name)
  }

  /// Waits for the last alerts; returns faults for lost ones.
  package func close(_ sinks: AlertSinks, _ output: Output) -> [GeoError] {
    let (losses, warnings) = sinks.close { output.note($0) }
    for warning in warnings { output.warn(warning) }
    return [output.fault].compactMap { $0 } + losses
  }

  /// Prints the faults and the summary of the run; returns the exit code.
  package func report(_ outcome: RunOutcome, seconds: Double, _ advice: ScriptAdvice, to output: Output)
    -> Int32
  {
    for fault in outcome.faults { output.error(fault) }
    if let advice = explainAdvice(outcome.counts) { output.warn(advice) }
    let reports = output.reports.withLock { $0 }
    let lines = outcome.counts.lines(
      seconds: seconds, failures: reports.failures.lines,
      messages: reports.messages.reduce(0) { $0 + $1.value })
    if !options.isQuiet {
      for line in lines + [outcome.profileLine].compactMap(\.self) { output.note(line) }
      if options.followsZones {
        output.note("times are those of each device's last fix")
      } else if !options.timeZone.isUTC {
        output.note("times are those of \(options.timeZone.name)")
      }
      say(outcome.counts, reports, advice.names, to: output)
      if outcome.counts.isQuiet, outcome.counts.events > 0 {
        if outcome.counts.regions == 0, advice.awaitsCrossings {
          output.note(
            "no crossing: no region is watched (manager:startMonitoringForRegion, or --fences FILE)")
        }
        output.warn(of: advice.warnings)
      }
    } else {
      // Where notes are off, what was only counted would be lost.
      for line in reports.failures.lines { output.say(.error, line) }
    }
    let code = verdict(outcome, reports, output).code
    output.write(summary: summary(outcome, reports, code: code))
    output.flush()
    guard let fault = output.fault, !outcome.faults.contains(where: { $0.code == .inputOutput }) else {
      return code
    }
    output.error(fault)
    var last = verdict(outcome, reports, output)
    last.codes.insert(fault.code)
    return last.code
  }

  /// Says what was asked for and never came, and what the script made that nobody sees.
  private func say(
    _ counts: RunCounts, _ reports: Output.Reports, _ names: ScriptNames, to output: Output
  ) {
    // A script that failed may have come to none of it.
    guard counts.events > 0, counts.failures == 0, counts.stopped == 0 else { return }
    let sent = Set(reports.messages.keys)
    for note in UnusedNames(names: names).notes(channels: output.channels, sent: sent) { output.note(note) }
    for filter in output.vainFilters where counts.alerts > 0 {
      output.note("--alerts: no alert was like \(filter), so that sink got none of \(grouped(counts.alerts))")
    }
    if let grouping = try? options.groupBy.map({ try Grouping($0) }), let field = grouping.field,
      counts.ungrouped == counts.devices, counts.devices > 0
    {
      output.warn(
        "--group-by: nothing in the input has the field '\(field)', so all devices are in one group")
    }
    if let warning = options.feed.vainTimes { output.warn(warning) }
    let isLive = (try? isLive(addresses())) ?? true
    if counts.maps > 0, options.pictures == nil, options.page == nil, !isLive {
      output.note("the script made a map that nothing shows (--map FILE.png draws it)")
    }
  }

  /// Advice for an `--explain` that named no region.
  private func explainAdvice(_ counts: RunCounts) -> String? {
    guard let name = options.explain, name != "all" else { return nil }
    if name.hasPrefix(ProximityWatch.prefix) {
      return "--explain: '\(name)' is another device's surroundings; only regions are explained"
    }
    guard !counts.isExplainedKnown, counts.devices > 0 else { return nil }
    let advice = NearestName.advice(name, among: counts.watchedNames)
    return "--explain: no device watched a region called '\(name)' at the end\(advice)"
  }

  private func verdict(_ outcome: RunOutcome, _ reports: Output.Reports, _ output: Output) -> RunVerdict {
    let counts = outcome.counts
    var codes = reports.codes.union(counts.codes).union(outcome.faults.map(\.code))
    if counts.instances > 0, counts.refused == counts.instances { codes.insert(.unavailable) }
    return RunVerdict(
      signal: Signals.stop == 0 && output.hasLostReader ? SIGPIPE : Signals.stop, codes: codes,
      isScriptUnusable: counts.instances > 0 && counts.stopped == counts.instances,
      hasUnusableFile: reports.hasUnusableFile, hasFailures: counts.failures + counts.unwatched > 0,
      isStrict: options.strict, keepsGoing: options.keepsGoing)
  }
}
