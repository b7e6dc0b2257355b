/// What stands in ``EarliestFirst``.
protocol Queued {
  static func < (a: Self, b: Self) -> Bool
}

/// A binary heap: the earliest of its elements is at hand.
struct EarliestFirst<Element: Queued> {
  private var heap: [Element] = []

  var isEmpty: Bool { heap.isEmpty }
  var first: Element? { heap.first }

  /// The one that is the first when the first goes.
  var second: Element? {
    guard heap.count > 2 else { return heap.count == 2 ? heap[1] : nil }
    return heap[1] < heap[2] ? heap[1] : heap[2]
  }

  mutating func add(_ element: Element) {
    heap.append(element)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
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
