import Synchronization

/// Whether readers gave times to points that had none.
package final class TimeFillings: Sendable {
  private let isUsed = Atomic<Bool>(false)

  package var hasAny: Bool { isUsed.load(ordering: .relaxed) }

  package func add() { isUsed.store(true, ordering: .relaxed) }
}
