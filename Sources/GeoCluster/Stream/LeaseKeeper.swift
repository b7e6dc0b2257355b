import Geo
import GeoFeeds

/// Takes, renews and gives back this worker's leases, on its own thread and with its own connection.
///
/// A lease is a value in the bucket `LEASES`, which the server forgets after 8 s unless it is renewed. Workers that share
/// states share their partitions.
///
/// - Source: SC-40.
final class LeaseKeeper: Sendable {
  let table = LeaseTable()
  private let isStopped = AtomicFlag()
  private let wakeSignal = WakeSignal()
  private let thread: WorkerThread<Void>
  private let identity: WorkerIdentity

  /// Seconds: for which the server keeps a lease, between two renewals, between two looks, and between two partitions that
  /// are given back.
  private static let (lifetime, renewal, look, gift) = (8.0, 2.0, 0.5, 1.0)

  /// - Errors: ``GeoError`` `unavailable` if the server refuses the bucket.
  init(_ address: NATSAddress, _ identity: WorkerIdentity) throws(GeoError) {
    self.identity = identity
    let opened = try Bucket(NATSClient(address, patience: 1))
    let (table, isStopped, wakeSignal) = (table, isStopped, wakeSignal)
    let partitions = address.partitions
    thread = WorkerThread {
      var rounds = Rounds(opened.bucket, table, identity, partitions: partitions)
      while !isStopped.isSet {
        let begin = monotonicSeconds()
        rounds.go(at: begin)
        wakeSignal.wait(until: begin + LeaseKeeper.look)
      }
      rounds.end()
    }
  }

  /// The loop has closed a partition.
  func wake() { wakeSignal.signal() }

  /// Gives all leases back; called when every partition is saved.
  func stop() {
    isStopped.set()
    wakeSignal.signal()
    _ = thread.hasEnded(within: 3)
  }

  /// The bucket, which is handed to the keeper's thread once.
  // Unchecked: only that thread uses it after its init.
  private struct Bucket: @unchecked Sendable {
    let bucket: NATSBucket

    init(_ client: NATSClient) throws(GeoError) {
      bucket = try NATSBucket(client, name: "LEASES", lifetime: LeaseKeeper.lifetime)
    }
  }

  /// What the keeper's thread does.
  private struct Rounds {
    private var bucket: NATSBucket
    /// When the bucket last answered.
    private var lastAnswer = monotonicSeconds()
    private let table: LeaseTable
    private let identity: WorkerIdentity
    private let partitions: Int
    private var nextBeat = -Double.infinity
    private var nextGift = -Double.infinity
    private var count = 0
    /// The partitions whose lease may have this worker's name: those that it had, that an earlier process had, and those
    /// of which the server's answer was lost.
    private var former: Set<Int>

    init(_ bucket: NATSBucket, _ table: LeaseTable, _ identity: WorkerIdentity, partitions: Int) {
      (self.bucket, self.table, self.identity, self.partitions) = (bucket, table, identity, partitions)
      former = Set(0..<partitions)
    }

    mutating func go(at now: Double) {
      // Without a server libnats would keep what is written, and write it when it is long untrue.
      guard bucket.client.isConnected else { return }
      for partition in table.left { giveBack(partition) }
      if now >= nextBeat, bucket.put(identity.workerKey, "1") { nextBeat = now + LeaseKeeper.renewal }
      renew()
      guard let keys = bucket.keys() else { return reopen(at: now) }
      lastAnswer = now
      let (workers, others) = identity.read(keys)
      table.see(workers: max(workers, 1))
      let mine = Set(table.all.keys)
      for partition in former.intersection(others).subtracting(mine).sorted() {
        reclaim(partition)
        renew()
      }
      let share = LeaseShare(
        mine: Set(table.all.keys), others: others, workers: max(workers, 1), partitions: partitions,
        start: identity.start)
      for partition in share.take {
        take(partition)
        renew()
      }
      if let partition = share.giveBack, now >= nextGift {
        nextGift = now + LeaseKeeper.gift
        table.ask(toLeave: partition)
      }
    }

    /// Makes the bucket again if somebody has removed it.
    private mutating func reopen(at now: Double) {
      guard now - lastAnswer > LeaseKeeper.lifetime, let found = try? Bucket(bucket.client) else { return }
      (bucket, lastAnswer) = (found.bucket, now)
    }

    /// Gives everything back at the end; first the share in what is free.
    mutating func end() {
      bucket.remove(identity.workerKey)
      for partition in table.all.keys { giveBack(partition) }
    }

    private mutating func giveBack(_ partition: Int) {
      let now = monotonicSeconds()
      guard let lease = table.all[partition], table.holds(partition, lease.epoch, at: now) else {
        return lose(partition)
      }
      bucket.remove(identity.key(of: partition))
      table.remove(partition)
    }

    /// Renews what it is time for; called between other requests too, because a busy server takes its time for each.
    private mutating func renew() {
      for (partition, lease) in table.all.sorted(by: { $0.key < $1.key }) { renew(partition, lease) }
    }

    private mutating func renew(_ partition: Int, _ lease: LeaseTable.Lease) {
      let begin = monotonicSeconds()
      guard begin - lease.renewed >= LeaseKeeper.renewal else { return }
      // One that has ended is taken anew.
      guard begin - lease.renewed < LeaseTable.validity else { return lose(partition) }
      if let number = bucket.update(identity.key(of: partition), lease.value, after: lease.number) {
        if !table.renew(partition, number, sent: begin) { lose(partition) }
        return
      }
      // The server may be away, or its answer was lost.
      guard let found = bucket.value(of: identity.key(of: partition)) else { return }
      guard found.text == lease.value else { return lose(partition) }
      var lease = lease
      lease.number = found.number
      table.set(lease, of: partition)
    }

    private mutating func lose(_ partition: Int) {
      table.lose(partition)
      former.insert(partition)
    }

    private mutating func take(_ partition: Int) {
      let value = nextValue()
      let begin = monotonicSeconds()
      guard let number = bucket.create(identity.key(of: partition), value) else {
        former.insert(partition)
        return
      }
      keep(partition, number, value, begin)
    }

    /// Takes a lease again that has this worker's name.
    private mutating func reclaim(_ partition: Int) {
      guard let found = bucket.value(of: identity.key(of: partition)) else { return }
      former.remove(partition)
      guard identity.owns(found.text) else { return }
      let value = nextValue()
      let begin = monotonicSeconds()
      guard let number = bucket.update(identity.key(of: partition), value, after: found.number) else {
        former.insert(partition)
        return
      }
      keep(partition, number, value, begin)
    }

    /// Works under a lease only after reading it back.
    private mutating func keep(_ partition: Int, _ number: UInt64, _ value: String, _ begin: Double) {
      guard let found = bucket.value(of: identity.key(of: partition)), found.text == value,
        found.number == number
      else {
        former.insert(partition)
        return
      }
      // Numbers begin at 1 again when the bucket was made anew, but they grow slower than its time.
      table.set(
        LeaseTable.Lease(epoch: bucket.created + number, number: number, value: value, renewed: begin),
        of: partition)
    }

    private mutating func nextValue() -> String {
      count += 1
      return identity.value(count)
    }
  }
}
