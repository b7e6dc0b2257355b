import Geo

/// Shows how far a long replay is.
struct Progress {
  private var line: ProgressLine

  init(isShown: Bool) { line = ProgressLine(isShown: isShown) }

  /// - Parameter fraction: how much of the input has been read, nil when that cannot be known.
  mutating func update(events: Int, time: TimeInterval, fraction: Double?) {
    guard let elapsed = line.elapsed(events) else { return }
    let rate = grouped(Int(Double(events) / elapsed))
    line.draw(
      "\(grouped(events)) events  \(ISO8601.format(time.rounded(.down)))  \(rate) events/s",
      fraction: fraction,
      elapsed: elapsed)
  }

  mutating func end() { line.end() }
}
