import Geo
import LuaBridge
import LuaBridge

/// What a worker counts for `--metrics` beside what it counts anyway.
///
/// Owner: the worker, on its thread. Others see what it last published.
final class WorkerMeter {
  /// A worker's counts so far.
  struct Sample: Sendable {
    var events = 0
    var fixes = 0
    var lateness = LatenessHistogram()
    var calls = 0
    var callSeconds = 0.0
    var failures = 0
    var stopped = 0
    var bytes = 0
  }

  private let metrics: RunMetrics
  private let number: Int
  private var sample = Sample()
  /// Of machines that a reload has replaced.
  private var earlier = (calls: 0, seconds: 0.0)

  init(_ metrics: RunMetrics) {
    self.metrics = metrics
    number = metrics.addWorker()
  }

  /// Counts the fixes among events that were handled together.
  ///
  /// - Parameter now: live: seconds since 1970.
  func count(_ events: [DeviceEvent], now: TimeInterval?) {
    for event in events {
      guard case .location = event.payload else { continue }
      sample.fixes += 1
      if let now { sample.lateness.add(now - event.timestamp) }
    }
  }

  /// Takes over the counts of a machine that another replaces.
  func carry(_ machine: LuaMachine) {
    earlier = (earlier.calls + machine.callCount, earlier.seconds + machine.callSeconds)
  }

  func publish(_ worker: Worker) {
    sample.events = worker.counts.events
    sample.failures = worker.counts.failures
    sample.stopped = worker.counts.stopped
    sample.calls = earlier.calls + worker.machine.callCount
    sample.callSeconds = earlier.seconds + worker.machine.callSeconds
    sample.bytes = worker.machine.bytes
    metrics.update(number, sample)
  }

  /// Publishes the last counts of a worker that ends; its memory is free.
  func close(_ worker: Worker) {
    publish(worker)
    sample.bytes = 0
    metrics.update(number, sample)
  }
}
