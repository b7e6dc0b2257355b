import Geo
import GeoFormats
import GeoLua
import LuaBridge

/// What a run does when its input has ended, and what it says then.
extension Run {
  /// Ends all clocks and script instances, draws, and keeps what is kept.
  ///
  /// - Errors: ``GeoError`` of the state directory.
  func end(_ outcome: inout RunOutcome, on stage: RunResources) throws(GeoError) {
    let (pool, output) = (stage.pool, stage.output)
    let isLive = stage.inbox != nil
    let isStopped = Signals.stop != 0 || pool.hasFailed
    // What happens now has come to an end with a signal, too; what was stopped while it was recorded, here.
    let keepsClocks = (isLive ? pool.hasFailed : isStopped) || outcome.stop.isWhole
    if !isStopped, !keepsClocks, !isLive { try wake(stage) }
    pool.finish(isStopped: keepsClocks, atLeast: outcome.end, outcome.stop)
    let pictureFault = makePictures(pool, stage.plan, output)
    // What happens now never ends: the next run goes on.
    outcome.fault = saveEnd(stage, isStopped: isStopped || isLive) ?? outcome.fault
    outcome.counts.add(pool.close())
    if outcome.fault == nil, isWithoutEvents(outcome, stage) {
      outcome.fault = emptyInput(outcome.counts.skips, output)
    }
    let recordFault = stage.plan.recorder?.close(isStopped: keepsClocks)
    outcome.laterFaults += [pictureFault, recordFault].compactMap { $0 }
    output.flush()
  }

  /// Whether files that were read to their end brought nothing.
  private func isWithoutEvents(_ outcome: RunOutcome, _ stage: RunResources) -> Bool {
    stage.inbox == nil && !options.sources.isEmpty && Signals.stop == 0 && outcome.counts.events == 0
      && stage.checkpointer?.positions.isEmpty ?? true
  }

  /// Says that no event came; a fault where that is because not one line could be used.
  private func emptyInput(_ skips: SkipCounts, _ output: Output) -> GeoError? {
    let isCut = options.feed.start != nil || options.feed.end != nil
    let names = options.sources.joined(separator: ", ")
    guard skips.total == 0 || isCut else {
      return GeoError(.data, "contains nothing usable: geoscript skipped all of it", at: names)
    }
    output.warn("no event came from \(names)\(isCut ? " between --start and --end" : "")")
    return nil
  }

  /// Waits for the last alerts; returns what was lost.
  func close(_ sinks: AlertSinks, _ output: Output) -> [GeoError] {
    let (losses, warnings) = sinks.close { output.note($0) }
    for warning in warnings { output.warn(warning) }
    return [output.fault].compactMap { $0 } + losses
  }

  /// Says what went wrong and what came of the run.
  func report(_ outcome: RunOutcome, seconds: Double, to output: Output) {
    for fault in outcome.faults { output.error("error: \(fault)") }
    if let advice = explainAdvice(outcome.counts) { output.warn(advice) }
    for line in outcome.counts.lines(seconds: seconds) { output.note(line) }
  }

  /// What `--explain` can have meant where it named nothing.
  private func explainAdvice(_ counts: RunCounts) -> String? {
    guard let name = options.explain, name != "all" else { return nil }
    if name.hasPrefix(ProximityWatch.prefix) {
      return "--explain: '\(name)' is another device's surroundings; only regions are explained"
    }
    guard !counts.isExplainedKnown, counts.devices > 0 else { return nil }
    let advice = NearestName.advice(name, among: counts.watchedNames)
    return "--explain: no device watched a region called '\(name)' at the end\(advice)"
  }

  func exitCode(_ outcome: RunOutcome) -> Int32 {
    let counts = outcome.counts
    if Signals.stop != 0 { return 128 + Signals.stop }
    if options.strict, counts.failures > 0 { return 1 }
    if counts.devices > 0, counts.refused == counts.devices { return GeoError.Code.unavailable.exitCode }
    if counts.devices > 0, counts.stopped == counts.devices { return GeoError.Code.data.exitCode }
    // What could be read before a fault was delivered; the fault is said all the same.
    return outcome.faults.first.map(\.code.exitCode) ?? 0
  }
}
