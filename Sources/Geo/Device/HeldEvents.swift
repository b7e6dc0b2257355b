/// The events that a ``ReorderWindow`` holds: those that are ready, then the others in order.
struct HeldEvents {
  struct Held {
    let event: DeviceEvent
    /// Live: when it has waited long enough, on the host's clock.
    let releaseAt: TimeInterval
    let rebases: Bool
  }

  /// `items[..<head]` are gone; dropped in bulk, so that taking one costs no move of the others.
  private var items: [Held] = []
  private var head = 0
  private var readyCount = 0

  var count: Int { items.count - head }

  /// Those that wait, in order.
  var all: ArraySlice<Held> { items[head...] }

  mutating func popReady() -> ReorderWindow.Released? {
    guard readyCount > 0 else { return nil }
    let held = items[head]
    head += 1
    readyCount -= 1
    if head == items.count {
      // A window that was once full gives its memory back; a usual one keeps it.
      items.removeAll(keepingCapacity: items.capacity <= 16)
      head = 0
    } else if head >= 4, head * 2 >= items.count {
      items.removeSubrange(..<head)
      head = 0
    }
    return ReorderWindow.Released(event: held.event, rebases: held.rebases)
  }

  mutating func append(_ held: Held) { items.append(held) }

  /// Puts an event in its place among those that are not ready; false when it was told before.
  mutating func insert(_ held: Held, ignoringTime: Bool) -> Bool {
    let lowest = head + readyCount
    guard items.count > lowest, held.event.timestamp <= items[items.count - 1].event.timestamp else {
      items.append(held)
      return true
    }
    var place = items.count
    while place > lowest, held.event.precedes(items[place - 1].event) { place -= 1 }
    // The double of an event is next to its place; live, their times may differ and it may stand on either side.
    for neighbour in [place - 1, place] where neighbour >= lowest && neighbour < items.count {
      if held.event.isDuplicate(of: items[neighbour].event, ignoringTime: ignoringTime) { return false }
    }
    items.insert(held, at: place)
    return true
  }

  mutating func makeReady(timestampsUpTo timestamp: TimeInterval) {
    while head + readyCount < items.count, items[head + readyCount].event.timestamp <= timestamp {
      readyCount += 1
    }
  }

  /// Whoever has waited long enough goes, and everyone before them in order.
  mutating func makeReady(releasedBy moment: TimeInterval) {
    guard let last = items[head...].lastIndex(where: { $0.releaseAt <= moment }) else { return }
    readyCount = max(readyCount, last + 1 - head)
  }

  mutating func makeAllReady() { readyCount = count }

  var earliestRelease: TimeInterval? { items[head...].lazy.map(\.releaseAt).min() }
}
