import Geo
import Glibc

extension AreaMap {
  /// The nearest edge of any area of a kind, if it is within reach.
  ///
  /// Distances are measured on a plane that touches the earth at the point; within five kilometers and up to
  /// 85° the error is at most 1%. Cuts at the 180th meridian or a pole do not count as edges.
  ///
  /// - Parameters:
  ///   - area: counts only this area's edges; nil counts all.
  ///   - reach: at most 20 km.
  func nearestEdge(
    to coordinate: CLLocationCoordinate2D, of kind: AreaKind, area: UInt32? = nil,
    within reach: CLLocationDistance
  ) -> (area: UInt32, distance: CLLocationDistance)? {
    var search = EdgeSearch(coordinate, kind: kind.rawValue, area: area, reach: reach)
    let rows = search.range(search.point.y, search.reachY, AreaCell.size, 90, AreaCell.rows)
    let columns = search.columns()
    for row in rows {
      for column in columns {
        let turned = (column % AreaCell.columns + AreaCell.columns) % AreaCell.columns
        guard let entry = cells[row * AreaCell.columns + turned], entry != 0 else { continue }
        guard entry & AreaMap.isDivided != 0 else {
          scan(at: Int(entry) - 1, &search)
          continue
        }
        let start = Int(entry & ~AreaMap.isDivided)
        guard let division = division(at: start) else { continue }
        let cell = AreaCell(column: column, row: row)
        let size = cell.size / division
        for partRow in search.range(search.point.y - cell.y, search.reachY, size, 0, division) {
          for partColumn in search.range(search.point.x - cell.x, search.reachX, size, 0, division) {
            guard let entry = parts[start + 1 + partRow * division + partColumn], entry != 0,
              entry & AreaMap.isDivided == 0
            else { continue }
            scan(at: Int(entry) - 1, &search)
          }
        }
      }
    }
    return search.area == 0 ? nil : (search.area, search.squared.squareRoot())
  }

  private func scan(at list: Int, _ search: inout EdgeSearch) {
    var reader = ListReader(lists, at: list)
    var first = 0
    for _ in 0..<(reader.next() ?? 0) {
      guard let word = reader.next() else { return }
      let item = Item(word)
      search.work &-= 1
      guard search.work > 0 else { return }
      guard item.isCrossed else { continue }
      let isWanted = item.kind == search.kind && (search.wanted == nil || search.wanted == item.area)
      for _ in 0..<(reader.next() ?? 0) {
        guard let skipped = reader.next(), let count = reader.next() else { return }
        first &+= Int(skipped)
        defer { first &+= Int(count) }
        guard isWanted else { continue }
        guard var a = points[first] else { return }
        search.work &-= Int(count)
        guard search.work > 0 else { return }
        for edge in 0..<Int(count) {
          guard let b = points[first &+ edge &+ 1] else { return }
          search.measure(at: a, b, of: item.area)
          a = b
        }
      }
    }
  }
}

/// A search for the nearest edge.
private struct EdgeSearch {
  let point: (x: Int, y: Int)
  let kind: UInt8
  let wanted: UInt32?
  /// In half steps of an ``AreaPoint``.
  let reachX: Int
  let reachY: Int
  /// Meters in a step.
  private let east: Double
  private let north: Double
  var area: UInt32 = 0
  var squared: Double
  var work = AreaMap.greatestWork

  init(
    _ coordinate: CLLocationCoordinate2D, kind: UInt8, area: UInt32?, reach: CLLocationDistance
  ) {
    let place = AreaPoint(coordinate)
    point = (2 * Int(place.x), 2 * Int(place.y))
    (self.kind, wanted) = (kind, area)
    squared = reach * reach
    let radian = Double.pi / 180
    // On the mean sphere: an error of a third of a percent does not matter here.
    north = 6_371_008.8 * radian / AreaPoint.scale
    east = north * max(cos(coordinate.latitude * radian), 1e-9)
    reachY = Int(reach / north * 2) + 2
    reachX = min(Int(reach / east * 2) + 2, 180 * AreaCell.size)
  }

  /// The cells of a size within reach in a row; the grid of the earth begins at −`origin` degrees.
  func range(_ middle: Int, _ reach: Int, _ size: Int, _ origin: Int, _ count: Int) -> Range<Int> {
    let start = middle + origin * AreaCell.size
    let low = max(0, Int((Double(start - reach) / Double(size)).rounded(.down)))
    let high = min(count - 1, Int((Double(start + reach) / Double(size)).rounded(.down)))
    return low..<max(low, high + 1)
  }

  /// The columns within reach, which may continue beyond the 180th meridian.
  func columns() -> Range<Int> {
    let start = point.x + 180 * AreaCell.size
    let low = Int((Double(start - reachX) / Double(AreaCell.size)).rounded(.down))
    let high = Int((Double(start + reachX) / Double(AreaCell.size)).rounded(.down))
    return low..<min(high + 1, low + AreaCell.columns)
  }

  @inline(__always)
  mutating func measure(at a: AreaPoint, _ b: AreaPoint, of area: UInt32) {
    var x = Double(Int(a.x) &- point.x / 2)
    // The shorter way around.
    if x > 180 * AreaPoint.scale { x -= 360 * AreaPoint.scale }
    if x < -180 * AreaPoint.scale { x += 360 * AreaPoint.scale }
    let ax = x * east
    let ay = Double(Int(a.y) &- point.y / 2) * north
    let dx = Double(Int(b.x) &- Int(a.x)) * east
    let dy = Double(Int(b.y) &- Int(a.y)) * north
    let length = dx * dx + dy * dy
    let along = length > 0 ? max(0, min(1, -(ax * dx + ay * dy) / length)) : 0
    let nearX = ax + along * dx
    let nearY = ay + along * dy
    let near = nearX * nearX + nearY * nearY
    if near < squared, !a.isCut(to: b) { (squared, self.area) = (near, area) }
  }
}
