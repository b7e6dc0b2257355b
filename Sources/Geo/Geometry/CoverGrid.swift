/// One grid of a ``CoverIndex``: which shapes cover which cell; plain memory, owned and freed by the index.
struct CoverGrid {
  /// Rows in a degree of latitude: a power of 4, so that a cell of one grid is 4 × 4 cells of the next.
  var rowsPerDegree: Int
  /// Cells that are not empty, hashed by row and column with linear probing.
  var table: UnsafeMutablePointer<Cell>
  var tableSize: Int
  /// The words of cells with more than one, each cell's ascending.
  var words: UnsafeMutablePointer<UInt32>
  var cosines: UnsafePointer<Double>

  struct Cell {
    /// 0 where the place is free.
    var key: UInt64
    /// Where its words begin; the word itself if there is one.
    var first: UInt32
    var count: UInt32
  }

  func deallocate() {
    table.deallocate()
    words.deallocate()
  }

  @inline(__always)
  func collect(
    _ place: CellIndex.Place, into found: UnsafeMutablePointer<RegionCandidate>, _ count: inout Int
  ) {
    let (degree, row) = CellGrid.row(place.latitude, rowsPerDegree)
    let columnsPerDegree = Double(rowsPerDegree) * cosines[degree]
    let column = Int((place.longitude + 180) * columnsPerDegree)
    let key = CellGrid.key(row: row, column: column)
    var slot = CellGrid.hash(key, tableSize)
    while table[slot].key != key {
      if table[slot].key == 0 { return }
      slot += 1
      if slot == tableSize { slot = 0 }
    }
    let cell = table[slot]
    if cell.count == 1 {
      found[count] = RegionCandidate(word: cell.first)
      count &+= 1
      return
    }
    for i in 0..<Int(cell.count) {
      found[count &+ i] = RegionCandidate(word: words[Int(cell.first) &+ i])
    }
    count &+= Int(cell.count)
  }
}

/// The cells of one grid while it is made: which shape covers which cell.
struct CoverLists {
  private var cells = CellNumbers()
  private var counts: ContiguousArray<UInt32> = []
  /// Cell and word, by ascending slot.
  private var entries: ContiguousArray<(cell: UInt32, word: UInt32)> = []

  var isEmpty: Bool { entries.isEmpty }
  private(set) var mostWords = 0

  mutating func append(_ key: UInt64, _ word: UInt32) {
    let cell = cells.number(of: key)
    if Int(cell) == counts.count { counts.append(0) }
    counts[Int(cell)] += 1
    mostWords = max(mostWords, Int(counts[Int(cell)]))
    entries.append((cell, word))
  }

  func grid(rowsPerDegree: Int) -> CoverGrid {
    var firsts = ContiguousArray<UInt32>(repeating: 0, count: counts.count)
    var total: UInt32 = 0
    for (cell, count) in counts.enumerated() where count > 1 {
      firsts[cell] = total
      total += count
    }
    let words = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, Int(total)))
    var next = firsts
    for (cell, word) in entries {
      if counts[Int(cell)] == 1 {
        firsts[Int(cell)] = word
      } else {
        (words + Int(next[Int(cell)])).initialize(to: word)
        next[Int(cell)] += 1
      }
    }
    // At most 7/10 full: short probes, and never without a free place.
    let size = counts.count * 10 / 7 + 2
    let table = UnsafeMutablePointer<CoverGrid.Cell>.allocate(capacity: size)
    table.initialize(repeating: CoverGrid.Cell(key: 0, first: 0, count: 0), count: size)
    for (cell, key) in cells.keys.enumerated() {
      var place = CellGrid.hash(key, size)
      while table[place].key != 0 { place = place + 1 == size ? 0 : place + 1 }
      table[place] = CoverGrid.Cell(key: key, first: firsts[cell], count: counts[cell])
    }
    return CoverGrid(
      rowsPerDegree: rowsPerDegree, table: table, tableSize: size, words: words,
      cosines: CellGrid.degreeCosines)
  }
}
