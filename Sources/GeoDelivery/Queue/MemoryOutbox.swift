import GeoStore
import Synchronization

/// An outbox that ends with the run.
final class MemoryOutbox: AlertOutbox {
  /// How many alerts may wait for one sink before the run waits for it.
  static let capacity = 1000
  /// How many bytes may wait for all sinks.
  static let room = 64 << 20

  private struct Contents {
    var waiting: [String: [OutboxItem]] = [:]
    /// What sinks know, as `SINK ALERT`.
    var begun: Set<String> = []
    var lastID: Int64 = 0
    var bytes = 0
  }

  private let contents = Mutex(Contents())

  func add(sink: String, alertID: String, body: String) {
    add(Checkpoint.Outgoing(sink: sink, alertID: alertID, body: body))
  }

  func add(_ message: Checkpoint.Outgoing) {
    contents.withLock { contents in
      contents.lastID += 1
      contents.bytes += message.body.utf8.count
      var item = OutboxItem(
        id: contents.lastID, sink: message.sink, alertID: message.alertID, body: message.body, attempts: 0)
      item.device = message.device
      item.begins = message.begins
      item.ends = message.ends
      contents.waiting[message.sink, default: []].append(item)
    }
  }

  /// Whether the run should pause until some alerts have been sent.
  var isFull: Bool {
    contents.withLock {
      $0.bytes >= MemoryOutbox.room || $0.waiting.values.contains { $0.count >= MemoryOutbox.capacity }
    }
  }

  func pending(_ sink: String, limit: Int, without devices: Set<String>) -> [OutboxItem] {
    contents.withLock { contents in
      let waiting = contents.waiting[sink, default: []]
      if devices.isEmpty { return Array(waiting.prefix(limit)) }
      return Array(waiting.lazy.filter { !devices.contains($0.device) }.prefix(limit))
    }
  }

  func end(_ item: OutboxItem, as status: OutboxItem.Status, answer: String) {
    contents.withLock { contents in
      guard let index = contents.waiting[item.sink]?.firstIndex(where: { $0.id == item.id }) else { return }
      contents.waiting[item.sink]?.remove(at: index)
      contents.bytes -= item.body.utf8.count
      if status == .sent { contents.begun.formUnion(item.begins.map { "\(item.sink) \($0)" }) }
      if let ended = item.ends { contents.begun.remove("\(item.sink) \(ended)") }
    }
  }

  func fail(_ item: OutboxItem, answer: String) {
    contents.withLock { contents in
      guard let index = contents.waiting[item.sink]?.firstIndex(where: { $0.id == item.id }) else { return }
      contents.waiting[item.sink]?[index].attempts += 1
    }
  }

  func hasBegun(_ alert: String, at sink: String) -> Bool {
    contents.withLock { $0.begun.contains("\(sink) \(alert)") }
  }

  func willBegin(_ alert: String, at sink: String) -> Bool {
    contents.withLock { $0.waiting[sink, default: []].contains { $0.begins.contains(alert) } }
  }

  func waitingCount(_ sink: String) -> Int { contents.withLock { $0.waiting[sink]?.count ?? 0 } }

  /// What waits in memory does not outlive the run.
  func expire(_ sink: String, age: Double) -> Int { 0 }
  func note(pause: String, of sink: String) {}
}
