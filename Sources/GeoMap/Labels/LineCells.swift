/// The cells of a picture that lines cross, one bit each.
///
/// - Units: points of the picture.
struct LineCells: Sendable {
  private static let side = 2.0
  private let window: CGRect
  private let columns: Int
  private let rows: Int
  /// The words of one row.
  private let stride: Int
  /// Empty until the first line.
  private var bits: [UInt64] = []

  init(_ size: CGSize) {
    func count(_ length: Double) -> Int { Int((min(max(length, 0), 1e5) / LineCells.side).rounded(.up)) }
    window = CGRect(origin: .zero, size: size)
    columns = count(size.width)
    rows = count(size.height)
    stride = (columns + 63) / 64
  }

  /// Whether a line crosses a rect.
  func cross(_ rect: CGRect) -> Bool {
    guard !bits.isEmpty, let (left, right, top, bottom) = cells(rect) else { return false }
    for row in top...bottom {
      for word in left / 64...right / 64 where bits[row * stride + word] & mask(word, left, right) != 0 {
        return true
      }
    }
    return false
  }

  /// The bits of the columns from `left` to `right` in a word of a row.
  @inline(__always)
  private func mask(_ word: Int, _ left: Int, _ right: Int) -> UInt64 {
    let (first, last) = (max(left - word * 64, 0), min(right - word * 64, 63))
    return (UInt64.max << first) & (UInt64.max >> (63 - last))
  }

  /// The columns and rows of a rect; nil for one beyond the picture.
  private func cells(_ rect: CGRect) -> (left: Int, right: Int, top: Int, bottom: Int)? {
    guard !rect.isNull, rect.maxX >= 0, rect.maxY >= 0, rect.minX < window.width, rect.minY < window.height
    else { return nil }
    func cell(_ value: Double, _ count: Int) -> Int {
      Int(min(max(value / LineCells.side, 0), Double(count - 1)))
    }
    return (
      cell(rect.minX, columns), cell(rect.maxX, columns), cell(rect.minY, rows), cell(rect.maxY, rows)
    )
  }

  // MARK: Lines

  /// Adds the lines of a path, drawn with a pen that reaches that far on either side.
  mutating func add(_ path: CGPath, _ transform: CGAffineTransform, reach: Double) {
    guard columns > 0, rows > 0, reach.isFinite else { return }
    if bits.isEmpty { bits = Array(repeating: 0, count: stride * rows) }
    let reach = min(reach, LineCells.mostReach)
    var walk = Walk(clip: LineClip(window: window.insetBy(dx: -reach, dy: -reach)), reach: reach)
    var (start, current, next) = (CGPoint.zero, CGPoint.zero, 0)
    for verb in path.verbs {
      switch verb {
      case .move:
        current = path.points[next].applying(transform)
        start = current
        next += 1
      case .line:
        let point = path.points[next].applying(transform)
        add(current, point, &walk)
        current = point
        next += 1
      case .curve:
        let curve = Curve(
          from: current, path.points[next].applying(transform), path.points[next + 1].applying(transform),
          to: path.points[next + 2].applying(transform))
        for step in 1...LineCells.curveSteps {
          let point = curve.parted(at: Double(step) / Double(LineCells.curveSteps)).0.to
          add(current, point, &walk)
          current = point
        }
        next += 3
      case .close:
        add(current, start, &walk)
        current = start
      }
    }
  }

  private static let curveSteps = 24
  /// Any picture is within reach of such a pen.
  private static let mostReach = 1e9

  private struct Walk {
    let clip: LineClip
    let reach: Double
    /// The distance between marks; a wide pen makes few, because each of them marks many cells.
    var step: Double { max(LineCells.side, reach / 16) }
    /// The cell that was marked last.
    var column = Int.min
    var row = Int.min
  }

  private mutating func add(_ a: CGPoint, _ b: CGPoint, _ walk: inout Walk) {
    guard let seen = walk.clip.seen(a, b) else { return }
    let (dx, dy) = ((b.x - a.x) * (seen.to - seen.from), (b.y - a.y) * (seen.to - seen.from))
    let (x, y) = (a.x + (b.x - a.x) * seen.from, a.y + (b.y - a.y) * seen.from)
    let length = max(abs(dx), abs(dy))
    guard length.isFinite, x.isFinite, y.isFinite else { return }
    let steps = (length / walk.step).rounded(.up)
    guard steps > 0 else { return mark(x, y, &walk) }
    for step in 0...Int(steps) {
      mark(x + dx * Double(step) / steps, y + dy * Double(step) / steps, &walk)
    }
  }

  /// Marks the cells within reach of the cell of a point.
  @inline(__always)
  private mutating func mark(_ x: Double, _ y: Double, _ walk: inout Walk) {
    let (column, row) = (Int((x / LineCells.side).rounded(.down)), Int((y / LineCells.side).rounded(.down)))
    guard column != walk.column || row != walk.row else { return }
    (walk.column, walk.row) = (column, row)
    let side = LineCells.side
    let rect = CGRect(
      x: Double(column) * side - walk.reach, y: Double(row) * side - walk.reach,
      width: side * 0.99 + 2 * walk.reach, height: side * 0.99 + 2 * walk.reach)
    guard let (left, right, top, bottom) = cells(rect) else { return }
    for row in top...bottom {
      for word in left / 64...right / 64 { bits[row * stride + word] |= mask(word, left, right) }
    }
  }
}
