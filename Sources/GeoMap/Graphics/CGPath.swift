/// Lines and curves in subpaths, for filling, stroking or clipping.
///
/// - Shape: a verb for each step, with its points in sequence: one for a move or a line, three for a curve
///   (two controls, then the end), none for a close.
public struct CGPath: Equatable, Sendable {
  /// One step; C canvases read the raw values.
  public enum Verb: UInt8, Sendable {
    case move, line, curve, close
  }

  public private(set) var verbs: [Verb] = []
  public private(set) var points: [CGPoint] = []
  /// The start of the current subpath.
  private var start: CGPoint?

  public init() {}

  public var isEmpty: Bool { verbs.isEmpty }
  /// The start of the next line; nil before the first move.
  public private(set) var currentPoint: CGPoint?

  public mutating func reserve(_ count: Int) {
    // An array gets just the room that it asks for: without the doubling a path of many short lines would be copied
    // once for each.
    func room(_ used: Int, _ capacity: Int) -> Int {
      used + count <= capacity ? capacity : max(used + count, 2 * capacity)
    }
    verbs.reserveCapacity(room(verbs.count, verbs.capacity))
    points.reserveCapacity(room(points.count, points.capacity))
  }

  /// Begins a new subpath.
  public mutating func move(to point: CGPoint) {
    verbs.append(.move)
    points.append(point)
    start = point
    currentPoint = point
  }

  /// A line; without a current point, the start of a subpath.
  public mutating func addLine(to point: CGPoint) {
    guard begun(at: point) else { return }
    verbs.append(.line)
    points.append(point)
    currentPoint = point
  }

  public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    if currentPoint == nil { move(to: control1) }
    resume()
    verbs.append(.curve)
    points.append(control1)
    points.append(control2)
    points.append(end)
    currentPoint = end
  }

  /// Closes the subpath with a line to its start, where the next step begins.
  public mutating func close() {
    guard let start, verbs.last != .close else { return }
    verbs.append(.close)
    currentPoint = start
  }

  /// Adds the subpaths of another path.
  ///
  /// - Parameter joined: whether a line connects the current point to its first subpath.
  public mutating func append(_ other: CGPath, joined: Bool = false) {
    guard !other.isEmpty else { return }
    let goesOn = joined && currentPoint != nil
    if goesOn { resume() }
    let first = verbs.count
    verbs += other.verbs
    points += other.points
    if goesOn { verbs[first] = .line }
    if !goesOn || other.verbs.dropFirst().contains(.move) { start = other.start }
    currentPoint = verbs.last == .close ? start : other.currentPoint
  }

  /// Lines from each point to the next, in bulk.
  public mutating func addLines(_ line: some Collection<CGPoint>) {
    guard let first = line.first else { return }
    move(to: first)
    reserve(line.count)
    for point in line.dropFirst() {
      verbs.append(.line)
      points.append(point)
      currentPoint = point
    }
  }

  public mutating func removeAll() { self = CGPath() }

  public func applying(_ transform: CGAffineTransform) -> CGPath {
    guard transform != .identity else { return self }
    var changed = self
    for index in changed.points.indices { changed.points[index] = points[index].applying(transform) }
    changed.start = start?.applying(transform)
    changed.currentPoint = currentPoint?.applying(transform)
    return changed
  }

  /// The smallest rect around all its points, including control points; null for an empty path.
  public var controlBounds: CGRect {
    guard let first = points.first else { return .null }
    var (low, high) = (first, first)
    for point in points {
      low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
      high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  private mutating func begun(at point: CGPoint) -> Bool {
    guard currentPoint != nil else {
      move(to: point)
      return false
    }
    resume()
    return true
  }

  /// After a close the next step begins at the start of the subpath.
  private mutating func resume() {
    if verbs.last == .close, let start { move(to: start) }
  }
}
