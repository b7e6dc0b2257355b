import Synchronization

/// Wakes a thread that waits, at a time or when another rings.
package final class WakeSignal: Sendable {
  private let isSignaled = Monitor(false)

  package init() {}

  package func signal() { isSignaled.update { $0 = true } }

  /// Waits for a ring, one that came before included, or for a time of ``monotonicSeconds()``.
  package func wait(until end: Double = .infinity) {
    isSignaled.update(when: { $0 }, until: end) { $0 = false }
  }
}

/// A flag that any thread may raise.
package final class AtomicFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .relaxed) }
  package func set() { flag.store(true, ordering: .relaxed) }
}
