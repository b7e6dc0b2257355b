import GeoCore

/// The events in a ``ReorderWindow``: those that are ready, then the others in order.
///
/// - Cost: amortized O(log n) an event in any order of arrival; almost nothing if they arrive nearly sorted.
package struct HeldEvents {
  package typealias Held = ReorderWindow.Released

  /// `items[..<head]` are gone; they are removed in bulk, so that taking one moves none of the others.
  private var items: [Held] = []
  private var head = 0
  private var readyCount = 0
  /// The events after `items`, in sorted runs, the latest run first; empty unless many events wait in
  /// disorder.
  private var later: [[Held]] = []
  private var laterCount = 0
  /// The maximum number of events moved to make room for one.
  private static let runLimit = 512
  /// Up to this many events are moved up each time the first is taken.
  private static let few = 16

  var count: Int { items.count - head + laterCount }

  private var firstWaiting: Int { head + readyCount }

  /// The waiting events, in order.
  var all: [Held] { Array(items[head...]) + later.reversed().joined() }

  /// The timestamp of the first event that is ready.
  var firstTimestamp: TimeInterval? { readyCount > 0 ? items[head].event.timestamp : nil }

  mutating func popReady() -> ReorderWindow.Released? {
    guard readyCount > 0 else { return nil }
    readyCount -= 1
    if head == 0, items.count <= HeldEvents.few {
      // Removed at once: copying an event costs more than moving a few.
      let held = items.remove(at: 0)
      if items.isEmpty, items.capacity > HeldEvents.few { items = [] }
      // Most windows never hold more than two events for long.
      if items.count == 1, items.capacity > 3 { items = [items[0]] }
      return held
    }
    let held = items[head]
    head += 1
    if head == items.count {
      // A window that was once full returns its memory; a typical one keeps it.
      items.removeAll(keepingCapacity: items.capacity <= HeldEvents.few)
      head = 0
    } else if head >= 4, head * 2 >= items.count {
      items.removeSubrange(..<head)
      head = 0
    }
    return held
  }

  // MARK: Holding

  /// Appends an event that comes after all others.
  mutating func append(_ held: Held) {
    guard !later.isEmpty else { return items.append(held) }
    laterCount += 1
    if later[0].count < HeldEvents.runLimit { later[0].append(held) } else { later.insert([held], at: 0) }
  }

  /// Inserts an event among those that are not ready; false for a duplicate.
  mutating func insert(_ held: Held, ignoringTime: Bool) -> Bool {
    guard let last = later.first?.last ?? (items.count > firstWaiting ? items.last : nil),
      held.event.timestamp <= last.event.timestamp
    else {
      append(held)
      return true
    }
    if items.count > firstWaiting, later.isEmpty || items[items.count - 1].isAfter(held) {
      let place = items[firstWaiting...].place(of: held)
      if items.count - place <= HeldEvents.runLimit {
        // A duplicate is adjacent to its place; live, the times may differ, so it may be on either side.
        for neighbor in [place - 1, place] where neighbor >= firstWaiting && neighbor < items.count {
          if held.isDouble(of: items[neighbor], ignoringTime) { return false }
        }
        items.insert(held, at: place)
        return true
      }
      spill()
    }
    return insertLater(held, ignoringTime: ignoringTime)
  }

  private mutating func insertLater(_ held: Held, ignoringTime: Bool) -> Bool {
    // The earliest run that ends after the event; the latest run if none does.
    var low = 0
    var high = later.count
    while low < high {
      let middle = (low + high) / 2
      if later[middle][later[middle].count - 1].isAfter(held) { low = middle + 1 } else { high = middle }
    }
    let run = max(low - 1, 0)
    let place = later[run][...].place(of: held)
    let earlier = run + 1 < later.count ? later[run + 1] : Array(items[firstWaiting...].suffix(1))
    let before = place > 0 ? later[run][place - 1] : earlier.last
    let after = place < later[run].count ? later[run][place] : nil
    if held.isDouble(of: before, ignoringTime) || held.isDouble(of: after, ignoringTime) { return false }
    later[run].insert(held, at: place)
    laterCount += 1
    if later[run].count > HeldEvents.runLimit {
      let half = later[run].count / 2
      later.insert(Array(later[run][..<half]), at: run + 1)
      later[run].removeSubrange(..<half)
    }
    return true
  }

  /// Moves the events in `items` into half-full runs, to make room in them.
  private mutating func spill() {
    var end = items.count
    var runs: [[Held]] = []
    while end > firstWaiting {
      let start = max(firstWaiting, end - HeldEvents.runLimit / 2)
      runs.append(Array(items[start..<end]))
      end = start
    }
    laterCount += items.count - firstWaiting
    items.removeSubrange(firstWaiting...)
    later.append(contentsOf: runs)
  }

  // MARK: Releasing

  mutating func makeReady(timestampsUpTo timestamp: TimeInterval) {
    repeat {
      while firstWaiting < items.count, items[firstWaiting].event.timestamp <= timestamp { readyCount += 1 }
      guard firstWaiting == items.count, let run = later.last, run[0].event.timestamp <= timestamp else {
        return
      }
      popRun()
    } while true
  }

  /// Releases the events that have waited long enough, and all events before them in order.
  mutating func makeReady(releasedBy moment: TimeInterval) {
    if let run = later.firstIndex(where: { $0.contains { $0.releaseAt <= moment } }) {
      while later.count > run { popRun() }
    }
    guard let last = items[head...].lastIndex(where: { $0.releaseAt <= moment }) else { return }
    readyCount = max(readyCount, last + 1 - head)
  }

  mutating func makeAllReady() {
    while !later.isEmpty { popRun() }
    readyCount = count
  }

  // A paced replay asks all devices fifty times a second: neither this nor the array may be copied.
  @inline(__always)
  var earliestRelease: TimeInterval? {
    guard count > 0 else { return nil }
    var earliest = TimeInterval.infinity
    for place in head..<items.count { earliest = min(earliest, items[place].releaseAt) }
    if !later.isEmpty { earliest = later.joined().reduce(earliest) { min($0, $1.releaseAt) } }
    return earliest
  }

  /// Moves the earliest of the runs to the end of `items`.
  private mutating func popRun() {
    guard let run = later.popLast() else { return }
    laterCount -= run.count
    items.append(contentsOf: run)
  }
}

extension HeldEvents.Held {
  fileprivate func isAfter(_ other: Self) -> Bool { other.event.precedes(event) }

  fileprivate func isDouble(of neighbor: Self?, _ ignoringTime: Bool) -> Bool {
    neighbor.map { event.isDuplicate(of: $0.event, ignoringTime: ignoringTime) } ?? false
  }
}

extension ArraySlice<HeldEvents.Held> {
  /// Returns the index of an event in a sorted run, after its equals.
  fileprivate func place(of held: HeldEvents.Held) -> Int {
    // Searches from the end in growing steps, because a late event is seldom very late.
    var high = endIndex
    var step = 1
    while high - step > startIndex, self[high - step].isAfter(held) {
      high -= step
      step *= 2
    }
    var low = Swift.max(startIndex, high - step)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].isAfter(held) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
