import Geo
import GeoDelivery
import GeoFeeds
import GeoHost
import Glibc

/// The run of a worker of a stream: opens the partitions that it has leases of, reads them in turns, and saves each.
///
/// Owner: the run, on its own thread.
final class StreamLoop {
  private let parts: StreamParts
  private let keeper: LeaseKeeper
  private let service: ServiceNotifier?
  /// Whether a script has failed under `--strict`.
  private let failed: AtomicFlag
  /// Opens a partition under a lease of this epoch.
  private let open: (_ number: Int, _ epoch: UInt64) throws(GeoError) -> StreamPartition
  /// In the order of their numbers.
  private var partitions: [StreamPartition] = []
  /// Those that were saved at the end.
  private var closed: [StreamPartition] = []
  private(set) var counts = RunCounts()
  /// When the last save ended on the monotonic clock, and how long it took.
  private var saved = (end: 0.0, cost: 0.0)
  /// When to look at the leases again.
  private var nextLook = -Double.infinity
  /// When to try again to open the state of a partition, which a worker that was stopped may hold, and the pause after
  /// that.
  private var retries: [Int: (time: Double, pause: Double)] = [:]
  /// How many partitions the user knows of, and since when there are as many as now.
  private var told = -1
  private var steady = (count: -1, since: 0.0)

  /// The most messages of a partition in its turn.
  private static let most = 512
  /// Microseconds of the shortest and of the longest sleep between turns without a message.
  private static let naps: (first: UInt32, last: UInt32) = (250, 4000)
  /// The longest pause between two tries to open a partition, and how long their number is the same before the user is
  /// told; in seconds.
  private static let (longestPause, calm) = (5.0, 1.5)

  init(
    _ parts: StreamParts, _ keeper: LeaseKeeper, _ service: ServiceNotifier?, failed: AtomicFlag,
    open: @escaping (_ number: Int, _ epoch: UInt64) throws(GeoError) -> StreamPartition
  ) {
    (self.parts, self.keeper, self.service) = (parts, keeper, service)
    (self.failed, self.open) = (failed, open)
  }

  /// Runs until a signal, a failure under `--strict`, or a fault, which it returns.
  func run() -> GeoError? {
    service?.ready()
    var nap = StreamLoop.naps.first
    while Signals.stop == 0, !failed.isSet, !parts.output.endsRun {
      service?.beat()
      do throws(GeoError) {
        try follow(at: monotonicSeconds())
        if try turn() > 0 {
          nap = StreamLoop.naps.first
        } else {
          usleep(nap)
          nap = min(nap * 2, StreamLoop.naps.last)
        }
      } catch { return error }
      if parts.link.reportConnection() { parts.meter?.update(isConnected: parts.link.client.isConnected) }
    }
    service?.stopping()
    return nil
  }

  // MARK: Leases

  private func holds(_ partition: StreamPartition) -> Bool {
    keeper.table.holds(partition.number, partition.epoch, at: monotonicSeconds())
  }

  /// Opens partitions that are new here, and closes those that others are to have.
  private func follow(at now: Double) throws(GeoError) {
    guard now >= nextLook else { return }
    nextLook = now + 0.05
    let wanted = keeper.table.wanted(at: now)
    for partition in partitions where wanted[partition.number] != partition.epoch { letGo(partition) }
    let known = Set(partitions.map(\.number))
    // One that was to go before it was opened has nothing to save.
    for (number, epoch) in keeper.table.leaving where !known.contains(number) {
      keeper.table.leave(number, epoch)
    }
    for (number, epoch) in wanted.sorted(by: { $0.key < $1.key }) where !known.contains(number) {
      if parts.canOpen, now >= retries[number]?.time ?? now { try take(number, epoch) }
    }
    report(at: now)
    reportLink(at: now)
  }

  /// Tells what is not as it should be between the server and this worker.
  private func reportLink(at now: Double) {
    parts.link.reportClock()
    let drops = parts.link.reportDrops()
    if drops > 0 { parts.meter?.count(drops: drops) }
    let time = parts.link.clock.time(at: now) ?? wallSeconds()
    let lags = partitions.map { $0.lag(at: time) }
    parts.link.reportLag(lags.reduce(0) { max($0, $1.seconds) }, waiting: lags.reduce(0) { $0 + $1.waiting })
  }

  private func take(_ number: Int, _ epoch: UInt64) throws(GeoError) {
    do throws(GeoError) {
      partitions.append(try open(number, epoch))
      partitions.sort { $0.number < $1.number }
      // What an earlier owner left unsent.
      parts.sinks.reload()
    } catch { try postpone(number, error) }
  }

