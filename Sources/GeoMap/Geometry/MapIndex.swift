/// Finds what lies in a part of the map, among things that come, go and move.
///
/// A quadtree over the projected world whose cells hold a bucket each. A thing lies in the cell that holds its middle
/// and is not smaller than it; each node knows the rect around all that lies below it, so points cost no margin.
/// Left and right edge of the world are one: a rect may reach beyond either.
///
/// Things are known by whole numbers of the caller's, such as places in an array: memory grows with the greatest.
struct MapIndex {
  /// How many things lie in it.
  var count: Int { nodes[0].count }

  private var nodes = [Node()]
  /// First nodes of blocks of four that nobody uses.
  private var freeBlocks: [Int32] = []
  private var entries: [Entry] = []

  /// A cell splits when it holds more.
  private static let bucket = 16
  /// A cell takes back what its quarters hold when that is no more; well below `bucket`, lest something that moves
  /// to and fro split and join each time.
  private static let remainder = 4
  /// Cells of 16 map points are not divided: what lies in one is in one place.
  private static let deepest = 24

  /// Adds a thing that `key` is to stand for; if `key` lies in it already, it moves.
  ///
  /// A rect with a number that is not finite, such as ``MKMapRectNull``, is never found.
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

  /// Moves a thing; the same as ``insert(_:_:)`` for one that is new.
  mutating func move(_ key: Int, to point: MKMapPoint) { insert(key, point) }

  mutating func move(_ key: Int, to rect: MKMapRect) { insert(key, rect) }

  /// Takes a thing out; one that does not lie in it is ignored.
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

  /// Calls `body` with each thing that meets `rect` or touches it, in no order.
  func forEach(in rect: MKMapRect, _ body: (Int) -> Void) {
    guard let query = Box(rect) else { return }
    // Four children a level, one of which is at once taken off.
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

  /// Returns the keys of all that meets `rect` or touches it, in ascending order.
  func keys(in rect: MKMapRect) -> [Int] {
    var keys: [Int] = []
    forEach(in: rect) { keys.append($0) }
    keys.sort()
    return keys
  }
}

extension MapIndex {
  private struct Node {
    /// Around all that lies in this cell and below.
    var box = Box()
    /// How much that is.
    var count = 0
    var parent: Int32 = -1
    /// The first of its four quarters, which lie side by side; -1 for a leaf.
    var children: Int32 = -1
    /// The first thing in the cell itself.
    var first: Int32 = -1
  }

  private struct Entry {
    var box = Box()
    var node: Int32 = -1
    var previous: Int32 = -1
    var next: Int32 = -1
  }

  /// The square of a node, which follows from the way down to it.
  private struct Cell {
    var x = 0.0
    var y = 0.0
    var size = MKMapSizeWorld.width
    var depth = 0

    /// Becomes the quarter that holds a place, and returns which that is; what lies beyond the world is at its edge.
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

  /// Hands what a full leaf holds down to quarters.
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

  /// Takes what is left in a node's quarters, which are leaves as it was their turn before, and frees them.
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
