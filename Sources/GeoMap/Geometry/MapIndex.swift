/// Finds the objects in a part of the map; objects can be added, removed and moved.
///
/// A quadtree over the projected world with a bucket in each cell. An object belongs to the smallest cell
/// that holds its middle and is not smaller than it. Each node knows the rect around everything below it, so
/// points need no margin. The left and right edges of the world coincide: a rect may extend beyond either.
///
/// Callers identify objects by whole numbers, such as indexes of an array: memory grows with the greatest.
struct MapIndex {
  /// The number of objects.
  var count: Int { nodes[0].count }

  private var nodes = [Node()]
  /// The first nodes of unused blocks of four.
  private var freeBlocks: [Int32] = []
  private var entries: [Entry] = []

  /// A cell with more objects splits.
  private static let bucket = 16
  /// A cell absorbs its quarters when they hold no more than this; well below `bucket`, so that an object
  /// moving back and forth does not split and join it each time.
  private static let remainder = 4
  /// Cells of 16 map points are not divided: their objects are practically at one place.
  private static let deepest = 24

  /// Adds an object identified by `key`; an object with that key moves.
  ///
  /// A rect with a non-finite number, such as ``MKMapRectNull``, is never found.
  mutating func insert(_ key: Int, _ rect: MKMapRect) {
    remove(key)
    guard let box = Box(rect) else { return }
    while entries.count <= key { entries.append(Entry()) }
    entries[key].box = box
    let (x, y) = box.middle
    var node = 0
    var cell = Cell()
    while true {
      nodes[node].box.join(box)
      nodes[node].count += 1
      guard nodes[node].children >= 0, box.extent <= cell.size / 2 else { break }
      node = Int(nodes[node].children) + cell.descend(x, y)
    }
    link(key, node)
    divide(node, cell)
  }

  mutating func insert(_ key: Int, _ point: MKMapPoint) {
    insert(key, MKMapRect(origin: point, size: MKMapSize(width: 0, height: 0)))
  }

  /// Moves an object; adds a new one like ``insert(_:_:)``.
  mutating func move(_ key: Int, to point: MKMapPoint) { insert(key, point) }

  mutating func move(_ key: Int, to rect: MKMapRect) { insert(key, rect) }

  /// Removes an object; an unknown one is ignored.
  mutating func remove(_ key: Int) {
    guard key < entries.count, entries[key].node >= 0 else { return }
    var node = entries[key].node
    unlink(key)
    while node >= 0 {
      let at = Int(node)
      nodes[at].count -= 1
      if nodes[at].count <= MapIndex.remainder, nodes[at].children >= 0 { collapse(at) }
      if nodes[at].count == 0 { nodes[at].box = Box() }
      node = nodes[at].parent
    }
  }

  /// Calls `body` with each object that meets or touches `rect`, in no particular order.
  func forEach(in rect: MKMapRect, _ body: (Int) -> Void) {
    guard let query = Box(rect) else { return }
    // Four children per level, one of which is removed at once.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * (MapIndex.deepest + 2)) { stack in
      stack[0] = 0
      var depth = 1
      while depth > 0 {
        depth -= 1
        let node = nodes[Int(stack[depth])]
        guard node.count > 0, node.box.meets(query) else { continue }
        var key = node.first
        while key >= 0 {
          let entry = entries[Int(key)]
          if entry.box.meets(query) { body(Int(key)) }
          key = entry.next
        }
        guard node.children >= 0 else { continue }
        for child in node.children..<node.children + 4 {
          stack[depth] = child
          depth += 1
        }
      }
    }
  }

  /// Returns the keys of all objects that meet or touch `rect`, in ascending order.
  func keys(in rect: MKMapRect) -> [Int] {
    var keys: [Int] = []
    forEach(in: rect) { keys.append($0) }
    keys.sort()
    return keys
  }
}

extension MapIndex {
  private struct Node {
    /// The rect around everything in this cell and below.
    var box = Box()
    /// The number of those objects.
    var count = 0
    var parent: Int32 = -1
    /// The first of its four contiguous quarters; −1 for a leaf.
    var children: Int32 = -1
    /// The first object in the cell itself.
    var first: Int32 = -1
  }

  private struct Entry {
    var box = Box()
    var node: Int32 = -1
    var previous: Int32 = -1
    var next: Int32 = -1
  }

  /// The square of a node, computed on the way down to it.
  private struct Cell {
    var x = 0.0
    var y = 0.0
    var size = MKMapSizeWorld.width
    var depth = 0

    /// Moves to the quarter that holds a place, and returns its index; a place beyond the world counts as at
    /// its edge.
    mutating func descend(_ x: Double, _ y: Double) -> Int {
      size /= 2
      depth += 1
      var quarter = 0
      if x >= self.x + size {
        self.x += size
        quarter += 1
      }
      if y >= self.y + size {
        self.y += size
        quarter += 2
      }
      return quarter
    }
  }

  private mutating func link(_ key: Int, _ node: Int) {
    let next = nodes[node].first
    entries[key].node = Int32(node)
    entries[key].previous = -1
    entries[key].next = next
    if next >= 0 { entries[Int(next)].previous = Int32(key) }
    nodes[node].first = Int32(key)
  }

  private mutating func unlink(_ key: Int) {
    let entry = entries[key]
    if entry.previous >= 0 {
      entries[Int(entry.previous)].next = entry.next
    } else {
      nodes[Int(entry.node)].first = entry.next
    }
    if entry.next >= 0 { entries[Int(entry.next)].previous = entry.previous }
    entries[key].node = -1
  }

  /// Distributes the objects of a full leaf over quarters.
  private mutating func divide(_ node: Int, _ cell: Cell) {
    guard nodes[node].children < 0, nodes[node].count > MapIndex.bucket, cell.depth < MapIndex.deepest else {
      return
    }
    let block = newBlock(of: node)
    nodes[node].children = Int32(block)
    var key = nodes[node].first
    while key >= 0 {
      let box = entries[Int(key)].box
      let next = entries[Int(key)].next
      if box.extent <= cell.size / 2 {
        var quarter = cell
        let (x, y) = box.middle
        let child = block + quarter.descend(x, y)
        unlink(Int(key))
        nodes[child].box.join(box)
        nodes[child].count += 1
        link(Int(key), child)
      }
      key = next
    }
    for child in 0..<4 where nodes[block + child].count > MapIndex.bucket {
      let half = cell.size / 2
      let quarter = Cell(
        x: cell.x + (child & 1 == 0 ? 0 : half), y: cell.y + (child & 2 == 0 ? 0 : half), size: half,
        depth: cell.depth + 1)
      divide(block + child, quarter)
    }
  }

  private mutating func newBlock(of parent: Int) -> Int {
    var fresh = Node()
    fresh.parent = Int32(parent)
    if let block = freeBlocks.popLast() {
      for child in 0..<4 { nodes[Int(block) + child] = fresh }
      return Int(block)
    }
    nodes.append(contentsOf: repeatElement(fresh, count: 4))
    return nodes.count - 4
  }

  /// Absorbs the objects of a node's quarters, which are leaves by then, and frees them.
  private mutating func collapse(_ node: Int) {
    let block = nodes[node].children
    for child in block..<block + 4 {
      while nodes[Int(child)].first >= 0 {
        let key = Int(nodes[Int(child)].first)
        unlink(key)
        link(key, node)
      }
    }
    nodes[node].children = -1
    freeBlocks.append(block)
  }
}
