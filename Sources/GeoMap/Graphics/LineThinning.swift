/// Removes the points of a line that make no visible difference.
///
/// While points stay along one straight line, closer than the tolerance, only the extremes along it in both
/// directions and the last point are kept. So no given point is farther than the tolerance from the remaining
/// line, and a line that goes back and forth keeps its ends. Each stretch begins where the previous one
/// ended, so that errors do not add up.
///
/// - Source: Reumann & Witkam 1974, Optimizing curve segmentation in computer graphics, with the extremes kept.
struct LineThinning {
  private(set) var points: [CGPoint] = []
  /// The points' shares of the length; empty if not needed.
  private(set) var shares: [Double] = []

  /// A point, and its position along the straight line.
  private struct Mark {
    var point = CGPoint.zero
    var share = 0.0
    var along = 0.0
  }

  private let tolerance: Double
  private let keepsShares: Bool
  private var origin = CGPoint.zero
  private var last = Mark()
  /// The unit direction of the straight line; 0 while there is none.
  private var dx = 0.0
  private var dy = 0.0
  private var low = Mark()
  private var high = Mark()
  private var isHighLater = true

  init(tolerance: Double, keepsShares: Bool = false) {
    self.tolerance = tolerance
    self.keepsShares = keepsShares
  }

  mutating func reserve(_ count: Int) { points.reserveCapacity(count) }

  /// Starts another line.
  mutating func reset() {
    points.removeAll(keepingCapacity: true)
    shares.removeAll(keepingCapacity: true)
    (dx, dy) = (0, 0)
  }

  /// Adds a point; a non-finite one is skipped.
  @inline(__always)
  mutating func add(_ point: CGPoint, share: Double = 0) {
    let (x, y) = (point.x - origin.x, point.y - origin.y)
    if dx != 0 || dy != 0 {
      let along = x * dx + y * dy
      if abs(x * dy - y * dx) <= tolerance {
        last = Mark(point: point, share: share, along: along)
        if along > high.along {
          high = last
          isHighLater = true
        } else if along < low.along {
          low = last
          isHighLater = false
        }
        return
      }
    }
    turn(to: point, share)
  }

  /// Handles a point off the straight line.
  private mutating func turn(to point: CGPoint, _ share: Double) {
    guard point.x.isFinite, point.y.isFinite else { return }
    if points.isEmpty {
      emit(Mark(point: point, share: share))
      return
    }
    if dx != 0 || dy != 0 { leave() }
    let (x, y) = (point.x - origin.x, point.y - origin.y)
    let length = (x * x + y * y).squareRoot()
    last = Mark(point: point, share: share, along: length)
    // Too near to define a direction.
    guard length > tolerance else { return }
    (dx, dy) = (x / length, y / length)
    low = Mark(point: origin, share: share, along: 0)
    high = last
    isHighLater = true
  }

  /// Keeps the collected points of the straight line; the next one begins at its last point.
  private mutating func leave() {
    let keepsLow = low.along < -tolerance && last.along - low.along > tolerance
    let keepsHigh = high.along - last.along > tolerance
    if keepsLow, isHighLater { append(low) }
    if keepsHigh { append(high) }
    if keepsLow, !isHighLater { append(low) }
    emit(last)
  }

  private mutating func emit(_ mark: Mark) {
    append(mark)
    origin = mark.point
    last = mark
    last.along = 0
    (dx, dy) = (0, 0)
  }

  private mutating func append(_ mark: Mark) {
    points.append(mark.point)
    if keepsShares { shares.append(mark.share) }
  }

  /// Keeps the end of the line.
  mutating func finish() {
    guard !points.isEmpty else { return }
    if dx != 0 || dy != 0 { leave() } else if last.point != origin { emit(last) }
  }
}
