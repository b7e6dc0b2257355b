import Geo
import GeoStore
import Synchronization

/// The outboxes of all partitions of a worker as one, so that each sink has one thread and one connection.
///
/// Any thread may call it. A message keeps its place among those of its device: a device is in one partition.
final class PartitionOutbox: AlertOutbox {
  /// The outbox of a partition, and whether this worker still has its lease.
  private struct Home: Sendable {
    var store: StateStore
    var isHeld: @Sendable () -> Bool
    /// When the first and the last of those deliveries ended that no commit has; on the monotonic clock.
    var unsaved: (first: Double, last: Double)?

    /// A sink that is further ahead of the last commit waits for the next one: it would send as much again after a kill.
    func maySend(at now: Double) -> Bool {
      isHeld() && now - (unsaved?.first ?? now) < PartitionOutbox.longestLead
    }
  }

  private struct Contents {
    var stores: [Int: Home] = [:]
    /// How often something was added to each partition.
    var additions: [Int: Int] = [:]
    /// At how many additions each partition had nothing left for a sink.
    var emptied: [String: [Int: Int]] = [:]
  }

  private let contents = Mutex(Contents())

  /// The bits of an item's number that are its number in the outbox of its partition.
  private static let bits: Int64 = 48
  /// Seconds from a delivery to the commit that must have it, before anything else is sent.
  ///
  /// - Source: SC-36.
  static let longestLead = 1.0

  /// - Parameter isHeld: whether this worker may send now.
  func add(_ store: StateStore, partition: Int, isHeld: @escaping @Sendable () -> Bool = { true }) {
    contents.withLock { $0.stores[partition] = Home(store: store, isHeld: isHeld) }
    note(additionTo: partition)
  }

  /// Forgets a partition that another worker has now.
  func remove(partition: Int) { contents.withLock { $0.stores[partition] = nil } }

  /// Notes that a partition has new messages.
  func note(additionTo partition: Int) { contents.withLock { $0.additions[partition, default: 0] += 1 } }

  /// Notes that a commit has all deliveries that ended before it began; returns whether sinks waited for it.
  func note(commitOf partition: Int, begun: Double, now: Double = monotonicSeconds()) -> Bool {
    contents.withLock { contents in
      guard let unsaved = contents.stores[partition]?.unsaved else { return false }
      contents.stores[partition]?.unsaved =
        unsaved.last < begun ? nil : (max(unsaved.first, begun), unsaved.last)
      return now - unsaved.first >= PartitionOutbox.longestLead
    }
  }

  /// Since when deliveries of a partition are in no commit; nil if there are none.
  func unsavedTime(of partition: Int) -> Double? {
    contents.withLock { $0.stores[partition]?.unsaved?.first }
  }

  private var stores: [(key: Int, value: StateStore)] {
    contents.withLock { $0.stores }.map { (key: $0.key, value: $0.value.store) }.sorted { $0.key < $1.key }
  }

  /// The outbox of an item, and the item as it is there; nil if its partition is no longer here.
  private func home(of item: OutboxItem) -> (StateStore, OutboxItem)? {
    let number = Int(item.id >> PartitionOutbox.bits)
    guard let store = contents.withLock({ $0.stores[number]?.store }) else { return nil }
    var own = item
    own.id &= (1 << PartitionOutbox.bits) - 1
    return (store, own)
  }

  func holds(_ item: OutboxItem) -> Bool {
    contents.withLock { $0.stores[Int(item.id >> PartitionOutbox.bits)] }?.maySend(at: monotonicSeconds())
      ?? false
  }

  func pending(_ sink: String, limit: Int, without devices: Set<String>) throws(GeoError) -> [OutboxItem] {
    let (stores, additions) = contents.withLock { contents in
      let emptied = contents.emptied[sink] ?? [:]
      let open = contents.stores.filter { emptied[$0.key] != contents.additions[$0.key] }
      return (open.sorted { $0.key < $1.key }, contents.additions)
    }
    var lists: [[OutboxItem]] = []
    let now = monotonicSeconds()
    for (number, home) in stores where home.maySend(at: now) {
      let found = try home.store.pending(sink, limit: limit, without: devices)
      if found.isEmpty, devices.isEmpty {
        contents.withLock { $0.emptied[sink, default: [:]][number] = additions[number] }
      }
      lists.append(
        found.map { item in
          var item = item
          item.id |= Int64(number) << PartitionOutbox.bits
          return item
        })
    }
    // In turns, so that a full partition does not keep the others waiting.
    let longest = lists.reduce(0) { max($0, $1.count) }
    return Array(
      (0..<longest).flatMap { place in lists.compactMap { place < $0.count ? $0[place] : nil } }.prefix(limit)
    )
  }

  func end(_ item: OutboxItem, as status: OutboxItem.Status, answer: String) throws(GeoError) {
    guard let (store, own) = home(of: item) else { return }
    try store.end(own, as: status, answer: answer)
    guard store.isInMemory else { return }
    let (now, number) = (monotonicSeconds(), Int(item.id >> PartitionOutbox.bits))
    contents.withLock { contents in
      let first = contents.stores[number]?.unsaved?.first ?? now
      contents.stores[number]?.unsaved = (first, now)
    }
  }

  func fail(_ item: OutboxItem, answer: String) throws(GeoError) {
    if let (store, item) = home(of: item) { try store.fail(item, answer: answer) }
  }

  func hasBegun(_ alert: String, at sink: String) throws(GeoError) -> Bool {
    for (_, store) in stores { if try store.hasBegun(alert, at: sink) { return true } }
    return false
  }

  func willBegin(_ alert: String, at sink: String) throws(GeoError) -> Bool {
    for (_, store) in stores { if try store.willBegin(alert, at: sink) { return true } }
    return false
  }

  func waitingCount(_ sink: String) throws(GeoError) -> Int {
    var count = 0
    for (_, store) in stores { count += try store.waitingCount(sink) }
    return count
  }

  func expire(_ sink: String, age: Double) throws(GeoError) -> Int {
    var count = 0
    for (_, store) in stores { count += try store.expire(sink, age: age) }
    return count
  }

  func note(pause: String, of sink: String) throws(GeoError) {
    for (_, store) in stores { try store.note(pause: pause, of: sink) }
  }
}
