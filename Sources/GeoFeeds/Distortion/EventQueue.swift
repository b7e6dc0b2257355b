import Geo

/// Events by their time; of the same time in the order in which they were added. A binary heap.
struct EventQueue {
  private struct Entry {
    let number: Int
    let event: DeviceEvent

    static func < (a: Entry, b: Entry) -> Bool { (a.event.time, a.number) < (b.event.time, b.number) }
  }

  private var heap: [Entry] = []
  private var number = 0

  mutating func add(_ event: DeviceEvent) {
    number += 1
    heap.append(Entry(number: number, event: event))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Appends all events up to a time.
  mutating func deliver(upTo time: TimeInterval, into batch: inout [DeviceEvent]) {
    while let first = heap.first, first.event.time <= time {
      batch.append(first.event)
      removeFirst()
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
