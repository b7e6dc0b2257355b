import GeoCore
import Glibc

/// The cells that a shape with its buffer touches. Starting from one degree, cells at the shape's edge are
/// divided.
struct ShapeCover {
  struct Cell {
    /// In ``levels``.
    var level: Int
    var key: UInt64
    /// Whether no place in it is farther outside than the buffer.
    var isInside: Bool
  }

  /// Rows in a degree of the grids; cells of the last are 27 m high.
  static let levels = [1, 4, 16, 64, 256, 1024, 4096]
  /// The maximum number of one-degree cells to start with.
  private static let mostDegrees = 4096.0

  private let shape: AreaShape
  private let outline: Outline
  private let isCorridor: Bool
  /// The distance from the outline's edges up to which a place may be doubtful.
  private let margin: CLLocationDistance
  private let buffer: CLLocationDistance
  /// The level at which cells near the edge are no longer divided.
  private let finest: Int
  private let edges: ContiguousArray<Edge>
  /// The extent of the shape with the margin; longitudes are lifted like those of its edges.
  private let south: Double
  private let north: Double
  private let west: Double
  private let east: Double
  /// Whether cells must be compared with the edges in all lifts: the shape goes around the earth, or lies so
  /// near a pole that cells are wide and it could meet one from both sides.
  private let isRound: Bool
  /// Index of an edge · 4 plus its lift: the edges of each cell on the path from a degree down to the current
  /// cell.
  private var near: ContiguousArray<UInt32> = []

  /// Appends the cells of a shape; returns false if there are too many, for example for a shape that spans a
  /// continent.
  static func collect(
    _ shape: AreaShape, buffer: CLLocationDistance, into cells: inout ContiguousArray<Cell>
  ) -> Bool {
    guard buffer < 1e7, var cover = ShapeCover(shape, buffer) else { return false }
    return cover.run(&cells)
  }

  private init?(_ shape: AreaShape, _ buffer: CLLocationDistance) {
    self.shape = shape
    self.buffer = buffer
    outline = shape.outline
    isCorridor = shape.halfWidth > 0
    margin = shape.halfWidth + buffer
    guard outline.edgeCount > 0, let finest = Self.finest(shape, margin) else { return nil }
    self.finest = finest
    edges = outline.edges
    let angle = Self.angle(margin)
    south = outline.holdsPole(-90) ? -90 : max(-90, outline.south - angle * 180 / .pi)
    north = outline.holdsPole(90) ? 90 : min(90, outline.north + angle * 180 / .pi)
    let sideways = Self.longitudes(angle, max(abs(south), abs(north)))
    west = outline.west - sideways
    east = outline.east + sideways
    isRound = outline.isRound || east - west > 180 || max(-south, north) > 85
  }

  /// Chooses the finest cells of which the edges, with the margin on both sides, touch a limited number.
  private static func finest(_ shape: AreaShape, _ margin: CLLocationDistance) -> Int? {
    let most = 24 + 12 * Double(shape.outline.edgeCount).squareRoot()
    for level in levels.indices.reversed() {
      let size = 111_195 / Double(levels[level])
      let across = 1.3 + 2 * margin / size
      let count = shape.length / size * across + across * across
      if count <= (level == 0 ? mostDegrees : most) { return level }
    }
    return nil
  }

  private mutating func run(_ cells: inout ContiguousArray<Cell>) -> Bool {
    let degrees = CellGrid.row(south, 1).row...CellGrid.row(north, 1).row
    let squeeze = cos((south + north) / 2 * .pi / 180)
    let columns = isRound ? 360.0 : min(360, east - west)
    guard Double(degrees.count) * (columns * squeeze + 1) <= Self.mostDegrees else { return false }
    for row in degrees {
      let (low, high) = (Double(row) - 90 - latitudes - 1e-9, Double(row) - 89 + latitudes + 1e-9)
      let inRow = edges.indices.filter { edges[$0].north >= low && edges[$0].south <= high }
      let columnsPerDegree = CellGrid.degreeCosines[row]
      let end = Int(360 * columnsPerDegree)
      func column(_ longitude: Double) -> Int { min(end, max(0, Int((longitude + 180) * columnsPerDegree))) }
      if isRound {
        for column in 0...end { visit(row, column, inRow, lifts: [0, 1, 2], &cells) }
        continue
      }
      for lift in 0..<3 {
        let low = max(west - Self.degrees(lift), -180)
        let high = min(east - Self.degrees(lift), 180)
        guard low <= high, low < 180 else { continue }
        for column in column(low)...column(high) { visit(row, column, inRow, lifts: [lift], &cells) }
      }
    }
    return true
  }

  /// The degrees to add to a cell's longitudes in lift 0, 1 or 2.
  private static func degrees(_ lift: Int) -> Double { Double(lift - 1) * 360 }

  /// Visits a cell of a degree, with the edges that pass through its row, in some lifts.
  private mutating func visit(
    _ row: Int, _ column: Int, _ inRow: [Int], lifts: [Int],
    _ cells: inout ContiguousArray<Cell>
  ) {
    let frame = frame(0, row, column)
    near.removeAll(keepingCapacity: true)
    for lift in lifts {
      for i in inRow where frame.isMet(by: edges[i], Self.degrees(lift)) {
        near.append(UInt32(i) << 2 | UInt32(lift))
      }
    }
    decide(0, row, column, near.indices, &cells)
  }

