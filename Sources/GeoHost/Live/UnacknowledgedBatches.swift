import Geo
import GeoFeeds

/// Batches that have been handled and whose senders wait to be told, in the order in which they came.
///
/// Where only a recording keeps events, a batch is kept when all of it has left the windows: as it came at the latest
/// with ``latest``, that is when every window has come to a width after that.
struct UnacknowledgedBatches {
  private struct Batch {
    let settle: @Sendable (LiveOutcome) -> Void
    /// When it is out of the windows, on the wall's clock; never goes back from batch to batch.
    let due: TimeInterval
    /// When it is taken out of them, on the clock that never goes back: the wall's may have been set back.
    let end: Double
  }

  private var batches: [Batch] = []
  private var first = 0
  /// The latest arrival of any event.
  private var latest = -TimeInterval.infinity

  /// Seconds beyond a window's width after which nobody waits any longer.
  private static let slack = 1.0

  var isEmpty: Bool { first == batches.count }

  /// Notes a batch that is with the workers.
  ///
  /// - Parameters:
  ///   - width: of the windows; 0 where it is kept as it comes.
  ///   - now: on the clock that never goes back.
  mutating func add(_ batch: LiveBatch, width: Double, at now: Double) {
    guard width > 0 else {
      if let settle = batch.settle { batches.append(Batch(settle: settle, due: -.infinity, end: now)) }
      return
    }
    for event in batch.events where event.time.isFinite { latest = max(latest, event.time) }
    guard let settle = batch.settle else { return }
    // Nothing of an empty one waits.
    let due = batch.events.isEmpty ? -.infinity : latest + width
    let entry = Batch(settle: settle, due: due, end: now + width + UnacknowledgedBatches.slack)
    if batch.events.isEmpty { batches.insert(entry, at: first) } else { batches.append(entry) }
  }

  /// Seconds until the first may be settled, infinity where none waits.
  func delay(at now: TimeInterval) -> Double { isEmpty ? .infinity : max(0, batches[first].due - now) }

  /// Where the windows are to be now, so that the first can be settled; nil while it waits.
  ///
  /// One that is due on the wall's clock was at most waited for by a run that was busy. One that is not, and has waited
  /// for too long on the clock that never goes back, would wait for as long as the wall's was set back.
  func reach(at now: TimeInterval, monotonic: Double) -> TimeInterval? {
    guard !isEmpty else { return nil }
    if batches[first].due <= now { return now }
    return batches[first].end <= monotonic ? .infinity : nil
  }

  /// Accepts what is out of the windows at `time` on the wall's clock.
  mutating func settle(upTo time: TimeInterval) {
    while first < batches.count, batches[first].due <= time {
      batches[first].settle(.accepted)
      first += 1
    }
    guard first * 2 >= batches.count else { return }
    batches.removeSubrange(..<first)
    first = 0
  }

  mutating func settleAll(_ outcome: LiveOutcome) {
    for batch in batches[first...] { batch.settle(outcome) }
    batches = []
    first = 0
  }
}
