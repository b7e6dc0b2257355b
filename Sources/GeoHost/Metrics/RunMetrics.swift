package import Geo
package import GeoDelivery
package import GeoFeeds
import Synchronization

/// What `--metrics` shows of a run: counts that the run keeps anyway, read when somebody asks.
///
/// - Source: SC-1.
package final class RunMetrics: Sendable {
  /// What a run hands over as it opens it.
  private struct Parts: Sendable {
    var directories: [DeviceDirectory] = []
    var sinks: AlertSinks?
    var inbox: LiveInbox?
    var sources: [any LiveSource] = []
    var meter: (any RunMeter)?
  }

  struct Checkpoints: Sendable {
    var count = 0
    var seconds = 0.0
    /// When the last one ended, in seconds since 1970.
    var last: TimeInterval?
  }

  package let health = RunHealth()
  private let parts = Mutex(Parts())
  private let workers = Mutex<[WorkerMeter.Sample]>([])
  private let checkpoints = Mutex(Checkpoints())

  package func attach(_ directory: DeviceDirectory) { parts.withLock { $0.directories.append(directory) } }

  package func detach(_ directory: DeviceDirectory) {
    parts.withLock { $0.directories.removeAll { $0 === directory } }
  }

  package func attach(_ sinks: AlertSinks, inbox: LiveInbox? = nil) {
    parts.withLock { ($0.sinks, $0.inbox) = (sinks, inbox) }
  }

  func attach(_ sources: [any LiveSource]) { parts.withLock { $0.sources = sources } }

  package func attach(_ meter: any RunMeter) { parts.withLock { $0.meter = meter } }

  /// Adds a worker; returns its number.
  func addWorker() -> Int {
    workers.withLock {
      $0.append(WorkerMeter.Sample())
      return $0.count - 1
    }
  }

  func update(_ worker: Int, _ sample: WorkerMeter.Sample) { workers.withLock { $0[worker] = sample } }

  func countCheckpoint(seconds: Double) {
    checkpoints.withLock {
      $0.count += 1
      $0.seconds += seconds
      $0.last = wallSeconds()
    }
  }

  /// The answer to a request.
  package func page(_ path: String) -> StatusServer.Page? { StatusPages.page(path, health) { text } }

  /// All metrics in Prometheus' text format.
  var text: String {
    var text = PrometheusText()
    text.addHead(health)
    let parts = parts.withLock { $0 }
    writeWorkers(to: &text)
    text.add(
      "geoscript_devices", .gauge, "Devices that the run has heard of.",
      Double(parts.directories.reduce(0) { $0 + $1.count }))
    if let sinks = parts.sinks { write(sinks, to: &text) }
    if let inbox = parts.inbox {
      text.add(
        "geoscript_inbox_events", .gauge, "Live events that wait for a worker.", Double(inbox.waitingCount))
    }
    text.add(parts.sources)
    parts.meter?.write(to: &text)
    writeCheckpoints(to: &text)
    ProcessUsage.write(to: &text)
    return text.text
  }

  private func writeWorkers(to text: inout PrometheusText) {
    let workers = workers.withLock { $0 }
    func sum(_ value: (WorkerMeter.Sample) -> Int) -> Double {
      Double(workers.reduce(0) { $0 + value($1) })
    }
    text.add("geoscript_events_total", .counter, "Events that reached a device.", sum(\.events))
    text.add("geoscript_fixes_total", .counter, "Fixes among them.", sum(\.fixes))
    let lateness = workers.reduce(into: LatenessHistogram()) { $0.add($1.lateness) }
    text.begin(
      "geoscript_fix_lateness_seconds", .histogram,
      "Live: the age of a fix when its script has handled it, in seconds.")
    var below = 0
    for (limit, count) in zip(LatenessHistogram.limits + [.infinity], lateness.counts) {
      below += count
      text.sample(Double(below), [("le", limit == .infinity ? "+Inf" : "\(limit)")], suffix: "_bucket")
    }
    text.sample(lateness.sum, suffix: "_sum")
    text.sample(Double(below), suffix: "_count")
    text.add("geoscript_callbacks_total", .counter, "Calls into scripts.", sum(\.calls))
    text.add(
      "geoscript_callback_seconds_total", .counter, "The time that these calls took, in seconds.",
      workers.reduce(0) { $0 + $1.callSeconds })
    text.add("geoscript_callback_failures_total", .counter, "Calls that failed.", sum(\.failures))
    text.add(
      "geoscript_scripts_stopped_total", .counter, "Script instances that were stopped.", sum(\.stopped))
    text.add(
      "geoscript_lua_memory_bytes", .gauge, "Memory of all script instances, in bytes.", sum(\.bytes))
  }

  private func write(_ sinks: AlertSinks, to text: inout PrometheusText) {
    text.add(
      "geoscript_alerts_total", .counter, "Alerts that scripts have raised.", Double(sinks.raisedCount))
    let rows = sinks.tallies
    guard !rows.isEmpty else { return }
    text.begin(
      "geoscript_alert_deliveries_total", .counter,
      "What became of alerts: delivered, refused, or a failed try.")
    for (sink, tally) in rows {
      for (state, count) in [
        ("delivered", tally.delivered), ("failed", tally.failed), ("refused", tally.refused),
      ] {
        text.sample(Double(count), [("sink", sink), ("state", state)])
      }
    }
    text.begin("geoscript_alerts_waiting", .gauge, "Alerts that are not sent yet, at most 1000 a sink.")
    for (sink, tally) in rows { text.sample(Double(tally.waiting), [("sink", sink)]) }
  }

  private func writeCheckpoints(to text: inout PrometheusText) {
    let checkpoints = checkpoints.withLock { $0 }
    guard let last = checkpoints.last else { return }
    text.begin(
      "geoscript_checkpoint_seconds", .summary, "The time that checkpoints of --state took, in seconds.")
    text.sample(checkpoints.seconds, suffix: "_sum")
    text.sample(Double(checkpoints.count), suffix: "_count")
    text.add(
      "geoscript_last_checkpoint_timestamp_seconds", .gauge,
      "When the last checkpoint ended, in seconds since 1970.", last)
  }
}
