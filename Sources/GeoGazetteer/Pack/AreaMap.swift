import Geo

/// Areas under a grid, which answers at once where a cell lies wholly within its areas.
///
/// A cell's entry is 0 for nothing. Otherwise it gives the start of its list in `lists`, plus one. With the
/// highest bit set it gives the place in `parts` of the cells it is divided into: how many in a row, then
/// their entries in the same form. A list is the number of its items, then the items, smaller areas first. An
/// item is a word with the area (its place plus one), its kind and two flags (``Item``). If borders pass
/// through, the number of runs follows, then for each run its first point, counted from the end of the run
/// before, and its number of edges. All numbers have seven bits per byte, least significant first; the
/// highest bit says that more follow.
///
/// - Invariant: the bytes belong to a ``PackBytes`` that outlives it. Their contents are not trusted: each
///   step is checked against the end, and the steps are counted.
struct AreaMap {
  let cells: PackList<UInt32>
  let parts: PackList<UInt32>
  let lists: PackList<UInt8>
  let points: PackList<AreaPoint>

  static let isDivided: UInt32 = 0x8000_0000
  /// The most edges that a question examines; no cell of an intact pack has more.
  static let greatestWork = 4_000_000

  /// A word of a list.
  struct Item {
    let word: UInt32

    init(_ word: UInt32) { self.word = word }

    init(area: UInt32, kind: AreaKind, isCrossed: Bool, holdsMiddle: Bool) {
      word =
        area << 5 | UInt32(kind.rawValue) << 2 | (holdsMiddle ? 2 : 0) | (isCrossed ? 1 : 0)
    }

    var area: UInt32 { word >> 5 }
    var kind: UInt8 { UInt8(truncatingIfNeeded: word >> 2 & 7) }
    var holdsMiddle: Bool { word & 2 != 0 }
    /// Whether borders of the area pass through the cell; otherwise the whole cell lies in the area.
    var isCrossed: Bool { word & 1 != 0 }
  }

  /// The areas that hold a point, as their places plus one; 0 for none. Of several, the smallest counts.
  struct Answer {
    var country: UInt32 = 0
    var region: UInt32 = 0
    var county: UInt32 = 0
    var lake: UInt32 = 0
    var ocean: UInt32 = 0

    @inline(__always)
    mutating func record(_ area: UInt32, _ kind: UInt8) {
      switch kind {
      case AreaKind.country.rawValue: if country == 0 { country = area }
      case AreaKind.region.rawValue: if region == 0 { region = area }
      case AreaKind.county.rawValue: if county == 0 { county = area }
      case AreaKind.lake.rawValue: if lake == 0 { lake = area }
      default: if ocean == 0 { ocean = area }
      }
    }
  }

  /// Where to read the areas that contain a point.
  struct Locus {
    fileprivate var list: Int
    fileprivate var middle: (x: Int, y: Int)
    fileprivate var point: (x: Int, y: Int)
  }

  /// The areas that contain a point.
  func areas(at coordinate: CLLocationCoordinate2D) -> Answer { areas(at: locus(coordinate)) }

  /// The first half of ``areas(at:)``: it prefetches what the second half reads, so that other work can run
  /// meanwhile.
  ///
  /// - Returns: nil without an area.
  func locus(_ coordinate: CLLocationCoordinate2D) -> Locus? {
    let place = AreaPoint(coordinate).withinCuts
    let point = (x: 2 &* Int(place.x), y: 2 &* Int(place.y))
    let column = min((Int(place.x) + 180_000_000) / 1_000_000, AreaCell.columns - 1)
    let row = min((Int(place.y) + 90_000_000) / 1_000_000, AreaCell.rows - 1)
    guard var entry = cells[row * AreaCell.columns + column], entry != 0 else { return nil }
    var cell = AreaCell(column: column, row: row)
    if entry & AreaMap.isDivided != 0 {
      let start = Int(entry & ~AreaMap.isDivided)
      guard let division = division(at: start) else { return nil }
      let size = cell.size / division
      let (partColumn, partRow) = (
        min((point.x - cell.x) / size, division - 1), min((point.y - cell.y) / size, division - 1)
      )
      entry = parts[start + 1 + partRow * division + partColumn] ?? 0
      cell = cell.part(column: partColumn, row: partRow, division: division)
      // Parts are never divided again.
      guard entry != 0, entry & AreaMap.isDivided == 0 else { return nil }
    }
    lists.willRead(Int(entry) - 1)
    return Locus(list: Int(entry) - 1, middle: cell.middle, point: point)
  }

  func division(at start: Int) -> Int? {
    guard let division = parts[start], (1...UInt32(AreaCell.greatestDivision)).contains(division) else {
      return nil
    }
    return Int(division)
  }

  /// The second half of ``areas(at:)``.
  func areas(at locus: Locus?) -> Answer {
    var answer = Answer()
    guard let locus else { return answer }
    var work = AreaMap.greatestWork
    var reader = ListReader(lists, at: locus.list)
    var first = 0
    for _ in 0..<(reader.next() ?? 0) {
      guard let word = reader.next() else { break }
      let item = Item(word)
      guard item.isCrossed else {
        answer.record(item.area, item.kind)
        continue
      }
      var isInside = item.holdsMiddle
      for _ in 0..<(reader.next() ?? 0) {
        guard let skipped = reader.next(), let count = reader.next() else { return answer }
        first &+= Int(skipped)
        guard var a = points[first] else { return answer }
        work &-= Int(count)
        guard work > 0 else { return answer }
        for edge in 0..<Int(count) {
          guard let b = points[first &+ edge &+ 1] else { return answer }
          if AreaCrossing.crosses(a, b, locus.middle, locus.point) { isInside.toggle() }
          a = b
        }
        first &+= Int(count)
      }
      if isInside { answer.record(item.area, item.kind) }
    }
    return answer
  }
}
