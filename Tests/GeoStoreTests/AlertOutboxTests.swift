import FeedTesting
import Geo
import SQLite
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
    #expect(try store.write(checkpoint) == 0)
    return store
  }

  private static func message(
    _ id: String, sink: String = "s", device: String = "d", body: String = "{}", begins: [String] = [],
    ends: String? = nil
  ) -> Checkpoint.Outgoing {
    var message = Checkpoint.Outgoing(sink: sink, alertID: id, body: body)
    (message.device, message.begins, message.ends) = (device, begins, ends)
    return message
  }

  private func write(_ messages: [Checkpoint.Outgoing], limit: Int = 1 << 30, to store: StateStore) throws
    -> Int
  {
    var checkpoint = Checkpoint()
    (checkpoint.outgoing, checkpoint.queueLimit) = (messages, limit)
    return try store.write(checkpoint)
  }

  private func messages(_ store: StateStore, _ status: OutboxItem.Status) throws -> [QueuedMessage] {
    var selection = MessageSelection()
    selection.statuses = [status]
    var found: [QueuedMessage] = []
    try store.eachMessage(selection) { found.append($0) }
    return found
  }

  @Test func alertsOfASinkComeOldestFirstUntilTheyAreDone() throws {
    let store = try filled()
    #expect(try store.pending("http://a", limit: 10).map(\.body) == ["x", "z"])
    #expect(try store.pending("http://a", limit: 1).map(\.body) == ["x"])
    #expect(try store.pending("http://c", limit: 10).isEmpty)
    try store.end(try #require(try store.pending("http://a", limit: 1).first), as: .sent, answer: "delivered")
    #expect(try store.pending("http://a", limit: 10).map(\.body) == ["z"])
    #expect(try store.waitingCount("http://a") == 1)
  }

  @Test func failedAttemptsAreCountedAndOutliveTheRun() throws {
    do {
      let store = try filled()
      let item = try #require(try store.pending("http://b", limit: 1).first)
      try store.fail(item, answer: "answered 503")
      try store.fail(item, answer: "answered 502")
    }
    let store = try StateStore(reading: folder.state)
    let item = try #require(try store.pending("http://b", limit: 1).first)
    #expect(item.attempts == 2)
    #expect(item.alertID == "id-y")
    #expect(try messages(store, .waiting).map(\.answer) == ["", "answered 502", ""])
  }

  @Test func aNumberIsNotGivenTwice() throws {
    let store = try filled()
    for sink in ["http://a", "http://b"] {
      for item in try store.pending(sink, limit: 9) { try store.end(item, as: .sent, answer: "") }
    }
    #expect(try write([AlertOutboxTests.message("new")], to: store) == 0)
    #expect(try store.pending("s", limit: 9).map(\.id) == [4])
  }

  @Test func messagesOfDevicesThatAreHeldBackAreSkipped() throws {
    let store = try StateStore(directory: folder.state, holder: "test")
    let devices = ["a", "b", "a", "it's \"c\""]
    _ = try write(
      devices.enumerated().map { AlertOutboxTests.message("\($0.offset)", device: $0.element) }, to: store)
    #expect(try store.pending("s", limit: 9, without: ["a"]).map(\.alertID) == ["1", "3"])
    #expect(try store.pending("s", limit: 9, without: ["a", "it's \"c\""]).map(\.alertID) == ["1"])
  }

  @Test func aFullQueueMakesDeadLettersOfItsOldest() throws {
    let store = try StateStore(directory: folder.state, holder: "test")
    let body = String(repeating: "x", count: 100)
    let all = (0..<10).map { AlertOutboxTests.message("\($0)", body: body) }
    #expect(try write(all + [AlertOutboxTests.message("other", sink: "t")], limit: 450, to: store) == 6)
    #expect(try store.pending("s", limit: 99).map(\.alertID) == ["6", "7", "8", "9"])
    #expect(try store.waitingCount("s") == 4)
    #expect(try store.pending("t", limit: 99).count == 1)
    // Dead letters take no more room than the queue.
    #expect(try messages(store, .dead).map(\.item.alertID) == ["2", "3", "4", "5"])
  }

  @Test func aMessageThatIsTooOldIsADeadLetterThatSaysWhy() throws {
    let store = try filled()
    try store.fail(try #require(try store.pending("http://b", limit: 1).first), answer: "answered 503")
    #expect(try store.expire("http://b", age: 3600) == 0)
    try store.withDatabase { (database) throws(GeoError) in
      try database.run("UPDATE outbox SET created = created - 7200")
    }
    #expect(try store.expire("http://b", age: 3600) == 1)
    #expect(try store.waitingCount("http://b") == 0)
    #expect(
      try messages(store, .dead).map(\.answer) == ["it waited longer than --alert-max-age: answered 503"])
  }

  @Test func aSinkKnowsAConditionOnceItsBeginningIsSent() throws {
    let store = try StateStore(directory: folder.state, holder: "test")
    _ = try write(
      [AlertOutboxTests.message("one", begins: ["one"]), AlertOutboxTests.message("end", ends: "one")],
      to: store)
    #expect(try !store.hasBegun("one", at: "s"))
    let items = try store.pending("s", limit: 9)
    #expect(items.map(\.ends) == [nil, "one"])
    try store.end(items[0], as: .sent, answer: "delivered")
    #expect(try store.hasBegun("one", at: "s"))
    #expect(try !store.hasBegun("one", at: "t"))
    try store.end(items[1], as: .sent, answer: "delivered")
    #expect(try !store.hasBegun("one", at: "s"))
  }

  @Test func retryDropAndMoveChangeWhatTheyName() throws {
    let store = try filled()
    for item in try store.pending("http://a", limit: 9) {
      try store.end(item, as: .dead, answer: "answered 400")
    }
    var selection = MessageSelection()
    (selection.alerts, selection.statuses) = (["id-z"], [.dead])
    #expect(try store.apply(.retry, selection.json) == 1)
    #expect(try store.pending("http://a", limit: 9).map(\.alertID) == ["id-z"])
    selection.alerts = []
    #expect(try store.apply(.drop, selection.json) == 1)
    #expect(try messages(store, .dead).isEmpty)
    try store.note(sinks: ["new"])
    #expect(try store.orphans().map(\.sink) == ["http://a", "http://b"])
    (selection.sink, selection.statuses) = ("http://b", [.waiting])
    guard case .object(let members) = selection.json else { return }
    #expect(try store.apply(.move, .object(members + [("to", .string("new"))])) == 1)
    #expect(try store.pending("new", limit: 9).map(\.alertID) == ["id-y"])
  }

  @Test(arguments: [1, 2]) func aStateOfAnOlderVersionKeepsItsAlerts(version: Int) throws {
    do {
      let store = try StateStore(directory: folder.state, holder: "test")
      try store.makeOlder(version: version)
      try store.withDatabase { (database) throws(GeoError) in
        try database.run(
          """
          INSERT INTO outbox (sink, alert, body, attempts) VALUES ('s', 'old', '{"device":"rex"}', 3);
          """)
      }
    }
    #expect(try StateStore(reading: folder.state).sinkQueues().isEmpty)
    let store = try StateStore(directory: folder.state, holder: "test")
    let item = try #require(try store.pending("s", limit: 9).first)
    #expect((item.alertID, item.device, item.attempts) == ("old", "rex", 3))
    #expect(try store.expire("s", age: 3600) == 0)
  }
}
