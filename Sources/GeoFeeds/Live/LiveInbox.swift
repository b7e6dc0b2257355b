public import Geo
import Glibc

/// What came of a batch, for a source that answers whoever sent it.
public enum LiveOutcome: Sendable {
  /// Handled, and kept where the run keeps anything.
  case accepted
  /// The run ends, or could not keep it: it must be sent again.
  case refused
}

/// Events that came together.
///
/// - Shapes: `time` of each event is its arrival, as ``LiveInbox/now`` gave it; `timestamp` is when it was measured.
public struct LiveBatch: Sendable {
  public var events: [DeviceEvent]
  /// Called once, on any thread, when all of it has been handled and kept.
  public var settle: (@Sendable (LiveOutcome) -> Void)?

  public init(_ events: [DeviceEvent], settle: (@Sendable (LiveOutcome) -> Void)? = nil) {
    self.events = events
    self.settle = settle
  }
}

/// Where all live sources of a run put their events, and where the run takes them from.
///
/// Holds a bounded number of events: who can wait is made to, which a socket passes on to its sender.
///
/// Sendable by its invariant: all variables are touched only with `lock` held.
public final class LiveInbox: @unchecked Sendable {
  /// Something to tell whoever runs the script.
  public enum Notice: Sendable, Hashable {
    /// As it should be: connected, back again.
    case note(String)
    /// Something is lost or refused, and what is done about it.
    case warning(String)
    /// A source has come to an end that it will not come back from; nil for one that was meant.
    case end(source: String, fault: String?)
  }

  /// What one call of ``take(until:)`` found.
  public struct Take: Sendable {
    public var batches: [LiveBatch] = []
    public var notices: [Notice] = []
    /// How many events came.
    public var eventCount = 0
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let capacity: Int
  private var held = Take()
  private var isClosed = false
  private var hasRung = false
  private var refused: Set<DeviceID> = []
  private var hasLost = false
  private let clock: @Sendable () -> TimeInterval

  /// - Parameters:
  ///   - capacity: the most events that wait.
  ///   - clock: seconds since 1970 on the host's clock.
  public init(capacity: Int = 65_536, clock: @escaping @Sendable () -> TimeInterval) {
    self.capacity = capacity
    self.clock = clock
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_cond_init(hasRoom, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(changed)
    pthread_cond_destroy(hasRoom)
    lock.deallocate()
    changed.deallocate()
    hasRoom.deallocate()
  }

  /// The host's time, for the `time` of events that arrive.
  public var now: TimeInterval { clock() }

  /// Adds a batch, waiting up to `seconds` while there is no room.
  ///
  /// - Returns: false when there still is no room, or the run takes nothing more; the batch is the caller's then.
  public func add(_ batch: LiveBatch, waiting seconds: Double = .infinity) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let end = seconds < .infinity ? monotonicSeconds() + seconds : .infinity
    while !isClosed, held.eventCount >= capacity {
      guard end < .infinity else {
        pthread_cond_wait(hasRoom, lock)
        continue
      }
      var due = LiveInbox.timespec(end)
      if pthread_cond_timedwait(hasRoom, lock, &due) == ETIMEDOUT { return false }
    }
    guard !isClosed else { return false }
    held.batches.append(batch)
    held.eventCount += batch.events.count
    pthread_cond_signal(changed)
    return true
  }

  /// Tells whoever runs the script something; never waits.
  public func tell(_ notice: Notice) {
    pthread_mutex_lock(lock)
    if !isClosed { held.notices.append(notice) }
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
  }

  /// Wakes the thread that waits in ``take(until:)``.
  public func ring() {
    pthread_mutex_lock(lock)
    hasRung = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
  }

  /// Notes that nothing of a device is kept any more: some of it has been lost, and who asks its senders to keep it
  /// looks at ``refuses(_:)``.
  public func refuse(_ device: DeviceID) {
    pthread_mutex_lock(lock)
    refused.insert(device)
    hasLost = true
    pthread_mutex_unlock(lock)
  }

  /// Whether nothing of a device is kept.
  public func refuses(_ device: DeviceID) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return !refused.isEmpty && refused.contains(device)
  }

  /// Whether anything was lost since the last call.
  public func takeLoss() -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    defer { hasLost = false }
    return hasLost
  }

  /// Takes everything that has come, waiting for something until a time on the clock that never goes back.
  public func take(until time: Double) -> Take {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while held.batches.isEmpty, held.notices.isEmpty, !hasRung, !isClosed {
      var due = LiveInbox.timespec(time)
      if pthread_cond_timedwait(changed, lock, &due) == ETIMEDOUT { break }
    }
    hasRung = false
    let taken = held
    held = Take()
    pthread_cond_broadcast(hasRoom)
    return taken
  }

  /// Lets nothing more in, and whoever waits go; returns what was still here.
  public func close() -> Take {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    isClosed = true
    pthread_cond_broadcast(changed)
    pthread_cond_broadcast(hasRoom)
    defer { held = Take() }
    return held
  }

  private static func timespec(_ time: Double) -> timespec {
    let time = min(max(time, 0), 1e9)
    return Glibc.timespec(tv_sec: Int(time), tv_nsec: Int((time - time.rounded(.down)) * 1e9))
  }
}
