import Geo

/// Finds space for texts on a map, so that they do not cover each other or a symbol.
struct LabelPlacer {
  private let bounds: CGRect
  private var taken: [CGRect]
  /// The cells that lines cross, which are free if possible.
  private var crossed: Set<Int> = []

  private static let cell = 6.0
  private static let row = 1 << 20

  init(bounds: CGRect, taken: [CGRect] = []) {
    self.bounds = bounds
    self.taken = taken
  }

  mutating func reserve(_ rect: CGRect) { taken.append(rect) }

  /// Marks the cells of a line; parts out of sight do not matter.
  mutating func avoid(_ line: [CGPoint]) {
    for (from, to) in zip(line, line.dropFirst()) where bounds.contains(from) || bounds.contains(to) {
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let steps = min(2_000, max(1, (max(abs(dx), abs(dy)) / LabelPlacer.cell).rounded(.up)))
      for step in 0...Int(steps) {
        let share = Double(step) / steps
        let point = CGPoint(x: from.x + dx * share, y: from.y + dy * share)
        if bounds.contains(point) { crossed.insert(LabelPlacer.cell(point)) }
      }
    }
  }

  /// Takes and returns the first place without symbols and lines, or else without symbols; nil if there is
  /// none.
  mutating func place(_ size: CGSize, middles: [CGPoint]) -> CGPoint? {
    let free = middles.map { middle in
      (
        middle: middle,
        rect: CGRect(
          x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
      )
    }.filter { place in
      bounds.contains(place.rect) && !taken.contains { $0.intersects(place.rect) }
    }
    guard let best = free.first(where: { !isCrossed($0.rect) }) ?? free.first else { return nil }
    taken.append(best.rect)
    return best.middle
  }

  private func isCrossed(_ rect: CGRect) -> Bool {
    let (first, last) = (
      LabelPlacer.cell(CGPoint(x: rect.minX, y: rect.minY)),
      LabelPlacer.cell(CGPoint(x: rect.maxX, y: rect.maxY))
    )
    let row = LabelPlacer.row
    for y in first / row...last / row {
      for x in first % row...last % row where crossed.contains(y * row + x) { return true }
    }
    return false
  }

  /// The number of a point's cell; points in sight have no negative coordinates.
  private static func cell(_ point: CGPoint) -> Int {
    Int(point.y / cell) * row + Int(point.x / cell)
  }
}
