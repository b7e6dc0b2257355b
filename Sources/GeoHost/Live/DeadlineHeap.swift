import Geo

/// When devices want to be looked at next: the earliest first, whatever their number.
///
/// A device is here once for its earliest wish; wishes that move on are corrected when they come up, so that an event
/// that only puts one off costs a comparison.
struct DeadlineHeap {
  private struct Entry {
    var due: TimeInterval
    var device: Int
  }

  /// A binary heap, the earliest at the top.
  private var entries: [Entry] = []
  /// By device: the earliest time for which it is in `entries`, infinity where it is not.
  private var earliest: [TimeInterval] = []

  /// The earliest of all wishes, infinity without any; it may have been put off since.
  var next: TimeInterval { entries.first?.due ?? .infinity }

  /// Notes that a device wants to be looked at by `due`; infinity for never.
  @inline(__always)
  mutating func want(_ due: TimeInterval, device: Int) {
    if device < earliest.count, due >= earliest[device] { return }
    insert(due, device)
  }

  private mutating func insert(_ due: TimeInterval, _ device: Int) {
    // NaN and infinity are no times to wait for.
    guard due < .infinity else { return }
    while earliest.count <= device { earliest.append(.infinity) }
    earliest[device] = due
    entries.append(Entry(due: due, device: device))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].due < entries[parent].due else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes a device whose wish is due at `time`; it has none after that until it tells another.
  mutating func popDue(at time: TimeInterval) -> Int? {
    while let top = entries.first, top.due <= time {
      removeTop()
      // An entry that an earlier one of the same device has replaced says nothing any more.
      guard earliest[top.device] == top.due else { continue }
      earliest[top.device] = .infinity
      return top.device
    }
    return nil
  }

  private mutating func removeTop() {
    let last = entries.removeLast()
    guard !entries.isEmpty else { return }
    entries[0] = last
    var parent = 0
    while true {
      var child = parent * 2 + 1
      guard child < entries.count else { return }
      if child + 1 < entries.count, entries[child + 1].due < entries[child].due { child += 1 }
      guard entries[child].due < entries[parent].due else { return }
      entries.swapAt(child, parent)
      parent = child
    }
  }
}