  /// Opens a partition later, after an error that may pass.
  private func postpone(_ number: Int, _ error: GeoError) throws(GeoError) {
    guard error.code == .cannotCreate || error.code == .unavailable else { throw error }
    let now = monotonicSeconds()
    // Of an opening that failed, or of a commit soon after it.
    let isAgain = retries[number].map { now < $0.time + StreamLoop.longestPause } ?? false
    let pause = isAgain ? retries[number]?.pause ?? 1 : 1
    retries[number] = (now + pause, min(2 * pause, StreamLoop.longestPause))
    parts.output.repeatWarning("partition \(number): \(error); trying again")
  }

  /// Closes a partition: in order if its lease still holds, else without writing anything.
  private func letGo(_ partition: StreamPartition) {
    partitions.removeAll { $0 === partition }
    if holds(partition), partition.canSave {
      let (own, fault) = partition.close()
      counts.add(own)
      if let fault { parts.output.repeatWarning("\(fault)") }
    } else {
      counts.add(partition.abandon())
      parts.output.note(
        "partition \(partition.number): its lease has ended; what was not saved is left to its next owner")
    }
    parts.outbox.remove(partition: partition.number)
    keeper.table.leave(partition.number, partition.epoch)
    keeper.wake()
  }

  /// Closes a partition after an error: its lease has ended, or its state is opened again from the streams that have it.
  private func drop(_ partition: StreamPartition, _ error: GeoError) throws(GeoError) {
    guard holds(partition) else { return letGo(partition) }
    guard partition.isInStream else { throw error }
    try postpone(partition.number, error)
    dismiss(partition)
  }

  /// Ends a partition without writing anything.
  private func dismiss(_ partition: StreamPartition) {
    partitions.removeAll { $0 === partition }
    counts.add(partition.abandon())
    parts.outbox.remove(partition: partition.number)
  }

  /// Tells how many partitions this worker reads, once their number does not change any more.
  private func report(at now: Double) {
    let (count, address) = (partitions.count, parts.link.client.address)
    if count != steady.count { steady = (count, now) }
    guard count != told, count == address.partitions || now - steady.since >= StreamLoop.calm else { return }
    told = count
    parts.output.note(
      "reading \(grouped(count)) of \(counted(address.partitions, "partition")) of \(address.stream) at \(address.name)"
    )
  }

  // MARK: Reading

  /// Reads each partition; returns how many messages were there.
  private func turn() throws(GeoError) -> Int {
    let pulled = parts.feed.pull()
    var count = 0
    for partition in partitions where Signals.stop == 0 {
      do throws(GeoError) { count += try turn(of: partition) } catch { try drop(partition, error) }
    }
    guard count == 0 else { return count }
    // Whoever waits may save earlier, as long as that takes a twentieth of the time.
    for partition in partitions where partition.isWaiting {
      guard monotonicSeconds() >= saved.end + 20 * saved.cost else { break }
      do throws(GeoError) { try save(partition) } catch { try drop(partition, error) }
    }
    return pulled
  }

  private func turn(of partition: StreamPartition) throws(GeoError) -> Int {
    let found = try partition.read(most: StreamLoop.most)
    guard !partition.mustReopen else {
      dismiss(partition)
      nextLook = -.infinity
      return found
    }
    partition.noteSent(at: monotonicSeconds())
    if partition.isDue { try save(partition) }
    try partition.takeRequests()
    if found == 0 { partition.requestTick(at: monotonicSeconds()) }
    return found
  }

  /// Saves a partition, unless its lease has ended: then the next look at the leases closes it.
  private func save(_ partition: StreamPartition) throws(GeoError) {
    guard holds(partition) else { return nextLook = -.infinity }
    guard partition.canSave else { return }
    let begin = monotonicSeconds()
    try partition.save()
    let end = monotonicSeconds()
    saved = (end, end - begin)
    if parts.outbox.note(commitOf: partition.number, begun: begin) { parts.sinks.wake() }
  }

  /// Saves every partition and ends its script instances; returns what went wrong.
  func close() -> [GeoError] {
    var faults: [GeoError] = []
    for partition in partitions {
      guard holds(partition), partition.canSave else {
        counts.add(partition.abandon())
        continue
      }
      let (own, fault) = partition.close()
      counts.add(own)
      if let fault { faults.append(fault) } else { closed.append(partition) }
    }
    partitions = []
    return faults
  }

  /// Saves what sinks have sent since ``close()``. Without it the next owner sends that again.
  func keepSent() {
    for partition in closed where holds(partition) && partition.canSave { try? partition.keepSent() }
    closed = []
  }
}
