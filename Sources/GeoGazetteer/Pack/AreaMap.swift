import Geo

/// Areas with a grid over them, which answers at once wherever a cell lies wholly in what it lies in.
///
/// A cell's entry is 0 for nothing, or says where in `lists` its list begins (one more than that), or with its highest
/// bit set where in `parts` the cells are that it is divided into: how many in a row, then their entries, which say the
/// same. A list is the number of its items, then the items, the smaller areas first: a word that holds the area (one
/// more than its place), its kind and two flags (``Item``); where borders pass through, the number of runs, then of
/// each run its first point, from the end of the run before in the list on, and how many edges it has. All of it in
/// seven bits a byte, the least significant first, of which the highest says that more follow.
///
/// - Invariant: the bytes belong to a ``PackBytes`` that outlives it. What they hold may be anything: each step is
///   checked against the end, and the steps are counted.
struct AreaMap {
  let cells: PackList<UInt32>
  let parts: PackList<UInt32>
  let lists: PackList<UInt8>
  let points: PackList<AreaPoint>

  static let isDivided: UInt32 = 0x8000_0000
  /// Edges that a question may look at: more are in no cell of a pack that is whole.
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
    /// Whether borders of the area pass through the cell; else the whole of it lies in the area.
    var isCrossed: Bool { word & 1 != 0 }
  }

  /// Which areas a point lies in, as one more than their places; 0 for none. Of several the smallest.
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

  /// Where it stands which areas contain a point.
  struct Locus {
    fileprivate var list: Int
    fileprivate var middle: (x: Int, y: Int)
    fileprivate var point: (x: Int, y: Int)
  }

  /// The areas that contain a point.
  func areas(at coordinate: CLLocationCoordinate2D) -> Answer { areas(at: locus(coordinate)) }

  /// The first half of ``areas(at:)``: what the other half reads is fetched while something else is done.
  ///
  /// - Returns: nil where there is no area.
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
      // A part of a part would be none of ours.
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

  /// The second half.
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
