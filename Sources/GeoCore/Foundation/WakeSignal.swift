import Synchronization

/// Wakes a waiting thread at a given time or when another thread rings.
package final class WakeSignal: Sendable {
  private let isSignaled = Monitor(false)

  package init() {}

  package func signal() { isSignaled.update { $0 = true } }

  /// Waits for a ring, including one that came earlier, or until a time of ``monotonicSeconds()``.
  package func wait(until end: Double = .infinity) {
    isSignaled.update(when: { $0 }, until: end) { $0 = false }
  }
}

/// A flag that any thread may set.
package final class AtomicFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .relaxed) }
  package func set() { flag.store(true, ordering: .relaxed) }
}
