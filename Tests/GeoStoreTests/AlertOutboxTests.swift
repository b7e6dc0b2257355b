import FeedTesting
import Geo
import Testing

@testable import GeoStore

@Suite struct AlertOutboxTests {
  let folder = TemporaryDirectory()

  private func filled() throws -> StateStore {
    let store = try StateStore(directory: folder.state, holder: "test")
    var checkpoint = Checkpoint()
    checkpoint.outgoing = ["x", "y", "z"].map {
      Checkpoint.Outgoing(sink: $0 == "y" ? "http://b" : "http://a", alertID: "id-\($0)", body: $0)
    }
    let items = try store.write(checkpoint)
    #expect(items.map(\.alertID) == ["id-x", "id-y", "id-z"])
    return store
  }

  @Test func alertsOfASinkComeOldestFirstUntilTheyAreDone() throws {
    let store = try filled()
    #expect(try store.pending("http://a", limit: 10).map(\.body) == ["x", "z"])
    #expect(try store.pending("http://a", limit: 1).map(\.body) == ["x"])
    #expect(try store.pending("http://c", limit: 10).isEmpty)
    try store.done(try store.pending("http://a", limit: 1).map(\.id))
    #expect(try store.pending("http://a", limit: 10).map(\.body) == ["z"])
  }

  @Test func failedAttemptsAreCountedAndOutliveTheRun() throws {
    do {
      let store = try filled()
      let ids = try store.pending("http://b", limit: 1).map(\.id)
      try store.failed(ids)
      try store.failed(ids)
    }
    let item = try #require(try StateStore(reading: folder.state).pending("http://b", limit: 1).first)
    #expect(item.attempts == 2)
    #expect(item.alertID == "id-y")
  }

  @Test func aNumberIsNotGivenTwice() throws {
    let store = try filled()
    try store.done(
      try store.pending("http://a", limit: 9).map(\.id) + store.pending("http://b", limit: 9).map(\.id))
    var checkpoint = Checkpoint()
    checkpoint.outgoing = [Checkpoint.Outgoing(sink: "s", alertID: "new", body: "")]
    #expect(try store.write(checkpoint).first?.id == 4)
  }

  @Test func deliveredAlertsAreRemovedWithTheCheckpoint() throws {
    let store = try filled()
    var checkpoint = Checkpoint()
    checkpoint.delivered = try store.pending("http://b", limit: 9).map(\.id)
    _ = try store.write(checkpoint)
    #expect(try store.pending("http://b", limit: 9).isEmpty)
  }
}
