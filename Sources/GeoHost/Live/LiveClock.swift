import Geo
import Synchronization

/// The wall's clock, as all threads of a live run see it.
struct LiveClock: Sendable {
  /// Seconds since 1970.
  let now: @Sendable () -> TimeInterval
  /// Has the run look again at what is due.
  let signal: @Sendable () -> Void
  /// Has senders of a device told that what they send is not kept: its script has stopped, and nothing records.
  let refuse: @Sendable (DeviceID) -> Void
}

/// Live: when a worker wants to be told the time: written by the worker, read by the run.
final class WorkerClock: Sendable {
  private let nextBits = Atomic<UInt64>(TimeInterval.infinity.bitPattern)
  private let isTicking = Atomic<Bool>(false)
  private let live: LiveClock?
  private let rings: Bool

  /// - Parameter rings: whether the run may be asleep when the worker wants to be told sooner.
  init(_ live: LiveClock?, rings: Bool = false) { (self.live, self.rings) = (live, rings) }

  /// Infinity for never, and while it is on its way there.
  var next: TimeInterval {
    if isTicking.load(ordering: .acquiring) { return .infinity }
    return TimeInterval(bitPattern: nextBits.load(ordering: .acquiring))
  }

  /// The run sends a tick: another one only after this.
  func beginTick() { isTicking.store(true, ordering: .releasing) }

  /// The worker has handled it and will ``publish(_:)``.
  func endTick() {
    nextBits.store(TimeInterval.infinity.bitPattern, ordering: .releasing)
    isTicking.store(false, ordering: .releasing)
  }

  /// Tells when the worker wants to be told the time next.
  func publish(_ next: TimeInterval) {
    guard let live else { return }
    let before = nextBits.exchange(next.bitPattern, ordering: .acquiringAndReleasing)
    if rings, next < TimeInterval(bitPattern: before) { live.signal() }
  }
}
