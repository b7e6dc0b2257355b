import Glibc

/// A value that threads share and wait for. Every lock of this package that threads wait on is one of these.
///
/// Sendable by its invariant: `value` is touched only with `lock` held, and the `body` of each call leaks no
/// part of it that is not Sendable.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The condition uses the clock of monotonicSeconds().
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

  /// Reads the value without waking any thread.
  package func read<Result>(_ body: (Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body(value)
  }

  /// Changes the value and wakes every thread that waits for it.
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    pthread_cond_broadcast(changed)
    return body(&value)
  }

  /// Waits until `isReady` holds or until a time of ``monotonicSeconds()``, then works like ``update(_:)``.
  ///
  /// - Parameter end: infinity to wait without end.
  package func update<Result>(
    when isReady: (Value) -> Bool, until end: Double = .infinity, _ body: (inout Value) -> Result
  ) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !isReady(value), wait(until: end) {}
    pthread_cond_broadcast(changed)
    return body(&value)
  }

  /// Waits for a change with the lock held; returns false on timeout.
  private func wait(until end: Double) -> Bool {
    guard end < .infinity else { return pthread_cond_wait(changed, lock) == 0 }
    // A timespec cannot be negative or exceed some thirty years.
    let end = min(max(end, 0), 1e9)
    var due = timespec(tv_sec: Int(end), tv_nsec: Int((end - end.rounded(.down)) * 1e9))
    return pthread_cond_timedwait(changed, lock, &due) == 0
  }
}
