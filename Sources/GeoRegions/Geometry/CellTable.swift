/// The non-empty cells of a grid, hashed by row and column with linear probing.
///
/// Plain memory that the grid owns and frees.
struct CellTable {
  private let cells: UnsafeMutablePointer<Cell>
  private let size: Int

  /// A run of the grid's list.
  struct Cell {
    /// 0 if the entry is free.
    var key: UInt64
    var first: UInt32
    var count: UInt32
  }

  /// - Parameters: one first and one count for each key.
  init(
    _ keys: ContiguousArray<UInt64>, firsts: ContiguousArray<UInt32>, counts: ContiguousArray<UInt32>
  ) {
    // At most 7/10 full: probes stay short, and there is always a free entry.
    size = keys.count * 10 / 7 + 2
    cells = .allocate(capacity: size)
    cells.initialize(repeating: Cell(key: 0, first: 0, count: 0), count: size)
    for (cell, key) in keys.enumerated() {
      var place = CellGrid.hash(key, size)
      while cells[place].key != 0 { place = place + 1 == size ? 0 : place + 1 }
      cells[place] = Cell(key: key, first: firsts[cell], count: counts[cell])
    }
  }

  /// Returns the cell of a key; nil for an empty cell.
  @inline(__always)
  func cell(_ key: UInt64) -> Cell? {
    var place = CellGrid.hash(key, size)
    while cells[place].key != key {
      if cells[place].key == 0 { return nil }
      place += 1
      if place == size { place = 0 }
    }
    return cells[place]
  }

  func deallocate() { cells.deallocate() }
}
