import GeoCore
import Glibc

/// Builds a ``CellIndex``: chooses the grids, lists each circle in its cells, arranges the cells in blocks.
struct CellIndexBuilder {
  private(set) var wide: ContiguousArray<UInt32> = []
  private let levels: [Int]

  /// A circle that touches more cells than this goes to a coarser grid.
  private static let mostCells = 40.0
  /// The limit for the coarsest grid, whose cells are a degree high.
  private static let mostDegrees = 400.0

  init(
    slots: ContiguousArray<UInt32>,
    circle: (UInt32) -> CellIndex.Circle
  ) {
    var rows = Self.rowsPerDegree(slots, circle)
    var levels = [rows]
    while rows > 1 {
      rows = max(1, rows / 4)
      levels.append(rows)
    }
    self.levels = levels
  }

  mutating func build(
    _ slots: ContiguousArray<UInt32>,
    _ circle: (UInt32) -> CellIndex.Circle
  ) -> [CellGrid] {
    var lists = levels.map { CellLists(rowsPerDegree: $0) }
    for slot in slots {
      let (center, reach, _) = circle(slot)
      guard CLLocationCoordinate2DIsValid(center), reach >= 0 else { continue }
      guard let span = CapSpan(center: center, reach: reach), let level = level(of: span) else {
        wide.append(slot)
        continue
      }
      lists[level].append(slot, span)
    }
    return lists.filter { !$0.isEmpty }.map { $0.grid(circle) }
  }

  private func level(of span: CapSpan) -> Int? {
    for (level, rows) in levels.enumerated() {
      let limit = rows == 1 ? Self.mostDegrees : Self.mostCells
      if span.cellCount(rowsPerDegree: rows) <= limit { return level }
    }
    return nil
  }

  /// Chooses the finest grid: about eight candidates per cell in the areas with circles, and at most eight
  /// cells for an ordinary circle, whichever is coarser.
  ///
  /// A convex shape of area A and mean width w touches A/h² + 2w/h + 1 cells of size h on average, so a place has
  /// λ (A + 2wh + h²) candidates at density λ.
  ///
  /// - Source: Santaló 1976, Integral Geometry and Geometric Probability, ch. 8.
  private static func rowsPerDegree(
    _ slots: ContiguousArray<UInt32>,
    _ circle: (UInt32) -> CellIndex.Circle
  ) -> Int {
    let metersPerDegree = 111_132.0
    // Counts of centers in cells of 0.05°. The hash may merge cells, because only the mean matters.
    let bits = min(20, Int.bitWidth - slots.count.leadingZeroBitCount + 1)
    var counts = ContiguousArray<UInt32>(repeating: 0, count: 1 << bits)
    func bucket(_ center: CLLocationCoordinate2D) -> Int {
      let cell = UInt64((center.latitude + 90) * 20) << 32 | UInt64((center.longitude + 180) * 20)
      return Int((cell &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - bits))
    }
    var n = 0.0
    var radii = 0.0
    var area = 0.0
    for slot in slots {
      let (center, reach, _) = circle(slot)
      // A few large circles do not count as ordinary ones.
      guard CLLocationCoordinate2DIsValid(center), reach >= 0, reach < 20_000 else { continue }
      counts[bucket(center)] += 1
      n += 1
      radii += reach
      area += .pi * reach * reach
    }
    guard n > 0 else { return 16 }
    let radius = radii / n
    area /= n
    var density = 0.0
    for slot in slots {
      let (center, reach, _) = circle(slot)
      guard CLLocationCoordinate2DIsValid(center), reach >= 0, reach < 20_000 else { continue }
      let side = metersPerDegree / 20
      let width = side * max(0.05, cos(center.latitude * .pi / 180))
      density += Double(counts[bucket(center)]) / (side * width)
    }
    density /= n
    let room = max(0, 8 / density - area)
    let byCandidates = (4 * radius * radius + room).squareRoot() - 2 * radius
    let byMemory = (4 * radius + (16 * radius * radius + 28 * area).squareRoot()) / 14
    let size = max(byCandidates, byMemory, 100)
    return min(1024, max(1, Int(metersPerDegree / size)))
  }
}
