/// One grid of a ``CoverIndex``: which shapes cover which cell; plain memory that the index owns and frees.
struct CoverGrid {
  /// Rows in a degree of latitude: a power of 4, so that a cell of one grid is 4 × 4 cells of the next.
  var rowsPerDegree: Int
  /// For each non-empty cell, the start of its words; the word itself if there is only one.
  var table: CellTable
  /// The words of cells with more than one, ascending within each cell.
  var words: UnsafeMutablePointer<UInt32>
  var cosines: UnsafePointer<Double>

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
    guard let cell = table.cell(CellGrid.key(row: row, column: column)) else { return }
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

/// The cells of one grid under construction: which shape covers which cell.
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
    return CoverGrid(
      rowsPerDegree: rowsPerDegree, table: CellTable(cells.keys, firsts: firsts, counts: counts),
      words: words,
      cosines: CellGrid.degreeCosines)
  }
}
