/// A grid of cells of one size, in half steps of an ``AreaPoint``.
struct AreaGrid {
  let x: Int
  let y: Int
  let size: Int
  let columns: Int
  let rows: Int

  var count: Int { columns * rows }
  /// The tolerance around a cell for edges: more than rounding errors.
  private static let margin = 4

  func rows(of a: AreaPoint, _ b: AreaPoint) -> Range<Int> {
    cells(2 * Int(min(a.y, b.y)) - y, 2 * Int(max(a.y, b.y)) - y, rows)
  }

  func columns(of a: AreaPoint, _ b: AreaPoint, row: Int) -> Range<Int> {
    let (bottom, top) = (y + row * size - AreaGrid.margin, y + (row + 1) * size + AreaGrid.margin)
    let (ax, ay, bx, by) = (2 * Int(a.x), 2 * Int(a.y), 2 * Int(b.x), 2 * Int(b.y))
    guard ay != by else { return cells(min(ax, bx) - x, max(ax, bx) - x, columns) }
    func crossing(_ height: Int) -> Int {
      let share = Double(max(min(ay, by), min(max(ay, by), height)) - ay) / Double(by - ay)
      return ax + Int((share * Double(bx - ax)).rounded())
    }
    let (low, high) = (crossing(bottom), crossing(top))
    return cells(min(low, high) - x, max(low, high) - x, columns)
  }

  private func cells(_ from: Int, _ to: Int, _ count: Int) -> Range<Int> {
    // Rounds down also below 0.
    let low = max(0, (from - AreaGrid.margin + size) / size - 1)
    let high = min(count - 1, (to + AreaGrid.margin) / size)
    return low..<max(low, high + 1)
  }
}
