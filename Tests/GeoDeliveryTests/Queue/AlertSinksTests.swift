import CommandTesting
import Geo
import GeoStore
import Synchronization
import Testing

@testable import GeoDelivery

/// Sinks over an outbox that outlives the run.
@Suite struct AlertSinksTests {
  final class Warnings: Sendable {
    let lines = Mutex<[String]>([])
  }

  final class BrokenOutbox: AlertOutbox {
    static let fault = GeoError(.inputOutput, "disk I/O error")
    func pending(
      _ sink: String, limit: Int, without devices: Set<String>
    ) throws(GeoError) -> [OutboxItem] { throw BrokenOutbox.fault }
    func end(
      _ item: OutboxItem, as status: OutboxItem.Status, answer: String
    ) throws(GeoError) { throw BrokenOutbox.fault }
    func fail(_ item: OutboxItem, answer: String) throws(GeoError) { throw BrokenOutbox.fault }
    func hasBegun(_ alert: String, at sink: String) throws(GeoError) -> Bool { throw BrokenOutbox.fault }
    func willBegin(_ alert: String, at sink: String) throws(GeoError) -> Bool { throw BrokenOutbox.fault }
    func waitingCount(_ sink: String) throws(GeoError) -> Int { throw BrokenOutbox.fault }
    func expire(_ sink: String, age: Double) throws(GeoError) -> Int { throw BrokenOutbox.fault }
    func note(pause: String, of sink: String) throws(GeoError) { throw BrokenOutbox.fault }
  }

  static func raise(_ numbers: ClosedRange<Int>, into outbox: MemoryOutbox, for sinks: AlertSinks) {
    for number in numbers {
      for sink in sinks.outboxSinks {
        outbox.add(sink: sink, alertID: "id\(number)", body: #"{"device":"a","count":\#(number)}"#)
      }
    }
    sinks.wake()
  }

  @Test func theNextRunFirstSendsUndeliveredAlerts() throws {
    let outbox = MemoryOutbox()
    let port = try WebHook.freePort()
    let option = try AlertSinkOption("http://127.0.0.1:\(port)")
    let first = try AlertSinks([option], patience: 0.2, outbox: outbox)
    first.begin(seed: 1) { _ in }
    AlertSinksTests.raise(1...3, into: outbox, for: first)
    let end = first.close()
    #expect(end.faults.isEmpty)
    #expect(
      end.warnings == [
        "http://127.0.0.1:\(port): 3 alerts wait for the next run: Couldn't connect to server"
      ])
    #expect(outbox.pending(first.outboxSinks[0], limit: 1, without: []).first?.attempts ?? 0 >= 1)

    let hook = try WebHook("200", port: port)
    let second = try AlertSinks([option], outbox: outbox)
    second.begin(seed: 1) { _ in }
    AlertSinksTests.raise(4...5, into: outbox, for: second)
    let (faults, warnings) = second.close()
    #expect(faults.isEmpty && warnings.isEmpty)
    #expect(hook.requests.compactMap(\.alert) == AlertPostTests.alerts(1...5))
  }

  @Test func refusedAlertsAreRemovedAndCountedAsLost() throws {
    let outbox = MemoryOutbox()
    let hook = try WebHook("400")
    let sinks = try AlertSinks([try AlertSinkOption(hook.address)], outbox: outbox)
    let warnings = Warnings()
    sinks.begin(seed: 1) { line in warnings.lines.withLock { $0.append(line) } }
    AlertSinksTests.raise(1...2, into: outbox, for: sinks)
    let end = sinks.close()
    #expect(end.faults.map(\.code) == [.inputOutput])
    #expect(outbox.pending(sinks.outboxSinks[0], limit: 9, without: []).isEmpty)
    #expect(warnings.lines.withLock { $0.count } == 1)
  }

