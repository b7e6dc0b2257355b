import Geo
import GeoFeeds
import Glibc

/// The run of a worker of a stream: reads its partitions in turns, and saves each.
///
/// Owner: the run, on its own thread.
final class StreamLoop {
  private let partitions: [StreamPartition]
  private let link: StreamLink
  private let output: Output
  private let service: ServiceNotifier?
  /// Whether a script has failed under `--strict`.
  private let failed: AtomicFlag
  /// When the last save ended on the monotonic clock, and how long it took.
  private var saved = (end: 0.0, cost: 0.0)

  /// The most messages of a partition in its turn.
  private static let most = 512
  /// Microseconds of the shortest and of the longest sleep between turns without a message.
  private static let naps: (first: UInt32, last: UInt32) = (250, 4000)

  init(
    _ partitions: [StreamPartition], _ link: StreamLink, _ output: Output, _ service: ServiceNotifier?,
    failed: AtomicFlag
  ) {
    (self.partitions, self.link, self.output) = (partitions, link, output)
    (self.service, self.failed) = (service, failed)
  }

  /// Runs until a signal, a failure under `--strict`, or a fault, which it returns.
  func run() -> GeoError? {
    service?.ready()
    var nap = StreamLoop.naps.first
    while Signals.stop == 0, !failed.isSet, !output.isBroken {
      service?.beat()
      do throws(GeoError) {
        if try turn() > 0 {
          nap = StreamLoop.naps.first
        } else {
          usleep(nap)
          nap = min(nap * 2, StreamLoop.naps.last)
        }
      } catch { return error }
      link.reportConnection()
    }
    service?.stopping()
    return nil
  }

  /// Reads each partition; returns how many messages were there.
  private func turn() throws(GeoError) -> Int {
    var count = 0
    for partition in partitions where Signals.stop == 0 {
      let found = try partition.read(most: StreamLoop.most)
      count += found
      if partition.isDue { try save(partition) }
      try partition.takeRequests()
      if found == 0 { partition.requestTick(at: monotonicSeconds(), wall: wallSeconds()) }
    }
    guard count == 0 else { return count }
    // Whoever waits may save earlier, as long as that takes a twentieth of the time.
    for partition in partitions where partition.isWaiting {
      guard monotonicSeconds() >= saved.end + 20 * saved.cost else { break }
      try save(partition)
    }
    return 0
  }

  private func save(_ partition: StreamPartition) throws(GeoError) {
    let begin = monotonicSeconds()
    try partition.save()
    let end = monotonicSeconds()
    saved = (end, end - begin)
  }

  /// Saves every partition, and ends its script instances.
  func close() -> (counts: RunCounts, faults: [GeoError]) {
    var counts = RunCounts()
    var faults: [GeoError] = []
    for partition in partitions {
      let (own, fault) = partition.close()
      counts.add(own)
      if let fault { faults.append(fault) }
    }
    return (counts, faults)
  }
}
