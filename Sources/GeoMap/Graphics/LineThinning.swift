/// Leaves out the points of a line that nobody would miss.
///
/// As long as points stay beside one straight, closer than the tolerance, only how far the line went along it to either
/// side and where it left are kept: no point of the line given is further than the tolerance from the line that
/// remains, and what goes to and fro keeps its ends. Each stretch begins where the one before has left off, so that
/// errors do not add up.
///
/// - Source: Reumann & Witkam 1974, Optimizing curve segmentation in computer graphics, with the extremes kept.
struct LineThinning {
  private(set) var points: [CGPoint] = []
  /// Shares of the way that the points lie at; empty where nobody asks.
  private(set) var shares: [Double] = []

  /// A point on its way, and how far along the straight it is.
  private struct Mark {
    var point = CGPoint.zero
    var share = 0.0
    var along = 0.0
  }

  private let tolerance: Double
  private let keepsShares: Bool
  private var origin = CGPoint.zero
  private var last = Mark()
  /// The straight's direction, of length 1; 0 while there is none.
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

  /// Begins another line.
  mutating func reset() {
    points.removeAll(keepingCapacity: true)
    shares.removeAll(keepingCapacity: true)
    (dx, dy) = (0, 0)
  }

  /// Adds a point; one that is not finite is left out.
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

  /// What does not go on along the straight.
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
    // Too near for a direction.
    guard length > tolerance else { return }
    (dx, dy) = (x / length, y / length)
    low = Mark(point: origin, share: share, along: 0)
    high = last
    isHighLater = true
  }

  /// Keeps what the straight has gathered; the next begins at its last point.
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

  /// Keeps where the line ends.
  mutating func finish() {
    guard !points.isEmpty else { return }
    if dx != 0 || dy != 0 { leave() } else if last.point != origin { emit(last) }
  }
}