  @Test func aFailingOutboxIsAFaultAndDoesNotHang() throws {
    let sinks = try AlertSinks([.exec(command: "true")], outbox: BrokenOutbox())
    sinks.begin(seed: 1) { _ in }
    sinks.wake()
    #expect(
      sinks.close().faults.map(\.description) == ["exec:true: the outbox failed: disk I/O error"])
  }

  /// An outbox that fails some times, at the end of the first message.
  final class WeakOutbox: AlertOutbox {
    let inner = MemoryOutbox()
    private let faults = Mutex(2)
    func pending(_ sink: String, limit: Int, without devices: Set<String>) throws(GeoError) -> [OutboxItem] {
      inner.pending(sink, limit: limit, without: devices)
    }
    func end(_ item: OutboxItem, as status: OutboxItem.Status, answer: String) throws(GeoError) {
      let isFault = faults.withLock { count in
        count -= 1
        return count >= 0
      }
      if isFault { throw BrokenOutbox.fault }
      inner.end(item, as: status, answer: answer)
    }
    func fail(_ item: OutboxItem, answer: String) throws(GeoError) { inner.fail(item, answer: answer) }
    func hasBegun(_ alert: String, at sink: String) throws(GeoError) -> Bool {
      inner.hasBegun(alert, at: sink)
    }
    func willBegin(_ alert: String, at sink: String) throws(GeoError) -> Bool {
      inner.willBegin(alert, at: sink)
    }
    func waitingCount(_ sink: String) throws(GeoError) -> Int { inner.waitingCount(sink) }
    func expire(_ sink: String, age: Double) throws(GeoError) -> Int { 0 }
    func note(pause: String, of sink: String) throws(GeoError) {}
  }

  /// A state that is locked, or whose disk is full, for a moment.
  @Test func afterAFaultOfTheOutboxAlertsGoOnAndNoneIsSentTwice() throws {
    let outbox = WeakOutbox()
    let hook = try WebHook("200")
    let sinks = try AlertSinks([try AlertSinkOption(hook.address)], outbox: outbox)
    let warnings = Warnings()
    sinks.begin(seed: 1) { line in warnings.lines.withLock { $0.append(line) } }
    AlertSinksTests.raise(1...3, into: outbox.inner, for: sinks)
    #expect(Running.eventually { hook.requests.count == 3 })
    #expect(sinks.close().faults.isEmpty)
    #expect(hook.requests.compactMap(\.alert) == AlertPostTests.alerts(1...3))
    let warning =
      "http://127.0.0.1:\(hook.port): the outbox failed: disk I/O error; alerts wait until it works again"
    #expect(warnings.lines.withLock { $0 } == [warning])
  }

  /// A digest of several devices has an order of its own: the end of one condition in it waits for it.
  @Test func anEndWaitsForTheDigestWithItsBeginning() throws {
    let outbox = MemoryOutbox()
    let hook = try WebHook("503 200")
    let sinks = try AlertSinks([try AlertSinkOption(hook.address)], outbox: outbox)
    sinks.begin(seed: 1) { _ in }
    func message(_ number: Int, of device: String) -> Checkpoint.Outgoing {
      var message = Checkpoint.Outgoing(
        sink: sinks.outboxSinks[0], alertID: "id\(number)",
        body: #"{"device":"\#(device)","count":\#(number)}"#)
      message.device = device
      return message
    }
    var digest = message(1, of: "a, b")
    digest.begins = ["left-a", "left-b"]
    var end = message(2, of: "a")
    end.ends = "left-a"
    outbox.add(digest)
    outbox.add(end)
    sinks.wake()
    #expect(Running.eventually { hook.taken.count == 2 })
    #expect(sinks.close().faults.isEmpty)
    #expect(hook.taken == ["a, b 1", "a 2"])
  }

  @Test func theNameOfASinkIsTheSameInEveryRunAndHoldsNoSecret() throws {
    func name(_ text: String) throws -> String {
      try AlertSinks([try AlertSinkOption(text)]).outboxSinks[0]
    }
    let one = try name("https://user:secret@example.org/services/T0/B0?token=1")
    #expect(one.wholeMatch(of: /https:\/\/example\.org#[0-9a-f]{1,16}/) != nil)
    // A new password is the same sink; another path or query is a new one.
    #expect(try name("https://user:other@example.org/services/T0/B0?token=1") == one)
    #expect(try name("https://example.org/services/T0/B0?token=2") != one)
    #expect(try name("https://example.org/services/T0/B1?token=1") != one)
  }
}
