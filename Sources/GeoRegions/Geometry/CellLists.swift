import GeoCore
import Glibc

/// The cells of one grid under construction: which circle is listed in which cell.
struct CellLists {
  private let rowsPerDegree: Int
  private let cosines = CellGrid.degreeCosines
  private var cells = CellNumbers()
  private var counts: ContiguousArray<UInt32> = []
  /// For each circle its slot and number of cells, followed by the cells of all circles in order.
  private var circles: ContiguousArray<(slot: UInt32, cells: UInt32)> = []
  private var entries: ContiguousArray<UInt32> = []

  init(rowsPerDegree: Int) { self.rowsPerDegree = rowsPerDegree }

  var isEmpty: Bool { circles.isEmpty }

  /// Lists a circle whose slot is greater than all before.
  mutating func append(_ slot: UInt32, _ span: CapSpan) {
    let before = entries.count
    span.forEachCell(rowsPerDegree: rowsPerDegree, cosines: cosines) { row, column in
      let cell = cells.number(of: CellGrid.key(row: row, column: column))
      if Int(cell) == counts.count { counts.append(0) }
      counts[Int(cell)] += 1
      entries.append(cell)
    }
    circles.append((slot, UInt32(entries.count - before)))
  }

  /// Arranges the cells: blocks of four circles, contiguous for each cell, and the hash table that finds
  /// them.
  func grid(
    _ circle: (UInt32) -> CellIndex.Circle
  ) -> CellGrid {
    let keys = cells.keys
    var firstBlocks = ContiguousArray<UInt32>(repeating: 0, count: keys.count)
    // Four circles a block.
    let blockCounts = ContiguousArray(counts.map { ($0 + 3) / 4 })
    var blockCount: UInt32 = 0
    for (cell, needed) in blockCounts.enumerated() {
      firstBlocks[cell] = blockCount
      blockCount += needed
    }
    let maxBlocks = blockCounts.max() ?? 0
    let blocks = CellGrid.allocateBlocks(Int(blockCount))
    fill(blocks, firstBlocks, circle)
    return CellGrid(
      rowsPerDegree: rowsPerDegree, table: CellTable(keys, firsts: firstBlocks, counts: blockCounts),
      blocks: blocks, maxBlocks: maxBlocks,
      cosines: cosines)
  }

  private func fill(
    _ blocks: UnsafeMutablePointer<CellGrid.Block>, _ firstBlocks: ContiguousArray<UInt32>,
    _ circle: (UInt32) -> CellIndex.Circle
  ) {
    let keys = cells.keys
    var filled = ContiguousArray<UInt32>(repeating: 0, count: keys.count)
    var entry = 0
    for (slot, cellCount) in circles {
      let (center, reach, isAlwaysDoubtful) = circle(slot)
      let slack = CellIndex.Place.slack
      let isLocal =
        reach <= CellIndex.Place.greatestReach && abs(center.latitude) <= CellIndex.Place.greatestLatitude
      let stored = isLocal ? Float(reach) * (1 + slack.relative) + slack.meters : .nan
      for _ in 0..<cellCount {
        let cell = Int(entries[entry])
        entry += 1
        let row = Int(keys[cell] >> 32) - 1
        let columnsPerDegree = Double(rowsPerDegree) * cosines[row / rowsPerDegree]
        let y = center.latitude - (Double(row) / Double(rowsPerDegree) - 90)
        var x = center.longitude - (Double(keys[cell] & 0xffff_ffff) / columnsPerDegree - 180)
        // The circle's center may lie across the 180th meridian from the cell.
        if x > 180 { x -= 360 } else if x < -180 { x += 360 }
        let block = Int(firstBlocks[cell] + filled[cell] / 4)
        let lane = Int(filled[cell] % 4)
        if lane == 0 { (blocks + block).initialize(to: .empty) }
        blocks[block].y[lane] = Float(y)
        blocks[block].x[lane] = Float(x)
        blocks[block].reach[lane] = stored
        blocks[block].words[lane] = slot << 1 | (isAlwaysDoubtful ? 1 : 0)
        filled[cell] += 1
      }
    }
  }
}

extension CellGrid {
  /// For each degree of latitude from −90° on, the cosine at its equatorward edge.
  ///
  /// Sendable because nobody writes it after it is made; it lives as long as the process.
  nonisolated(unsafe) static let degreeCosines: UnsafePointer<Double> = {
    let table = UnsafeMutablePointer<Double>.allocate(capacity: 180)
    for degree in 0..<180 {
      let nearer = degree < 90 ? 89 - degree : degree - 90
      (table + degree).initialize(to: cos(Double(nearer) * .pi / 180))
    }
    return UnsafePointer(table)
  }()

  /// Returns memory for blocks, each in its own cache line.
  static func allocateBlocks(_ count: Int) -> UnsafeMutablePointer<Block> {
    UnsafeMutableRawPointer.allocate(byteCount: max(1, count) * MemoryLayout<Block>.stride, alignment: 64)
      .bindMemory(to: Block.self, capacity: max(1, count))
  }
}
