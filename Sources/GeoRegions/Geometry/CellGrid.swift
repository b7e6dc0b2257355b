/// One grid of a ``CellIndex``: plain memory that the index owns and frees.
struct CellGrid {
  /// Rows in a degree of latitude: k.
  var rowsPerDegree: Int
  /// The run of blocks of each non-empty cell.
  var table: CellTable
  var blocks: UnsafeMutablePointer<Block>
  var maxBlocks: UInt32
  /// For each degree of latitude from −90° on, the cosine at its equatorward edge.
  var cosines: UnsafePointer<Double>

  /// Four circles in one cache line.
  struct Block {
    /// Degrees of latitude from the cell's south-west corner.
    var y: SIMD4<Float>
    /// Degrees of longitude from it.
    var x: SIMD4<Float>
    /// Meters, slack included; NaN if the local formula does not apply.
    var reach: SIMD4<Float>
    /// Slot · 2, plus 1 if always doubtful.
    var words: SIMD4<UInt32>

    /// A block that reaches no place; the offset's square overflows to infinity, not to NaN.
    static let empty = Block(
      y: SIMD4(repeating: 1e18), x: SIMD4(repeating: 1e18), reach: .zero, words: .zero)
  }

  func deallocate() {
    table.deallocate()
    blocks.deallocate()
  }

  static func key(row: Int, column: Int) -> UInt64 { UInt64(row + 1) << 32 | UInt64(column) }

  /// The first slot to probe for a key in a table of `size`.
  ///
  /// - Source: Lemire 2019, doi:10.1145/3230636, multiplication instead of a remainder.
  @inline(__always)
  static func hash(_ key: UInt64, _ size: Int) -> Int {
    let mixed = (key ^ (key >> 29)) &* 0x9e37_79b9_7f4a_7c15
    return Int(((mixed >> 32) &* UInt64(size)) >> 32)
  }

  /// Returns the row of a latitude, counted from the south pole.
  ///
  /// Splits off whole degrees first, so that rounding never assigns a row to two of them.
  @inline(__always)
  static func row(_ latitude: Double, _ rowsPerDegree: Int) -> (degree: Int, row: Int) {
    let up = latitude + 90
    let degree = min(Int(up), 179)
    let within = min(Int((up - Double(degree)) * Double(rowsPerDegree)), rowsPerDegree - 1)
    return (degree, degree * rowsPerDegree + within)
  }

  @inline(__always)
  func collect(
    _ place: CellIndex.Place, into found: UnsafeMutablePointer<RegionCandidate>, _ count: inout Int
  ) {
    let (degree, row) = Self.row(place.latitude, rowsPerDegree)
    let columnsPerDegree = Double(rowsPerDegree) * cosines[degree]
    let column = Int((place.longitude + 180) * columnsPerDegree)
    guard let cell = table.cell(Self.key(row: row, column: column)) else { return }
    let y = Float(place.latitude - (Double(row) / Double(rowsPerDegree) - 90))
    let x = Float(place.longitude - (Double(column) / columnsPerDegree - 180))
    let start = blocks + Int(cell.first)
    for i in 0..<Int(cell.count) {
      start[i].collect(y, x, place, into: found, &count)
    }
  }
}

extension CellGrid.Block {
  @inline(__always)
  func collect(
    _ y: Float, _ x: Float, _ place: CellIndex.Place, into found: UnsafeMutablePointer<RegionCandidate>,
    _ count: inout Int
  ) {
    let up = self.y - SIMD4(repeating: y)
    let right = self.x - SIMD4(repeating: x)
    let north = up * SIMD4(repeating: place.north)
    let east = right * (SIMD4(repeating: place.east) + up * SIMD4(repeating: place.eastSlope))
    let squared = north * north + east * east
    let slack = CellIndex.Place.slack
    // The stored reach is (1 + relative) R + meters; anything nearer than R less both is certainly in reach.
    let near = reach * SIMD4(repeating: 1 - 2 * slack.relative) - SIMD4(repeating: 2 * slack.meters)
    // Comparisons with NaN are false: neither far nor sure.
    let far = squared .> reach * reach
    let sure = (squared .< near * near) .& (near .> SIMD4(repeating: 0))
    let marked = (words | SIMD4(repeating: 1)).replacing(with: words, where: sure)
    let kept = SIMD4<UInt32>(repeating: 1).replacing(with: SIMD4(repeating: 0), where: far)
    // Without branches, because which of the four are in reach is unpredictable.
    for lane in 0..<4 {
      found[count] = RegionCandidate(word: marked[lane])
      count &+= Int(kept[lane])
    }
  }
}
