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
    var lastID: Int64 = 0
    var bytes = 0
  }

  private let contents = Mutex(Contents())

  func add(sink: String, alertID: String, body: String) {
    contents.withLock { contents in
      contents.lastID += 1
      contents.bytes += body.utf8.count
      contents.waiting[sink, default: []].append(
        OutboxItem(id: contents.lastID, sink: sink, alertID: alertID, body: body, attempts: 0))
    }
  }

  /// Whether the run should pause until some alerts have been sent.
  var isFull: Bool {
    contents.withLock {
      $0.bytes >= MemoryOutbox.room || $0.waiting.values.contains { $0.count >= MemoryOutbox.capacity }
    }
  }

  func pending(_ sink: String, limit: Int) -> [OutboxItem] {
    contents.withLock { Array($0.waiting[sink, default: []].prefix(limit)) }
  }

  func done(_ ids: [Int64]) {
    for id in ids {
      change(id) { contents, sink, index in
        contents.bytes -= contents.waiting[sink]?.remove(at: index).body.utf8.count ?? 0
      }
    }
  }

  func failed(_ ids: [Int64]) {
    for id in ids { change(id) { $0.waiting[$1]?[$2].attempts += 1 } }
  }

  private func change(_ id: Int64, _ body: (inout Contents, String, Int) -> Void) {
    contents.withLock { contents in
      for sink in contents.waiting.keys {
        // The oldest alert is sent first, so this search nearly always ends at once.
        guard let index = contents.waiting[sink]?.firstIndex(where: { $0.id == id }) else { continue }
        body(&contents, sink, index)
        return
      }
    }
  }
}
