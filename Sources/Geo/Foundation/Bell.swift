import Synchronization

/// Wakes a thread that waits, at a time or when another rings.
package final class Bell: Sendable {
  private let hasRung = Monitor(false)

  package init() {}

  package func ring() { hasRung.update { $0 = true } }

  /// Waits for a ring, one that came before included, or for a time of ``monotonicSeconds()``.
  package func wait(until end: Double = .infinity) {
    hasRung.update(when: { $0 }, until: end) { $0 = false }
  }
}

/// A flag that any thread may raise.
package final class Flag: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .relaxed) }
  package func set() { flag.store(true, ordering: .relaxed) }
}
