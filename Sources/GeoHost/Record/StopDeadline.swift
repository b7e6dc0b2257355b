import Geo
import GeoFeeds
import Synchronization

/// Seconds that something may still take after a wish to stop, from when it is first looked at.
final class StopDeadline: Sendable {
  private let seconds: Double
  private let end = Mutex<Double?>(nil)

  init(_ seconds: Double) { self.seconds = seconds }

  /// Whether the wish came and the seconds are over.
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
