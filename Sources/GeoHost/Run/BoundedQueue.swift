import Geo

/// A queue between two threads that makes the writer wait when it is full.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var items: [Element] = []
    var isClosed = false
  }

  private let capacity: Int
  private let state = Monitor(State())

  init(capacity: Int) { self.capacity = capacity }

  /// Adds an item, waiting while the queue is full; drops it when the queue is closed.
  func add(_ item: Element) {
    state.update(when: { $0.items.count < capacity || $0.isClosed }) { state in
      if !state.isClosed { state.items.append(item) }
    }
  }

  /// Takes the oldest item, waiting for one; nil once the queue is closed and empty.
  func next() -> Element? {
    state.update(when: { !$0.items.isEmpty || $0.isClosed }) { state in
      // Few fit: to move the others up costs nothing.
      state.items.isEmpty ? nil : state.items.removeFirst()
    }
  }

  /// Refuses further items; a second call does nothing.
  func close() { state.update { $0.isClosed = true } }
}
