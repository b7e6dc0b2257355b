import FeedTesting
import Geo
import GeoStore
import Glibc
import Synchronization
import Testing

@testable import GeoCluster
@testable import GeoDelivery
@testable import GeoHost

@Suite struct PartitionOutboxTests {
  let folders = [TemporaryDirectory(), TemporaryDirectory()]

  private func filled(_ folder: TemporaryDirectory, _ ids: [String]) throws -> StateStore {
    let store = try StateStore(directory: folder.state, holder: "test")
    try add(ids, to: store)
    return store
  }

  private func add(_ ids: [String], to store: StateStore) throws {
    var checkpoint = Checkpoint()
    checkpoint.outgoing = ids.map { Checkpoint.Outgoing(sink: "s", alertID: $0, body: "{}") }
    try store.write(checkpoint)
  }

  @Test func partitionsTakeTurns() throws {
    let outbox = PartitionOutbox()
    outbox.add(try filled(folders[0], ["a", "b", "c"]), partition: 3)
    outbox.add(try filled(folders[1], ["x"]), partition: 1023)
    #expect(try outbox.pending("s", limit: 9).map(\.alertID) == ["a", "x", "b", "c"])
    #expect(try outbox.pending("s", limit: 2).map(\.alertID) == ["a", "x"])
    #expect(try outbox.waitingCount("s") == 4)
  }

  @Test func eachMessageEndsWhereItIs() throws {
    let outbox = PartitionOutbox()
    let stores = [try filled(folders[0], ["a", "b"]), try filled(folders[1], ["x", "y"])]
    outbox.add(stores[0], partition: 0)
    outbox.add(stores[1], partition: 5)
    for item in try outbox.pending("s", limit: 9) where ["a", "y"].contains(item.alertID) {
      try outbox.end(item, as: .sent, answer: "delivered")
    }
    #expect(try stores[0].pending("s", limit: 9).map(\.alertID) == ["b"])
    #expect(try stores[1].pending("s", limit: 9).map(\.alertID) == ["x"])
  }

  @Test func anEmptiedPartitionIsAskedAgainAfterAnAddition() throws {
    let outbox = PartitionOutbox()
    let store = try filled(folders[0], [])
    outbox.add(store, partition: 2)
    #expect(try outbox.pending("s", limit: 9).isEmpty)
    try add(["late"], to: store)
    outbox.note(additionTo: 2)
    #expect(try outbox.pending("s", limit: 9).map(\.alertID) == ["late"])
  }

  @Test func whatAnotherWorkerHasIsLeftAlone() throws {
    let outbox = PartitionOutbox()
    let store = try filled(folders[0], ["a"])
    outbox.add(store, partition: 2)
    let item = try #require(try outbox.pending("s", limit: 1).first)
    outbox.remove(partition: 2)
    try outbox.end(item, as: .sent, answer: "delivered")
    #expect(try outbox.pending("s", limit: 1).isEmpty)
    #expect(try store.waitingCount("s") == 1)
  }

  @Test func nothingIsSentAfterTheEndOfALease() throws {
    let outbox = PartitionOutbox()
    let isHeld = AtomicFlag()
    outbox.add(try filled(folders[0], ["a"]), partition: 2) { isHeld.isSet }
    #expect(try outbox.pending("s", limit: 1).isEmpty)
    isHeld.set()
    outbox.note(additionTo: 2)
    let item = try #require(try outbox.pending("s", limit: 1).first)
    #expect(outbox.holds(item))
    outbox.remove(partition: 2)
    #expect(!outbox.holds(item))
  }

  @Test func sinksWaitForACommitThatIsLate() throws {
    let outbox = PartitionOutbox()
    let store = try StateStore(inMemory: "partition 2 of FIXES")
    try add(["a", "b", "c"], to: store)
    outbox.add(store, partition: 2)
    let items = try outbox.pending("s", limit: 9)
    try outbox.end(items[0], as: .sent, answer: "delivered")
    let sent = try #require(outbox.unsavedTime(of: 2))
    #expect(outbox.holds(items[1]))
    while monotonicSeconds() < sent + PartitionOutbox.longestLead { usleep(20_000) }
    #expect(!outbox.holds(items[1]))
    #expect(try outbox.pending("s", limit: 9).isEmpty)
    // A commit that began before does not have it.
    #expect(outbox.note(commitOf: 2, begun: sent))
    #expect(!outbox.holds(items[1]))
    #expect(outbox.note(commitOf: 2, begun: monotonicSeconds()))
    #expect(outbox.unsavedTime(of: 2) == nil && outbox.holds(items[1]))
    #expect(try outbox.pending("s", limit: 9).map(\.alertID) == ["b", "c"])
    #expect(!outbox.note(commitOf: 2, begun: monotonicSeconds()))
  }

  /// Takes every message.
  private struct Recorder: AlertTransport {
    let sent: Sent

    func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
      sent.add(item.alertID)
      return .delivered
    }
  }

  @Test func whatWaitedGoesBeforeWhatFollows() throws {
    let outbox = PartitionOutbox()
    let calls = Counter()
    let store = try StateStore(inMemory: "partition 2 of FIXES")
    try add(["a", "b", "c"], to: store)
    // It may send when the outbox is read, not when the first one is to go, and again from then on.
    outbox.add(store, partition: 2) { calls.next() != 2 }
    let sent = Sent()
    let delivery = AlertDelivery(
      AlertRoute(key: "s", label: "s", patience: 5) { _ in Recorder(sent: sent) }, outbox: outbox, seed: 1
    ) { _ in }
    delivery.end()
    _ = delivery.join()
    #expect(sent.all == ["a", "b", "c"])
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

private final class Sent: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock { $0 } }
  func add(_ id: String) { list.withLock { $0.append(id) } }
}
