import Glibc

extension CGPath {
  /// The maximum number of dashes of a path; a path with more stays whole.
  private static let mostDashes = 100_000.0

  /// The dashes of the path's lines; the path itself without a pattern.
  ///
  /// - Parameter lengths: alternating dashes and gaps, none negative.
  public func dashed(phase: Double, lengths: [Double]) -> CGPath {
    guard var pattern = LineDashes(lengths, phase: phase, scale: 1) else { return self }
    let lines = pieces().map { $0.isClosed ? $0.points + $0.points.prefix(1) : $0.points }
    let length = lines.reduce(0.0) { total, line in
      total + zip(line, line.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }
    let count = length / lengths.reduce(0, +) * Double(lengths.count)
    guard count <= CGPath.mostDashes else { return self }
    var dashes = CGPath()
    for line in lines {
      for dash in pattern.dashes(of: LineClip.Part(points: line)) { dashes.addLines(dash.points) }
    }
    return dashes
  }
}
