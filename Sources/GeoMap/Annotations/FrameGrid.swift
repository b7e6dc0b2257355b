/// Finds overlapping frames on the screen.
///
/// A table of square cells as large as the largest frame: if two frames overlap, their centers are in the
/// same cell or in adjacent cells.
struct FrameGrid {
  /// A frame, and its collision shape.
  struct Shape {
    let frame: CGRect
    let mode: MKAnnotationViewCollisionMode

    /// Whether they share more than an edge.
    func overlaps(_ other: Shape) -> Bool {
      switch (mode, other.mode) {
      case (.none, _), (_, .none): false
      case (.rectangle, .rectangle): sharesArea(with: other.frame)
      case (.circle, .circle): distance(to: other.middle) < radius + other.radius
      case (.circle, .rectangle): distance(to: other.nearest(to: middle)) < radius
      case (.rectangle, .circle): other.overlaps(self)
      }
    }

    var middle: CGPoint { CGPoint(x: frame.midX, y: frame.midY) }
    private var radius: Double { min(frame.size.width, frame.size.height) / 2 }

    /// Core Graphics' `intersects` counts a shared edge too.
    private func sharesArea(with other: CGRect) -> Bool {
      frame.minX < other.maxX && other.minX < frame.maxX && frame.minY < other.maxY && other.minY < frame.maxY
    }

    private func distance(to point: CGPoint) -> Double {
      let (dx, dy) = (point.x - middle.x, point.y - middle.y)
      return (dx * dx + dy * dy).squareRoot()
    }

    private func nearest(to point: CGPoint) -> CGPoint {
      CGPoint(
        x: min(max(point.x, frame.origin.x), frame.origin.x + frame.size.width),
        y: min(max(point.y, frame.origin.y), frame.origin.y + frame.size.height))
    }
  }

  private struct Cell: Hashable {
    let group: Int
    let x: Int
    let y: Int
  }

  private let size: Double
  private var shapes: [Shape] = []
  private var cells: [Cell: [Int]] = [:]

  /// - Parameter largest: the longest side of any frame to be inserted.
  init(largest: Double) { size = max(largest, 1) }

  /// Adds a shape to one of several independent groups, and returns its number, counted from 0.
  mutating func insert(_ shape: Shape, group: Int = 0) -> Int {
    cells[cell(shape, group), default: []].append(shapes.count)
    shapes.append(shape)
    return shapes.count - 1
  }

  /// The first shape of the group that overlaps the given one, in the order inserted.
  func first(overlapping shape: Shape, group: Int = 0) -> Int? {
    let middle = cell(shape, group)
    var first: Int?
    for x in middle.x - 1...middle.x + 1 {
      for y in middle.y - 1...middle.y + 1 {
        let found = cells[Cell(group: group, x: x, y: y)]?.first { shapes[$0].overlaps(shape) }
        if let found, found < first ?? .max { first = found }
      }
    }
    return first
  }

  private func cell(_ shape: Shape, _ group: Int) -> Cell {
    Cell(group: group, x: number(shape.middle.x), y: number(shape.middle.y))
  }

  /// Views may be anywhere, even at invalid positions: those beyond the last cell share it.
  private func number(_ place: Double) -> Int {
    place.isNaN ? 0 : Int(min(max(place / size, -1e15), 1e15).rounded(.down))
  }
}

extension MKAnnotationView {
  var shape: FrameGrid.Shape { FrameGrid.Shape(frame: frame, mode: collisionMode) }
}
