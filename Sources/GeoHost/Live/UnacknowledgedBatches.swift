import Geo
import GeoFeeds

/// Handled batches whose senders wait for an answer, in the order of arrival.
///
/// If only a recording keeps events, a batch is kept once all of it has left the windows. It came no later
/// than ``latest``, so that is when every window has advanced to a width after that.
struct UnacknowledgedBatches {
  private struct Batch {
    let acknowledge: @Sendable (LiveOutcome) -> Void
    /// When it has left the windows, on the wall clock; never decreases from batch to batch.
    let due: TimeInterval
    /// When it is forced out of them, on the monotonic clock, because the wall clock may have been set back.
    let end: Double
  }

  private var batches: [Batch] = []
  private var first = 0
  /// The latest arrival of any event.
  private var latest = -TimeInterval.infinity

  /// Seconds beyond a window's width after which no sender waits any longer.
  private static let slack = 1.0

  var isEmpty: Bool { first == batches.count }

  /// Adds a batch that is with the workers.
  ///
  /// - Parameters:
  ///   - width: of the windows; 0 if the batch is kept on arrival.
  ///   - now: on the monotonic clock.
  mutating func add(_ batch: LiveBatch, width: Double, at now: Double) {
    guard width > 0 else {
      if let settle = batch.acknowledge {
        batches.append(Batch(acknowledge: settle, due: -.infinity, end: now))
      }
      return
    }
    for event in batch.events where event.time.isFinite { latest = max(latest, event.time) }
    guard let settle = batch.acknowledge else { return }
    // An empty batch does not wait.
    let due = batch.events.isEmpty ? -.infinity : latest + width
    let entry = Batch(acknowledge: settle, due: due, end: now + width + UnacknowledgedBatches.slack)
    if batch.events.isEmpty { batches.insert(entry, at: first) } else { batches.append(entry) }
  }

  /// Seconds until the first may be acknowledged, infinity if there is no batch.
  func delay(at now: TimeInterval) -> Double { isEmpty ? .infinity : max(0, batches[first].due - now) }

  /// The time to which windows must advance to acknowledge the first batch; nil while it waits.
  ///
  /// A batch that is due on the wall clock is late only because the run was busy. A batch that is not due,
  /// but has waited too long on the monotonic clock, would wait for as long as the wall clock was set back.
  func reach(at now: TimeInterval, monotonic: Double) -> TimeInterval? {
    guard !isEmpty else { return nil }
    if batches[first].due <= now { return now }
    return batches[first].end <= monotonic ? .infinity : nil
  }

  /// Accepts the batches that have left the windows at `time` on the wall clock.
  mutating func acknowledge(upTo time: TimeInterval) {
    while first < batches.count, batches[first].due <= time {
      batches[first].acknowledge(.accepted)
      first += 1
    }
    guard first * 2 >= batches.count else { return }
    batches.removeSubrange(..<first)
    first = 0
  }

  mutating func acknowledgeAll(_ outcome: LiveOutcome) {
    for batch in batches[first...] { batch.acknowledge(outcome) }
    batches = []
    first = 0
  }
}
