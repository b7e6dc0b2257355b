import Geo
import Synchronization
import Testing

@testable import GeoFeeds

struct LiveInboxTests {
  private let inbox = LiveInbox(capacity: 2) { 1000 }

  private func batch(_ count: Int) -> LiveBatch {
    LiveBatch(
      (0..<count).map { index in
        DeviceEvent(
          time: inbox.now, timestamp: Double(index), device: DeviceID(index: 0), payload: .clock)
      })
  }

  @Test func batchesComeOutInTheirOrder() {
    #expect(inbox.add(batch(1)))
    #expect(inbox.add(batch(2)))
    let taken = inbox.next(until: 0)
    #expect(taken.batches.map(\.events.count) == [1, 2])
    #expect(taken.eventCount == 3)
    #expect(inbox.next(until: 0).batches.isEmpty)
  }

  @Test func addingToAFullInboxFailsAfterTheTimeout() {
    #expect(inbox.add(batch(2)))
    #expect(!inbox.add(batch(1), waiting: 0.001))
    _ = inbox.next(until: 0)
    #expect(inbox.add(batch(1), waiting: 0.001))
  }

  @Test func roomLetsTheNextIn() async {
    #expect(inbox.add(batch(2)))
    async let added = Task.detached { [inbox, next = batch(1)] in inbox.add(next) }.value
    var taken = 0
    while taken < 3 { taken += inbox.next(until: .infinity).eventCount }
    #expect(await added)
  }

  @Test func aNoticeWakesTheReader() {
    inbox.post(.warning("lost"))
    #expect(inbox.next(until: .infinity).notices == [.warning("lost")])
    inbox.signal()
    #expect(inbox.next(until: .infinity).batches.isEmpty)
  }

  @Test func closedInboxAcceptsNothingAndReturnsItsContents() {
    #expect(inbox.add(batch(1)))
    #expect(inbox.close().eventCount == 1)
    #expect(!inbox.add(batch(1)))
    #expect(inbox.next(until: .infinity).batches.isEmpty)
  }
}
