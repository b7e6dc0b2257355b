import Synchronization

/// What became of a sink's alerts.
package struct AlertTally: Sendable, Hashable {
  package var delivered = 0
  /// Alerts that the sink will never take.
  package var refused = 0
  /// Tries that failed, after which the alert is tried again.
  package var failed = 0
  package var waiting = 0

  mutating func add(_ other: AlertTally) {
    delivered += other.delivered
    refused += other.refused
    failed += other.failed
    waiting += other.waiting
  }
}

/// Counts a sink's answers; any thread may read it.
final class AlertTallyKeeper: Sendable {
  private let tally = Mutex(AlertTally())

  var counts: AlertTally { tally.withLock { $0 } }

  func count(_ answer: DeliveryAnswer) {
    tally.withLock {
      switch answer {
      case .delivered: $0.delivered += 1
      case .dead: $0.refused += 1
      case .again, .pause: $0.failed += 1
      }
    }
  }
}
