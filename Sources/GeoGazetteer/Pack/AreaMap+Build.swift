import Geo

/// Builds the grid of an ``AreaMap`` over areas, which arrive in the order of their numbers.
struct AreaMapBuilder {
  private(set) var cells: [UInt32] = []
  private(set) var parts: [UInt32] = []
  var lists: [UInt8] = []
  private(set) var points: [AreaPoint] = []
  private var kinds: [AreaKind] = []
  /// The area of each edge, by its first point; 0 for the last point of a ring.
  private(set) var areas: [UInt32] = []
  var wholeLists: [[UInt8]: UInt32] = [:]

  /// The intended maximum of edges in a part of a cell; a cell has at most 64 × 64 parts.
  private static let wantedEdges = 16

  /// Adds the next area. Its number is the count of those before it plus one.
  mutating func add(_ kind: AreaKind, _ polygons: [[[CLLocationCoordinate2D]]]) {
    kinds.append(kind)
    for ring in polygons.joined() {
      let start = points.count
      for place in ring {
        let point = AreaPoint(place)
        if points.count == start || points.last != point { points.append(point) }
      }
      if let first = points[start...].first, let last = points.last, first != last { points.append(first) }
      // Three corners and the first again; fewer enclose nothing.
      if points.count - start < 4 { points.removeSubrange(start...) }
      guard points.count > start else { continue }
      areas.append(contentsOf: repeatElement(UInt32(kinds.count), count: points.count - start - 1))
      areas.append(0)
    }
  }

  /// The limit for ``crossingCount``; borders of the world in pieces of 10 km cross about 100,000 cells.
  static let mostCrossings = 4_000_000

  /// Roughly how many cells all edges cross beyond those they begin in.
  var crossingCount: Int {
    areas.indices.reduce(0) { count, index in
      guard areas[index] != 0 else { return count }
      let (a, b) = (points[index], points[index + 1])
      return count + (abs(Int(a.x) - Int(b.x)) + abs(Int(a.y) - Int(b.y))) / (AreaCell.size / 2)
    }
  }

  /// - Parameter check: called now and then; an error it throws ends the work.
  mutating func build(check: () throws(GeoError) -> Void = {}) throws(GeoError) {
    let whole = AreaGrid(
      x: -180 * AreaCell.size, y: -90 * AreaCell.size, size: AreaCell.size, columns: AreaCell.columns,
      rows: AreaCell.rows)
    let edges = areas.indices.filter { areas[$0] != 0 }.map(UInt32.init)
    let crossed = crossings(of: edges, whole)
    var items = [[AreaMap.Item]](repeating: [], count: whole.count)
    recordMiddles(crossed, whole, &items)
    cells = [UInt32](repeating: 0, count: whole.count)
    for index in 0..<whole.count where !items[index].isEmpty {
      if index % AreaCell.columns == 0 { try check() }
      let cell = AreaCell(column: index % whole.columns, row: index / whole.columns)
      cells[index] = entry(items[index], crossed[index], cell)
    }
  }

  /// The grid entry of a cell with these items and edges.
  private mutating func entry(_ items: [AreaMap.Item], _ edges: [UInt32], _ cell: AreaCell) -> UInt32 {
    var division = 1
    while division < AreaCell.greatestDivision, edges.count > AreaMapBuilder.wantedEdges * division {
      division *= 2
    }
    guard division > 1 else { return list(items, edges) }
    let start = parts.count
    parts.append(UInt32(division))
    parts.append(contentsOf: repeatElement(0, count: division * division))
    let grid = AreaGrid(
      x: cell.x, y: cell.y, size: cell.size / division, columns: division, rows: division)
    let crossed = crossings(of: edges, grid)
    let holds = middles(of: items, crossed, cell, division)
    for index in 0..<grid.count {
      var partItems: [AreaMap.Item] = []
      for (place, item) in items.enumerated() {
        guard item.isCrossed else {
          partItems.append(item)
          continue
        }
        let holdsMiddle = holds[index * items.count + place]
        let isCrossed = crossed[index].contains { areas[Int($0)] == item.area }
        guard isCrossed || holdsMiddle else { continue }
        partItems.append(
          AreaMap.Item(
            area: item.area, kind: kinds[Int(item.area) - 1], isCrossed: isCrossed, holdsMiddle: holdsMiddle))
      }
      if !partItems.isEmpty { parts[start + 1 + index] = list(partItems, crossed[index]) }
    }
    return UInt32(start) | AreaMap.isDivided
  }

