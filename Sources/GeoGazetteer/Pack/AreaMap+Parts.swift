import Geo

/// Entries of cells and of their parts.
extension AreaMapBuilder {
  /// The items that hold the middle of each part of a cell, grouped by part.
  ///
  /// Steps from the middle of one part to that of its neighbor: only edges that touch one of the two can lie
  /// between.
  func middles(
    of items: [AreaMap.Item], _ crossed: [[UInt32]], _ cell: AreaCell, _ division: Int
  ) -> [Bool] {
    var holds = [Bool](repeating: false, count: crossed.count * items.count)
    let places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.area, $0) })
    func middle(_ index: Int) -> (x: Int, y: Int) {
      cell.part(column: index % division, row: index / division, division: division).middle
    }
    func go(from start: (x: Int, y: Int), through edges: [UInt32], to index: Int) {
      let end = middle(index)
      for edge in edges {
        let (a, b) = (points[Int(edge)], points[Int(edge) + 1])
        guard AreaCrossing.crosses(a, b, start, end, isMiddle: true),
          let place = places[areas[Int(edge)]]
        else { continue }
        holds[index * items.count + place].toggle()
      }
    }
    func go(from last: Int, to index: Int) {
      for place in items.indices { holds[index * items.count + place] = holds[last * items.count + place] }
      go(from: middle(last), through: AreaMapBuilder.union(crossed[last], crossed[index]), to: index)
    }
    // The cell's own middle lies in the part northeast of its center.
    let half = division / 2
    let center = half * division + half
    for (place, item) in items.enumerated() { holds[center * items.count + place] = item.holdsMiddle }
    go(from: cell.middle, through: crossed[center], to: center)
    for row in half + 1..<max(division, half + 1) {
      go(from: (row - 1) * division + half, to: row * division + half)
    }
    for row in (0..<half).reversed() { go(from: (row + 1) * division + half, to: row * division + half) }
    for row in 0..<division {
      for column in half + 1..<max(division, half + 1) {
        go(from: row * division + column - 1, to: row * division + column)
      }
      for column in (0..<half).reversed() {
        go(from: row * division + column + 1, to: row * division + column)
      }
    }
    return holds
  }

  /// The union of two sorted lists.
  private static func union(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var all: [UInt32] = []
    all.reserveCapacity(a.count + b.count)
    var (left, right) = (0, 0)
    while left < a.count || right < b.count {
      if right == b.count || (left < a.count && a[left] < b[right]) {
        all.append(a[left])
        left += 1
      } else {
        if left < a.count, a[left] == b[right] { left += 1 }
        all.append(b[right])
        right += 1
      }
    }
    return all
  }

  /// Writes a list, or finds an equal one, and returns the entry for it.
  mutating func list(_ items: [AreaMap.Item], _ edges: [UInt32]) -> UInt32 {
    var bytes: [UInt8] = []
    func put(_ number: Int) { ListReader.append(UInt32(number), to: &bytes) }
    put(items.count)
    var end = 0
    for item in items {
      put(Int(item.word))
      guard item.isCrossed else { continue }
      var runs: [Range<Int>] = []
      for edge in edges where areas[Int(edge)] == item.area {
        if let last = runs.last, last.upperBound == Int(edge) {
          runs[runs.count - 1] = last.lowerBound..<Int(edge) + 1
        } else {
          runs.append(Int(edge)..<Int(edge) + 1)
        }
      }
      put(runs.count)
      for run in runs {
        put(run.lowerBound - end)
        put(run.count)
        end = run.upperBound
      }
    }
    if let known = wholeLists[bytes] { return known }
    let entry = UInt32(lists.count) + 1
    lists.append(contentsOf: bytes)
    if edges.isEmpty { wholeLists[bytes] = entry }
    return entry
  }
}
