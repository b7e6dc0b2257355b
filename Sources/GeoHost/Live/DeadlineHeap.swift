import Geo
import HeapModule

/// The next deadlines of devices, the earliest first.
///
/// A device is here once, with its earliest deadline. A later deadline is corrected when the entry comes up,
/// so that an event that only postpones it costs one comparison.
struct DeadlineHeap {
  private struct Entry: Comparable {
    var due: TimeInterval
    var device: Int

    static func < (a: Entry, b: Entry) -> Bool { (a.due, a.device) < (b.due, b.device) }
  }

  private var entries = Heap<Entry>()
  /// The earliest time of each device in `entries`, infinity if it has none.
  private var earliest: [TimeInterval] = []

  /// The earliest deadline, infinity without any; it may have been postponed since.
  var next: TimeInterval { entries.min?.due ?? .infinity }

  /// Schedules a device for `due`; infinity for never.
  @inline(__always)
  mutating func schedule(_ due: TimeInterval, device: Int) {
    if device < earliest.count, due >= earliest[device] { return }
    insert(due, device)
  }

  private mutating func insert(_ due: TimeInterval, _ device: Int) {
    // NaN and infinity never come.
    guard due < .infinity else { return }
    while earliest.count <= device { earliest.append(.infinity) }
    earliest[device] = due
    entries.insert(Entry(due: due, device: device))
  }

  /// Removes and returns a device that is due at `time`.
  mutating func popDue(at time: TimeInterval) -> Int? {
    while let top = entries.min, top.due <= time {
      entries.removeMin()
      // An earlier entry of the same device has replaced this one.
      guard earliest[top.device] == top.due else { continue }
      earliest[top.device] = .infinity
      return top.device
    }
    return nil
  }
}
