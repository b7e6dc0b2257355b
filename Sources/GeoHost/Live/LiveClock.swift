package import Geo
import GeoFeeds
import Synchronization

/// The wall clock or the time of a stream, shared by all threads of a live run.
package struct LiveClock: Sendable {
  /// Seconds since 1970.
  let now: @Sendable () -> TimeInterval
  /// Makes the run check again what is due.
  let signal: @Sendable () -> Void
  /// Refuses what the senders of a device send: its script has stopped, and nothing records.
  let refuse: @Sendable (DeviceID) -> Void
  /// Whether it is that of a stream, which stands still while no process reads it.
  var isStream = false

  package init(
    now: @escaping @Sendable () -> TimeInterval, signal: @escaping @Sendable () -> Void,
    refuse: @escaping @Sendable (DeviceID) -> Void, isStream: Bool = false
  ) {
    (self.now, self.signal, self.refuse, self.isStream) = (now, signal, refuse, isStream)
  }
}

extension LiveClock {
  /// The wall clock of the events in an inbox.
  init(_ inbox: LiveInbox) {
    self.init(now: { inbox.now }, signal: { inbox.signal() }, refuse: { inbox.refuse($0) })
  }
}

/// Live: when a worker needs the next tick; written by the worker, read by the run.
final class WorkerClock: Sendable {
  private let nextBits = Atomic<UInt64>(TimeInterval.infinity.bitPattern)
  private let isTicking = Atomic<Bool>(false)
  private let live: LiveClock?
  private let rings: Bool

  /// - Parameter rings: whether the run may be asleep when the worker needs an earlier tick.
  init(_ live: LiveClock?, rings: Bool = false) { (self.live, self.rings) = (live, rings) }

  /// The next tick; infinity for never, and while a tick is on its way.
  var next: TimeInterval {
    if isTicking.load(ordering: .acquiring) { return .infinity }
    return TimeInterval(bitPattern: nextBits.load(ordering: .acquiring))
  }

  /// Marks that the run sends a tick; the next one comes only after this.
  func beginTick() { isTicking.store(true, ordering: .releasing) }

  /// Marks that the worker has handled the tick and will ``publish(_:)``.
  func endTick() {
    nextBits.store(TimeInterval.infinity.bitPattern, ordering: .releasing)
    isTicking.store(false, ordering: .releasing)
  }

  /// Sets when the worker needs the next tick.
  func publish(_ next: TimeInterval) {
    guard let live else { return }
    let before = nextBits.exchange(next.bitPattern, ordering: .acquiringAndReleasing)
    if rings, next < TimeInterval(bitPattern: before) { live.signal() }
  }
}
