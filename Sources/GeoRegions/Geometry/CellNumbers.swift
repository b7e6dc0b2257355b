/// Numbers for the cells of a grid under construction, in the order of first use.
struct CellNumbers {
  /// The key of each cell, by number.
  private(set) var keys: ContiguousArray<UInt64> = []
  /// Key and number of each cell, hashed; a key of 0 is free.
  private var table: ContiguousArray<(key: UInt64, cell: UInt32)> = []

  mutating func number(of key: UInt64) -> UInt32 {
    if 2 * keys.count >= table.count { grow() }
    var place = CellGrid.hash(key, table.count)
    while table[place].key != 0 {
      if table[place].key == key { return table[place].cell }
      place += 1
      if place == table.count { place = 0 }
    }
    let cell = UInt32(keys.count)
    table[place] = (key, cell)
    keys.append(key)
    return cell
  }

  private mutating func grow() {
    let size = max(16, 2 * table.count)
    table = ContiguousArray(repeating: (0, 0), count: size)
    for (cell, key) in keys.enumerated() {
      var place = CellGrid.hash(key, size)
      while table[place].key != 0 { place = place + 1 == size ? 0 : place + 1 }
      table[place] = (key, UInt32(cell))
    }
  }
}
