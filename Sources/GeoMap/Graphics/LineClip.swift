/// Clips lines and areas to a window, so that nothing far outside reaches a canvas.
///
/// The caller makes the window so much larger than the visible area that the ends of clipped lines are
/// invisible.
struct LineClip {
  let window: CGRect

  /// A part of a line inside the window, and the length of the line before it.
  struct Part {
    var points: [CGPoint]
    var shares: [Double] = []
    var lengthBefore = 0.0
    /// Whether it is the whole of a closed line.
    var isClosed = false
  }

  /// Returns the parts of a line inside the window, in its order.
  ///
  /// - Parameter measures: whether to compute the length before each part.
  func parts(
    of line: [CGPoint], shares: [Double] = [], isClosed: Bool, measures: Bool = false
  ) -> [Part] {
    guard line.contains(where: { !contains($0) }) else {
      return [Part(points: line, shares: shares, isClosed: isClosed)]
    }
    var walk = Walk(clip: self, hasShares: !shares.isEmpty)
    for index in line.indices.dropFirst() {
      walk.step(
        from: line[index - 1], to: line[index], shares.isEmpty ? 0 : shares[index - 1],
        shares.isEmpty ? 0 : shares[index], measures: measures)
    }
    if isClosed, let first = line.first, let last = line.last {
      walk.step(from: last, to: first, 1, 1, measures: measures)
    }
    walk.end()
    // At its start a closed line has a corner, not two ends.
    if isClosed, walk.parts.count > 1, let first = walk.parts.first, let last = walk.parts.last,
      first.points.first == line.first, last.points.last == line.first
    {
      walk.parts[0] = Part(
        points: last.points + first.points.dropFirst(), shares: last.shares + first.shares.dropFirst(),
        lengthBefore: last.lengthBefore)
      walk.parts.removeLast()
    }
    return walk.parts
  }

  @inline(__always)
  private func contains(_ point: CGPoint) -> Bool {
    point.x >= window.minX && point.x <= window.maxX && point.y >= window.minY && point.y <= window.maxY
  }

  /// The shares of a segment from `a` to `b` between which it is inside the window.
  func seen(_ a: CGPoint, _ b: CGPoint) -> (from: Double, to: Double)? {
    var (from, to) = (0.0, 1.0)
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    for (way, room) in [
      (-dx, a.x - window.minX), (dx, window.maxX - a.x), (-dy, a.y - window.minY), (dy, window.maxY - a.y),
    ] {
      if way == 0 {
        if room < 0 { return nil }
      } else if way < 0 {
        from = max(from, room / way)
      } else {
        to = min(to, room / way)
      }
    }
    return from <= to ? (from, to) : nil
  }

  /// The state of clipping one line.
  private struct Walk {
    let clip: LineClip
    let hasShares: Bool
    var parts: [Part] = []
    private var part = Part(points: [])
    private var length = 0.0

    init(clip: LineClip, hasShares: Bool) {
      self.clip = clip
      self.hasShares = hasShares
    }

    mutating func step(
      from a: CGPoint, to b: CGPoint, _ shareA: Double, _ shareB: Double, measures: Bool
    ) {
      let way = measures ? ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot() : 0
      defer { length += way }
      if clip.contains(a), clip.contains(b) {
        if part.points.isEmpty { begin(at: a, shareA, length) }
        return add(b, shareB)
      }
      guard let seen = clip.seen(a, b) else { return end() }
      func place(_ t: Double) -> CGPoint { CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t) }
      func share(_ t: Double) -> Double { shareA + (shareB - shareA) * t }
      if part.points.isEmpty {
        begin(at: seen.from > 0 ? place(seen.from) : a, share(seen.from), length + way * seen.from)
      }
      add(seen.to < 1 ? place(seen.to) : b, share(seen.to))
      if seen.to < 1 { end() }
    }

    private mutating func begin(at point: CGPoint, _ share: Double, _ length: Double) {
      part = Part(points: [], lengthBefore: length)
      add(point, share)
    }

    private mutating func add(_ point: CGPoint, _ share: Double) {
      part.points.append(point)
      if hasShares { part.shares.append(share) }
    }

    mutating func end() {
      guard !part.points.isEmpty else { return }
      parts.append(part)
      part = Part(points: [])
    }
  }

  /// Returns the part of a ring's inside in the window, as a ring; empty if there is none.
  ///
  /// Parts outside run along the edge, so that each place of the window is enclosed as often as before.
  ///
  /// - Source: Sutherland & Hodgman 1974, Reentrant polygon clipping.
  func area(of ring: [CGPoint]) -> [CGPoint] {
    var ring = ring
    ring = cut(ring) { $0.x - window.minX }
    ring = cut(ring) { window.maxX - $0.x }
    ring = cut(ring) { $0.y - window.minY }
    return cut(ring) { window.maxY - $0.y }
  }

  /// Keeps the part where `room` is not negative.
  @inline(__always)
  private func cut(_ ring: [CGPoint], _ room: (CGPoint) -> Double) -> [CGPoint] {
    guard var a = ring.last, ring.contains(where: { room($0) < 0 }) else { return ring }
    var kept: [CGPoint] = []
    kept.reserveCapacity(ring.count + 4)
    var roomA = room(a)
    for b in ring {
      let roomB = room(b)
      if (roomA < 0) != (roomB < 0) {
        let t = roomA / (roomA - roomB)
        kept.append(CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t))
      }
      if roomB >= 0 { kept.append(b) }
      (a, roomA) = (b, roomB)
    }
    return kept
  }
}
