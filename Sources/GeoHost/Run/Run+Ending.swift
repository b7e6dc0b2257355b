import Geo
import GeoFormats
import GeoLua
import LuaBridge

/// The end of a run, after its input has ended.
extension Run {
  /// Ends all clocks and script instances, draws pictures, and saves the state.
  ///
  /// - Errors: ``GeoError`` of the state directory.
  func end(_ outcome: inout RunOutcome, on stage: RunResources) throws(GeoError) {
    let (pool, output) = (stage.pool, stage.output)
    let isLive = stage.inbox != nil
    let isStopped = Signals.stop != 0 || pool.hasFailed
    // For a live run, a signal is its end; the replay of a stopped recording stops where that did.
    let keepsClocks = (isLive ? pool.hasFailed : isStopped) || outcome.stop.isWhole
    if !isStopped, !keepsClocks, !isLive { try wake(stage) }
    pool.finish(isStopped: keepsClocks, atLeast: outcome.end, outcome.stop)
    let pictureFault = makePictures(pool, stage.plan, output)
    // A live run never finishes: the next run continues it.
    outcome.fault = saveEnd(stage, isStopped: isStopped || isLive) ?? outcome.fault
    outcome.counts.add(pool.close())
    if outcome.fault == nil, isWithoutEvents(outcome, stage) {
      outcome.fault = emptyInput(outcome.counts.skips, output)
    }
    let recordFault = stage.plan.recorder?.close(isStopped: keepsClocks)
    outcome.laterFaults += [pictureFault, recordFault].compactMap { $0 }
    output.flush()
  }

  /// Whether files were read to their end without any event.
  private func isWithoutEvents(_ outcome: RunOutcome, _ stage: RunResources) -> Bool {
    stage.inbox == nil && !options.sources.isEmpty && Signals.stop == 0 && outcome.counts.events == 0
      && stage.checkpointer?.positions.isEmpty ?? true
  }

  /// Reports that no event came; returns a fault if that is because no line could be used.
  private func emptyInput(_ skips: SkipCounts, _ output: Output) -> GeoError? {
    let isCut = options.feed.start != nil || options.feed.end != nil
    let names = options.sources.joined(separator: ", ")
    guard skips.total == 0 || isCut else {
      return GeoError(.data, "contains nothing usable: geoscript skipped all of it", at: names)
    }
    output.warn("no event came from \(names)\(isCut ? " between --start and --end" : "")")
    return nil
  }

  /// Waits for the last alerts; returns faults for lost ones.
  func close(_ sinks: AlertSinks, _ output: Output) -> [GeoError] {
    let (losses, warnings) = sinks.close { output.note($0) }
    for warning in warnings { output.warn(warning) }
    return [output.fault].compactMap { $0 } + losses
  }

  /// Prints the faults and the summary of the run.
  func report(_ outcome: RunOutcome, seconds: Double, to output: Output) {
    for fault in outcome.faults { output.error("error: \(fault)") }
    if let advice = explainAdvice(outcome.counts) { output.warn(advice) }
    for line in outcome.counts.lines(seconds: seconds) { output.note(line) }
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

  func exitCode(_ outcome: RunOutcome) -> Int32 {
    let counts = outcome.counts
    if Signals.stop != 0 { return 128 + Signals.stop }
    if options.strict, counts.failures > 0 { return 1 }
    if counts.devices > 0, counts.refused == counts.devices { return GeoError.Code.unavailable.exitCode }
    if counts.devices > 0, counts.stopped == counts.devices { return GeoError.Code.data.exitCode }
    // Events before a fault were delivered, and the fault still counts.
    return outcome.faults.first.map(\.code.exitCode) ?? 0
  }
}
