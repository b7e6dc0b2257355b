/// Splits a line into its dashes.
///
/// Canvases can do so themselves, but do not know what was clipped away before: each part of the line must
/// continue with the dashes at its position.
struct LineDashes {
  private let lengths: [Double]
  private let phase: Double
  private let period: Double
  /// How many dashes and gaps may still be made: a line that needs more stays whole.
  private var left = 200_000.0

  /// - Returns: nil for a solid line, and for dashes too short to be distinguished.
  init?(_ lengths: [Double], phase: Double, scale: Double) {
    guard !lengths.isEmpty, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), phase.isFinite else { return nil }
    // An odd pattern swaps dashes and gaps when it repeats.
    let all = lengths.count % 2 == 0 ? lengths : lengths + lengths
    self.lengths = all.map { $0 * scale }
    self.phase = phase * scale
    period = self.lengths.reduce(0, +)
    guard period > LineDashes.shortest * Double(all.count) else { return nil }
  }

  /// - Units: points of the canvas.
  private static let shortest = 0.05

  /// Returns the dashes of a part of a line.
  mutating func dashes(of part: LineClip.Part) -> [LineClip.Part] {
    guard var a = part.points.first else { return [] }
    left -= part.length / period * Double(lengths.count)
    // Written so that NaN counts as too many.
    guard left >= 0 else { return [part] }
    var (index, rest) = state(at: part.lengthBefore)
    var found: [LineClip.Part] = []
    var dash = LineClip.Part(points: [])
    let hasShares = !part.shares.isEmpty
    func add(_ point: CGPoint, _ share: Double) {
      dash.points.append(point)
      if hasShares { dash.shares.append(share) }
    }
    var shareA = part.shares.first ?? 0
    if index % 2 == 0 { add(a, shareA) }
    let points = part.isClosed ? part.points + [a] : part.points
    for place in points.indices.dropFirst() {
      let b = points[place]
      let shareB = hasShares ? (place < part.shares.count ? part.shares[place] : 1) : 0
      var way = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      while way > rest {
        let t = rest / way
        a = CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
        shareA += (shareB - shareA) * t
        way -= rest
        if index % 2 == 0 {
          add(a, shareA)
          found.append(dash)
          dash = LineClip.Part(points: [])
        } else {
          add(a, shareA)
        }
        index = (index + 1) % lengths.count
        rest = lengths[index]
      }
      rest -= way
      (a, shareA) = (b, shareB)
      if index % 2 == 0 { add(b, shareB) }
    }
    if dash.points.count > 1 { found.append(dash) }
    return found
  }

  /// The current element of the pattern at a distance along the line, and its remaining length.
  private func state(at length: Double) -> (index: Int, rest: Double) {
    let way = (length + phase) / period
    var left = (way - way.rounded(.down)) * period
    for (index, dash) in lengths.enumerated() {
      if left < dash { return (index, dash - left) }
      left -= dash
    }
    return (0, lengths[0])
  }
}

extension LineClip.Part {
  fileprivate var length: Double {
    let ring = isClosed ? points + points.prefix(1) : points
    return zip(ring, ring.dropFirst()).reduce(0) { sum, line in
      let (dx, dy) = (line.1.x - line.0.x, line.1.y - line.0.y)
      return sum + (dx * dx + dy * dy).squareRoot()
    }
  }
}
