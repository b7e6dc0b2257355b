import Geo
import GeoDelivery
import GeoHost
import Synchronization

/// What `--metrics` shows of a worker of a stream: its partitions, its leases and its connection.
///
/// Any thread may call it.
///
/// - Source: SC-43.
final class StreamMeter: RunMeter {
  /// How far a partition has been read.
  struct Progress: Sendable, Equatable {
    /// The number of the last message.
    var sequence: UInt64
    /// When the server stored the oldest message that waited in the worker then, in seconds since 1970; nil without one.
    var oldest: TimeInterval?
    /// How many more messages of the partition the stream had then.
    var waiting = 0
    /// That of script and fences; 0 for those of the command.
    var version: UInt64 = 0
  }

  private struct State {
    var isConnected = true
    var drops = 0
    var partitions: [Int: Progress] = [:]
  }

  private let name: String
  private let leases: LeaseTable
  private let clock: ServerClock
  private let state = Mutex(State())

  /// - Parameter name: the address of the stream.
  init(_ name: String, _ leases: LeaseTable, _ clock: ServerClock = ServerClock()) {
    (self.name, self.leases, self.clock) = (name, leases, clock)
  }

  func update(isConnected: Bool) { state.withLock { $0.isConnected = isConnected } }

  /// Counts how often messages had no room here.
  func count(drops: Int) { state.withLock { $0.drops += drops } }

  func update(_ partition: Int, _ progress: Progress) {
    state.withLock { $0.partitions[partition] = progress }
  }

  /// Forgets a partition that is closed.
  func remove(_ partition: Int) { state.withLock { $0.partitions[partition] = nil } }

  func write(to text: inout PrometheusText) {
    write(to: &text, now: monotonicSeconds(), wall: wallSeconds())
  }

  /// - Parameters:
  ///   - now: on the monotonic clock, and `wall` in seconds since 1970.
  func write(to text: inout PrometheusText, now: Double, wall: TimeInterval) {
    let state = state.withLock { $0 }
    text.begin("geoscript_stream_connected", .gauge, "Whether there is a connection to the stream.")
    text.sample(state.isConnected ? 1 : 0, [("stream", name)])
    text.add(
      "geoscript_stream_drops_total", .counter,
      "How often messages had no room in this worker, which then reads them again.", Double(state.drops))
    clock.write(to: &text, now: now, wall: wall)
    writeLeases(to: &text, now)
    let time = clock.time(at: now) ?? wall
    let rows = state.partitions.sorted { $0.key < $1.key }
    func add(_ name: String, _ help: String, _ value: (Progress) -> Double) {
      text.begin(name, .gauge, help)
      for (number, row) in rows { text.sample(value(row), [("partition", String(number))]) }
    }
    add("geoscript_partition_position", "The number of the last message that was handled.") {
      Double($0.sequence)
    }
    add("geoscript_partition_waiting_messages", "Messages in the stream that were not handled yet.") {
      Double($0.waiting)
    }
    add("geoscript_partition_version", "The version of script and fences; 0 for those of the command.") {
      Double($0.version)
    }
    add(
      "geoscript_partition_lag_seconds",
      "How long ago the stream got the oldest message that waits in this worker, in seconds; 0 without one."
    ) { $0.oldest.map { max(0, time - $0) } ?? 0 }
  }

  private func writeLeases(to text: inout PrometheusText, _ now: Double) {
    let counts = leases.counts
    text.add("geoscript_workers", .gauge, "Workers that share the partitions.", Double(counts.workers))
    text.add(
      "geoscript_leases_taken_total", .counter, "Leases that this worker has taken.", Double(counts.taken))
    text.add(
      "geoscript_leases_lost_total", .counter, "Leases that ended before this worker gave them back.",
      Double(counts.lost))
    text.begin(
      "geoscript_lease_age_seconds", .gauge,
      "Since when a lease was not renewed, in seconds; from 5 s on it does not hold.")
    for (number, lease) in leases.all.sorted(by: { $0.key < $1.key }) {
      text.sample(max(0, now - lease.renewed), [("partition", String(number))])
    }
  }
}