  /// Notes, for each area, which cells have their middle in it, among those it covers or crosses.
  private func recordMiddles(_ crossed: [[UInt32]], _ grid: AreaGrid, _ items: inout [[AreaMap.Item]]) {
    var crossedBy = [[UInt32]](repeating: [], count: kinds.count)
    for index in 0..<grid.count {
      var last: UInt32 = 0
      for edge in crossed[index] where areas[Int(edge)] != last {
        last = areas[Int(edge)]
        crossedBy[Int(last) - 1].append(UInt32(index))
      }
    }
    var edges = 0
    for (number, kind) in kinds.enumerated() {
      let area = UInt32(number) + 1
      // Counts the edges that pass west of each cell's middle; an odd number means that the area holds it.
      var toggles = [Bool](repeating: false, count: grid.count)
      var touched = (low: grid.rows, high: -1)
      while edges < areas.count, areas[edges] == area || areas[edges] == 0 {
        defer { edges += 1 }
        guard areas[edges] == area else { continue }
        let (a, b) = (points[edges], points[edges + 1])
        for row in grid.rows(of: a, b) {
          guard let column = AreaMapBuilder.firstColumn(eastOf: a, b, row: row) else { continue }
          touched = (min(touched.low, row), max(touched.high, row))
          if column < grid.columns { toggles[row * grid.columns + column].toggle() }
        }
      }
      var crossing = crossedBy[number].makeIterator()
      var next = crossing.next()
      // Cells that are crossed in a row without a middle inside.
      let low = min(touched.low, crossedBy[number].first.map { Int($0) / grid.columns } ?? grid.rows)
      let high = max(touched.high + 1, crossedBy[number].last.map { Int($0) / grid.columns + 1 } ?? 0)
      for row in low..<max(low, high) {
        var isInside = false
        for column in 0..<grid.columns {
          let index = row * grid.columns + column
          if toggles[index] { isInside.toggle() }
          let isCrossed = next == UInt32(index)
          if isCrossed { next = crossing.next() }
          guard isCrossed || isInside else { continue }
          items[index].append(
            AreaMap.Item(area: area, kind: kind, isCrossed: isCrossed, holdsMiddle: isInside))
        }
      }
    }
  }

  /// The first column whose middle lies east of an edge in this row; nil if the edge does not cross the row's
  /// middle.
  private static func firstColumn(eastOf a: AreaPoint, _ b: AreaPoint, row: Int) -> Int? {
    let height = AreaCell(column: 0, row: row).middle.y
    let (low, high) = (2 * Int(min(a.y, b.y)), 2 * Int(max(a.y, b.y)))
    guard low < height, height < high else { return nil }
    let share = Double(height - 2 * Int(a.y)) / Double(2 * (Int(b.y) - Int(a.y)))
    let x = 2 * (Double(a.x) + share * Double(Int(b.x) - Int(a.x)))
    var column = max(0, min(AreaCell.columns, Int(x / Double(AreaCell.size)) + AreaCell.columns / 2))
    while column > 0, AreaCrossing.passesWest(a, b, of: AreaCell(column: column - 1, row: row).middle) {
      column -= 1
    }
    while column < AreaCell.columns,
      !AreaCrossing.passesWest(a, b, of: AreaCell(column: column, row: row).middle)
    {
      column += 1
    }
    return column
  }

  /// The edges that touch each cell, in order, including some that only come within a step of it.
  private func crossings(of edges: [UInt32], _ grid: AreaGrid) -> [[UInt32]] {
    var crossed = [[UInt32]](repeating: [], count: grid.count)
    for edge in edges {
      let (a, b) = (points[Int(edge)], points[Int(edge) + 1])
      for row in grid.rows(of: a, b) {
        for column in grid.columns(of: a, b, row: row) { crossed[row * grid.columns + column].append(edge) }
      }
    }
    return crossed
  }
}

extension AreaMapBuilder {
  /// Lengths of the edges of areas of a kind, in meters, except edges where areas were cut.
  func edgeLengths(of kind: AreaKind) -> [CLLocationDistance] {
    areas.indices.compactMap { index in
      guard areas[index] != 0, kinds[Int(areas[index]) - 1] == kind else { return nil }
      let (a, b) = (points[index], points[index + 1])
      return a.isCut(to: b) ? nil : Geodesic.distance(from: a.coordinate, to: b.coordinate)
    }
  }

  /// The planar size of an area, in square degrees: enough to compare two areas that hold the same point.
  static func size(of polygons: [[[CLLocationCoordinate2D]]]) -> Double {
    polygons.reduce(0) { sum, rings in
      sum + rings.enumerated().reduce(0) { $0 + ($1.offset == 0 ? 1 : -1) * size(of: $1.element) }
    }
  }

  private static func size(of ring: [CLLocationCoordinate2D]) -> Double {
    guard var last = ring.last else { return 0 }
    var sum = 0.0
    for point in ring {
      sum += last.longitude * point.latitude - point.longitude * last.latitude
      last = point
    }
    return abs(sum) / 2
  }
}
