import GeoFeeds
import Glibc
import Synchronization

/// Wakes a thread that waits, at a time or when another rings.
///
/// Sendable by its invariant: `hasRung` is touched only with `lock` held.
final class Bell: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var hasRung = false

  init() {
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The clock of monotonicSeconds().
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(changed)
    lock.deallocate()
    changed.deallocate()
  }

  func ring() {
    pthread_mutex_lock(lock)
    hasRung = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
  }

  /// Waits for a ring, one that came before included, or for a time on the clock that never goes back.
  func wait(until time: Double? = nil) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !hasRung {
      guard let time else {
        pthread_cond_wait(changed, lock)
        continue
      }
      var due = timespec(tv_sec: Int(time), tv_nsec: Int((time - time.rounded(.down)) * 1e9))
      if pthread_cond_timedwait(changed, lock, &due) != 0 { break }
    }
    hasRung = false
  }
}

/// A flag that any thread may raise.
final class Flag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
