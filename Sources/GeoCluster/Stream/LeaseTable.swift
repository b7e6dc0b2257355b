import Geo
import Synchronization

/// The leases of this worker, as its loop and its keeper see them.
///
/// Any thread may call it.
final class LeaseTable: Sendable {
  /// The right to read a partition and to write its state.
  struct Lease: Sendable {
    /// Grows from owner to owner.
    var epoch: UInt64
    /// The number of the value by which it was last renewed.
    var number: UInt64
    /// The value, which no other lease has.
    var value: String
    /// Just before it was last renewed, on the monotonic clock.
    var renewed: Double
  }

  private struct State {
    var leases: [Int: Lease] = [:]
    /// Those that the loop is to save and to let go.
    var leaving: Set<Int> = []
    /// Those that the loop has let go.
    var left: Set<Int> = []
    var counts = Counts()

    mutating func remove(_ partition: Int) {
      leases[partition] = nil
      leaving.remove(partition)
      left.remove(partition)
    }
  }

  struct Counts: Sendable {
    /// The workers that share the partitions, with this one.
    var workers = 1
    /// Leases that were taken, and that ended before they were given back.
    var taken = 0
    var lost = 0
  }

  private let state = Mutex(State())

  /// Seconds after its last renewal in which a lease holds. The server keeps it for longer, so that the next owner begins
  /// when this one has stopped.
  static let validity = 5.0

  // MARK: The loop

  /// The epochs of the partitions that this worker is to run now.
  func wanted(at now: Double) -> [Int: UInt64] {
    state.withLock { state in
      state.leases.filter { !state.leaving.contains($0.key) && now < $0.value.renewed + LeaseTable.validity }
        .mapValues(\.epoch)
    }
  }

  /// Whether a lease holds, so that its partition may be saved.
  func holds(_ partition: Int, _ epoch: UInt64, at now: Double) -> Bool {
    state.withLock { state in
      guard let lease = state.leases[partition] else { return false }
      return lease.epoch == epoch && now < lease.renewed + LeaseTable.validity
    }
  }

  /// The epochs of the partitions that the loop is to let go.
  var leaving: [Int: UInt64] {
    state.withLock { state in state.leases.filter { state.leaving.contains($0.key) }.mapValues(\.epoch) }
  }

  /// Notes that the loop has closed a partition, or has none to close.
  func leave(_ partition: Int, _ epoch: UInt64) {
    state.withLock { if $0.leases[partition]?.epoch == epoch { $0.left.insert(partition) } }
  }

  // MARK: The keeper

  var all: [Int: Lease] { state.withLock { $0.leases } }

  var counts: Counts { state.withLock { $0.counts } }

  func see(workers: Int) { state.withLock { $0.counts.workers = workers } }

  func set(_ lease: Lease, of partition: Int) {
    state.withLock {
      if $0.leases[partition]?.epoch != lease.epoch { $0.counts.taken += 1 }
      $0.leases[partition] = lease
    }
  }

  /// Notes that a lease was renewed, unless it had ended before the answer came: its partition must be opened again then,
  /// under a new epoch. Returns whether it holds.
  func renew(
    _ partition: Int, _ number: UInt64, sent: Double, now: @autoclosure () -> Double = monotonicSeconds()
  ) -> Bool {
    state.withLock { state in
      guard var lease = state.leases[partition], now() < lease.renewed + LeaseTable.validity else {
        return false
      }
      (lease.number, lease.renewed) = (number, sent)
      state.leases[partition] = lease
      return true
    }
  }

  /// Notes that a lease was given back.
  func remove(_ partition: Int) { state.withLock { $0.remove(partition) } }

  /// Notes that a lease has ended by itself.
  func lose(_ partition: Int) {
    state.withLock {
      $0.counts.lost += 1
      $0.remove(partition)
    }
  }

  /// Asks the loop to save and close a partition, unless it is to close another one already.
  func ask(toLeave partition: Int) {
    state.withLock { if $0.leaving.isEmpty { $0.leaving.insert(partition) } }
  }

  /// The partitions that the loop has closed.
  var left: [Int] { state.withLock { $0.left.sorted() } }
}
