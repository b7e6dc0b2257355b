import Geo
import HeapModule

/// Events ordered by time; events of the same time keep the order of their insertion.
struct EventQueue {
  private struct Entry: Comparable {
    let number: Int
    let event: DeviceEvent

    static func == (a: Entry, b: Entry) -> Bool { a.number == b.number }
    static func < (a: Entry, b: Entry) -> Bool { (a.event.time, a.number) < (b.event.time, b.number) }
  }

  private var heap = Heap<Entry>()
  private var number = 0

  mutating func add(_ event: DeviceEvent) {
    number += 1
    heap.insert(Entry(number: number, event: event))
  }

  /// Appends all events up to a time.
  mutating func deliver(upTo time: TimeInterval, into batch: inout [DeviceEvent]) {
    while let first = heap.min, first.event.time <= time { batch.append(heap.removeMin().event) }
  }
}
