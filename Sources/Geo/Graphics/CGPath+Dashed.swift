import Glibc

extension CGPath {
  /// How many dashes a path is cut into at most; one that would have more stays whole.
  private static let mostDashes = 100_000.0

  /// The dashes of the lines that the path becomes; itself without a pattern.
  ///
  /// - Parameter lengths: of dashes and gaps by turns, none below 0.
  public func dashed(phase: Double, lengths: [Double]) -> CGPath {
    let cycle = lengths.reduce(0, +)
    guard cycle > 0, cycle.isFinite, phase.isFinite else { return self }
    let pieces = pieces().map { piece in
      piece.isClosed ? piece.points + piece.points.prefix(1) : piece.points
    }
    let length = pieces.reduce(0.0) { total, line in
      total + zip(line, line.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }
    guard length / cycle * Double(lengths.count) <= CGPath.mostDashes else { return self }
    var dashes = CGPath()
    for line in pieces { dashes.addDashes(of: line, phase, lengths, cycle) }
    return dashes
  }

  private mutating func addDashes(of line: [CGPoint], _ phase: Double, _ lengths: [Double], _ cycle: Double) {
    // A pattern of odd length goes on with dashes where it had gaps.
    let pattern = lengths.count % 2 == 0 ? lengths : lengths + lengths
    var left = phase.truncatingRemainder(dividingBy: cycle * (lengths.count % 2 == 0 ? 1 : 2))
    if left < 0 { left += cycle * (lengths.count % 2 == 0 ? 1 : 2) }
    var number = 0
    while left >= pattern[number], left > 0 {
      left -= pattern[number]
      number = (number + 1) % pattern.count
    }
    left = pattern[number] - left
    guard let first = line.first else { return }
    if number % 2 == 0 { move(to: first) }
    for (a, b) in zip(line, line.dropFirst()) {
      let length = hypot(b.x - a.x, b.y - a.y)
      var done = 0.0
      while length > 0, length - done >= left {
        done += left
        number = (number + 1) % pattern.count
        left = pattern[number]
        let place = CGPoint(x: a.x + (b.x - a.x) * done / length, y: a.y + (b.y - a.y) * done / length)
        if number % 2 == 0 { move(to: place) } else { addLine(to: place) }
      }
      left -= length - done
      if number % 2 == 0 { addLine(to: b) }
    }
  }
}
