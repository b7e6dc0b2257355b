package import Geo
import GeoDelivery
import GeoFormats
import GeoLua
import GeoStore
import Glibc

extension Run {
  /// Opens the state directory; nil without `--state`.
  func openState() throws(GeoError) -> StateStore? {
    guard let directory = options.state else { return nil }
    return try StateStore(directory: directory, holder: "geoscript run \(options.script)") {
      try? ZoneInfo.rules($0)
    }
  }

  /// The zone of the run that a state continues; nil without one.
  package static func zone(ofState directory: String?) -> TimeZoneRules? {
    guard let directory, let store = try? StateStore(reading: directory, zones: { try? ZoneInfo.rules($0) }),
      let name = try? store.lastRun()?.timeZone, !name.isEmpty
    else { return nil }
    return try? ZoneInfo.rules(name)
  }

  /// The checkpointer of the run; nil without `--state`.
  func checkpointer(
    _ store: StateStore?, _ plan: WorkerPlan, _ sinks: AlertSinks, _ output: Output
  ) throws(GeoError) -> Checkpointer? {
    guard let store else { return nil }
    try PrivacyZones.keep(plan.privacy, in: store.directory)
    return try Checkpointer(
      plan.options, store, script: plan.script.name, fences: plan.fences, sinks: sinks,
      tables: plan.tables, output: output, isLive: plan.live != nil, metrics: plan.metrics)
  }

  /// Knows from the beginning what fires, and takes the requests that were left since the last run.
  package func beginAlerts(_ stage: RunResources, _ reader: RequestReader?) throws(GeoError) {
    if let past = stage.plan.past { try stage.plan.firing.note(past) }
    guard let reader else { return }
    try takeRequests(stage, reader, isForced: true)
  }

  /// Handles acknowledgements that `geoscript alerts ack` left.
  ///
  /// - Parameter time: that of what is asked; nil for that of the last checkpoint.
  package func takeRequests(
    _ stage: RunResources, _ reader: RequestReader, isForced: Bool = false, at time: TimeInterval? = nil
  ) throws(GeoError) {
    guard let checkpointer = stage.checkpointer else { return }
    let (events, ids) = try reader.next(at: time ?? checkpointer.clock, isForced: isForced)
    guard !ids.isEmpty else { return }
    let settled = events.map {
      DeviceEvent(
        time: $0.time, timestamp: $0.timestamp, device: $0.device, marks: .settled, payload: $0.payload)
    }
    stage.pool.handle(settled)
    checkpointer.touch()
    try checkpointer.pause(stage.pool)
    try checkpointer.saved.store.remove(requests: ids)
  }

  /// Saves the state after a batch if it is time to; returns the fault if that failed.
  func handled(_ source: any EventSource, _ stage: RunResources) -> GeoError? {
    guard let checkpointer = stage.checkpointer else { return nil }
    if let fault = checkpointer.saved.fault { return fault }
    do {
      try checkpointer.handled(upTo: source.positions, stage.pool, willWait: willWait)
      return nil
    } catch { return error }
  }

  /// Prints and saves everything before the run waits; returns the fault if that failed.
  func pause(_ stage: RunResources) -> GeoError? {
    guard let checkpointer = stage.checkpointer else {
      stage.pool.drainWindows(to: nil)
      return nil
    }
    do {
      try checkpointer.pause(stage.pool)
      return nil
    } catch { return error }
  }

  /// Saves the effects of timers that fired while the run waited; returns the fault if that failed.
  func played(_ stage: RunResources) -> GeoError? {
    guard let checkpointer = stage.checkpointer, checkpointer.isDue else { return nil }
    checkpointer.touch()
    return pause(stage)
  }

  /// Saves how the run ended. After a failure it saves nothing, so that the next run starts before it.
  package func saveEnd(_ stage: RunResources, isStopped: Bool) -> GeoError? {
    guard let checkpointer = stage.checkpointer, !checkpointer.hasFailed, !stage.pool.hasFailed else {
      return nil
    }
    do {
      try checkpointer.checkpoint(stage.pool, isStopped ? .stopped : .finished)
      return nil
    } catch { return error }
  }

  /// Whether the next read will wait for standard input.
  var willWait: Bool {
    guard options.sources.contains("-") else { return false }
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) == 0
  }
}
