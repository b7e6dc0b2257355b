import Geo
import HeapModule

/// When devices want to be looked at next: the earliest first, whatever their number.
///
/// A device is here once for its earliest wish; wishes that move on are corrected when they come up, so that an event
/// that only puts one off costs a comparison.
struct DeadlineHeap {
  private struct Entry: Comparable {
    var due: TimeInterval
    var device: Int

    static func < (a: Entry, b: Entry) -> Bool { (a.due, a.device) < (b.due, b.device) }
  }

  private var entries = Heap<Entry>()
  /// By device: the earliest time for which it is in `entries`, infinity where it is not.
  private var earliest: [TimeInterval] = []

  /// The earliest of all wishes, infinity without any; it may have been put off since.
  var next: TimeInterval { entries.min?.due ?? .infinity }

  /// Notes that a device wants to be looked at by `due`; infinity for never.
  @inline(__always)
  mutating func schedule(_ due: TimeInterval, device: Int) {
    if device < earliest.count, due >= earliest[device] { return }
    insert(due, device)
  }

  private mutating func insert(_ due: TimeInterval, _ device: Int) {
    // NaN and infinity are no times to wait for.
    guard due < .infinity else { return }
    while earliest.count <= device { earliest.append(.infinity) }
    earliest[device] = due
    entries.insert(Entry(due: due, device: device))
  }

  /// Takes a device whose wish is due at `time`; it has none after that until it tells another.
  mutating func popDue(at time: TimeInterval) -> Int? {
    while let top = entries.min, top.due <= time {
      entries.removeMin()
      // An entry that an earlier one of the same device has replaced says nothing any more.
      guard earliest[top.device] == top.due else { continue }
      earliest[top.device] = .infinity
      return top.device
    }
    return nil
  }
}
