import Geo
import GeoFeeds
import Synchronization

/// Limits what something may still take after a stop, counted from the first check.
final class StopDeadline: Sendable {
  private let seconds: Double
  private let end = Mutex<Double?>(nil)

  init(_ seconds: Double) { self.seconds = seconds }

  /// Whether the run was stopped and the seconds are over.
  var isOver: Bool {
    guard Signals.stop != 0 else { return false }
    let now = monotonicSeconds()
    return end.withLock { end in
      let due = end ?? now + seconds
      end = due
      return now >= due
    }
  }
}