  /// The rows of the next grid within a cell that the shape spans.
  private func childRows(_ level: Int, _ row: Int) -> Range<Int> {
    let first = max(4 * row, CellGrid.row(south, Self.levels[level + 1]).row)
    let last = min(4 * row + 3, CellGrid.row(north, Self.levels[level + 1]).row)
    return first..<max(first, last + 1)
  }

  /// The columns of the next grid within a cell that the shape spans.
  private func childColumns(_ level: Int, _ row: Int, _ column: Int, _ lift: Int) -> Range<Int> {
    let columnsPerDegree = Double(Self.levels[level + 1]) * CellGrid.degreeCosines[row / Self.levels[level]]
    var first = 4 * column
    var last = min(4 * column + 3, Int(360 * columnsPerDegree))
    if !isRound {
      first = max(first, Int(max(0, (west - Self.degrees(lift) + 180) * columnsPerDegree)))
      last = min(last, Int(max(0, (east - Self.degrees(lift) + 180) * columnsPerDegree)))
    }
    return first..<max(first, last + 1)
  }

  /// Lists or divides a cell, depending on its edges.
  private mutating func decide(
    _ level: Int, _ row: Int, _ column: Int, _ range: Range<Int>, _ cells: inout ContiguousArray<Cell>
  ) {
    let frame = frame(level, row, column)
    if range.isEmpty {
      guard !isCorridor, outline.contains(frame.middle) else { return }
      cells.append(Cell(level: level, key: CellGrid.key(row: row, column: column), isInside: true))
      return
    }
    // A corridor contains cells that its line passes through.
    let isInside = isCorridor && shape.isWithin(buffer - frame.halfDiagonal, of: frame.middle)
    if level == finest || isInside {
      cells.append(Cell(level: level, key: CellGrid.key(row: row, column: column), isInside: isInside))
      return
    }
    let lift = Int(near[range.lowerBound] & 3)
    for childRow in childRows(level, row) {
      for childColumn in childColumns(level, row, column, lift) {
        let child = self.frame(level + 1, childRow, childColumn)
        let start = near.count
        for place in range {
          let word = near[place]
          if child.isMet(by: edges[Int(word >> 2)], Self.degrees(Int(word & 3))) { near.append(word) }
        }
        decide(level + 1, childRow, childColumn, start..<near.count, &cells)
        near.removeLast(near.count - start)
      }
    }
  }
}

extension ShapeCover {
  /// A cell in degrees, with and without the surrounding margin.
  private struct Frame {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// Of the cell and its margin.
    var halfWidth: Double
    var halfHeight: Double

    /// Maximum distance in meters from the middle of the cell to its corners.
    var halfDiagonal: CLLocationDistance {
      let right = width * cos(max(0, abs(y) - height / 2) * .pi / 180)
      return (height * height + right * right).squareRoot() / 2 * 111_700
    }

    var middle: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: y, longitude: x) }

    @inline(__always)
    func isMet(by edge: Edge, _ degrees: Double) -> Bool {
      edge.meets(x: x + degrees, y: y, halfWidth: halfWidth, halfHeight: halfHeight)
    }
  }

  private func frame(_ level: Int, _ row: Int, _ column: Int) -> Frame {
    let rows = Double(Self.levels[level])
    let columnsPerDegree = rows * CellGrid.degreeCosines[row / Self.levels[level]]
    let y = (Double(row) + 0.5) / rows - 90
    let west = Double(column) / columnsPerDegree - 180
    // The 180th meridian cuts off the last column.
    let east = min(180, Double(column + 1) / columnsPerDegree - 180)
    let half = 0.5 / rows
    // A billionth of a degree for rounding.
    return Frame(
      x: (west + east) / 2, y: y, width: east - west, height: 2 * half,
      halfWidth: (east - west) / 2 + Self.longitudes(Self.angle(margin), min(90, abs(y) + half)) + 1e-9,
      halfHeight: half + latitudes + 1e-9)
  }

  /// How many degrees the margin may reach to the north and south.
  private var latitudes: Double { Self.angle(margin) * 180 / .pi }

  /// The maximum angle that a margin spans, in radians, as in ``CapSpan``.
  private static func angle(_ margin: CLLocationDistance) -> Double {
    margin > 0 ? (margin * 1.0001 + 1) / (CapSpan.leastRatio * CapSpan.radius) : 0
  }

  /// How many degrees an angle may reach to the east and west from a latitude.
  private static func longitudes(_ angle: Double, _ latitude: Double) -> Double {
    guard angle > 0 else { return 0 }
    // At the widest point of a cap: sin Δλ = sin θ / cos φ.
    let ratio = sin(min(.pi / 2, angle)) / max(1e-9, cos(latitude * .pi / 180))
    return ratio < 1 ? asin(ratio) * 180 / .pi : 180
  }
}
