import GeoCore
import Glibc

/// The largest circle inside an outline, within 1 % of its radius.
///
/// The outline's range of longitudes and latitudes is searched in cells that are halved repeatedly. A cell
/// whose middle is d from the nearest edge holds no circle larger than d plus half its diagonal; a cell that
/// cannot beat the largest circle found by 1 % is dropped. A cell checks only the edges that were near enough
/// for its parent. Distances are chords in space, which differ from geodesics by less than 0.5 % up to 2000
/// km.
///
/// - Source: Garcia-Castellanos, Lombardo 2007, doi:10.1080/14702540801897809 (the pole of inaccessibility); Agafonkin 2016,
///   A new algorithm for finding a visual center of a polygon (cells with a bound).
struct InscribedCircle {
  private let outline: Outline
  private var pieces: ContiguousArray<(from: SIMD3<Double>, way: SIMD3<Double>)> = []
  private var radius = 0.0

  /// After this many cells the best circle found is accepted, even if not within 1 %.
  private static let mostCells = 100_000

  private struct Cell {
    var x: Double
    var y: Double
    /// Degrees.
    var halfWidth: Double
    var halfHeight: Double
    /// No place in it is farther from an edge.
    var bound: Double
    /// The pieces that may be nearest to a place in it.
    var near: ContiguousArray<UInt32>
  }

  /// Returns the radius in meters.
  static func radius(of outline: Outline) -> CLLocationDistance {
    var search = InscribedCircle(outline)
    search.run()
    return search.radius
  }

  private init(_ outline: Outline) {
    self.outline = outline
    let edges = outline.edges
    func degrees(_ edge: Edge) -> Double { max(abs(edge.x2 - edge.x1), abs(edge.y2 - edge.y1)) }
    // A geodesic deviates by less than 2 m from a straight edge of 0.05°; the number of pieces is limited.
    let piece = max(0.05, edges.reduce(0) { $0 + degrees($1) } / 100_000)
    for edge in edges {
      let count = max(1, (degrees(edge) / piece).rounded(.up))
      var last = EnclosingCircle.point(edge.place(0)) * CapSpan.radius
      for i in stride(from: 1, through: count, by: 1) {
        let next = EnclosingCircle.point(edge.place(i / count)) * CapSpan.radius
        pieces.append((last, next - last))
        last = next
      }
    }
  }

  private mutating func run() {
    let south = outline.holdsPole(-90) ? -90 : outline.south
    let north = outline.holdsPole(90) ? 90 : outline.north
    let all = ContiguousArray((0..<pieces.count).map(UInt32.init))
    let width = outline.east - outline.west
    let height = north - south
    let squeeze = cos(max(-80, min(80, (south + north) / 2)) * .pi / 180)
    // About square cells to start with.
    let columns = max(1, min(64, (width * squeeze / max(height, 1e-12)).rounded()))
    let rows = max(1, min(64, (height / max(width * squeeze, 1e-12)).rounded()))
    var cells: [Cell] = []
    for row in stride(from: 0.5, to: rows, by: 1) {
      for column in stride(from: 0.5, to: columns, by: 1) {
        measure(
          Cell(
            x: outline.west + width * column / columns, y: south + height * row / rows,
            halfWidth: width / columns / 2, halfHeight: height / rows / 2, bound: 0, near: all), &cells)
      }
    }
    var count = cells.count
    while !cells.isEmpty, count < Self.mostCells {
      var next: [Cell] = []
      for cell in cells where cell.bound > 1.01 * radius {
        for quarter in 0..<4 {
          let x = cell.x + (quarter & 1 == 0 ? -0.5 : 0.5) * cell.halfWidth
          let y = cell.y + (quarter & 2 == 0 ? -0.5 : 0.5) * cell.halfHeight
          measure(
            Cell(
              x: x, y: y, halfWidth: cell.halfWidth / 2, halfHeight: cell.halfHeight / 2, bound: 0,
              near: cell.near), &next)
        }
      }
      count += next.count
      cells = next
    }
  }

  /// Measures a cell, and appends it if it may hold a circle larger than the best so far.
  private mutating func measure(_ cell: Cell, _ cells: inout [Cell]) {
    var cell = cell
    let place = Edge(x1: cell.x, y1: cell.y, x2: cell.x, y2: cell.y).place(0)
    let point = EnclosingCircle.point(place) * CapSpan.radius
    var distances = ContiguousArray<Double>()
    distances.reserveCapacity(cell.near.count)
    var nearest = Double.infinity
    for piece in cell.near {
      let distance = Self.distance(point, pieces[Int(piece)])
      distances.append(distance)
      nearest = min(nearest, distance)
    }
    guard nearest < .infinity else { return }
    let isInside = outline.contains(place)
    if isInside { radius = max(radius, Self.arc(nearest)) }
    // The cell counts as wide as its equatorward edge.
    let lowest = max(0, abs(cell.y) - cell.halfHeight)
    let right = cell.halfWidth * cos(lowest * .pi / 180)
    let half = (right * right + cell.halfHeight * cell.halfHeight).squareRoot() * CapSpan.radius * .pi / 180
    cell.bound = Self.arc(min(2 * CapSpan.radius, (isInside ? nearest : -nearest) + half))
    guard cell.bound > 1.01 * radius else { return }
    var near = ContiguousArray<UInt32>()
    for (i, piece) in cell.near.enumerated() where distances[i] <= nearest + 2 * half { near.append(piece) }
    cell.near = near
    cells.append(cell)
  }

  private static func distance(
    _ point: SIMD3<Double>, _ piece: (from: SIMD3<Double>, way: SIMD3<Double>)
  ) -> Double {
    let apart = point - piece.from
    let squared = (piece.way * piece.way).sum()
    let t = squared > 0 ? max(0, min(1, (apart * piece.way).sum() / squared)) : 0
    let foot = piece.from + piece.way * t
    // Moves the foot of the chord up to the sphere.
    let rest = point - foot * (CapSpan.radius / (foot * foot).sum().squareRoot())
    return (rest * rest).sum().squareRoot()
  }

  /// The length on the sphere that a chord spans.
  private static func arc(_ chord: Double) -> Double {
    2 * CapSpan.radius * asin(max(-1, min(1, chord / 2 / CapSpan.radius)))
  }
}
