import Geo

/// Shows the progress of a long replay.
struct Progress {
  private var line: ProgressLine

  init(isShown: Bool) { line = ProgressLine(isShown: isShown) }

  /// - Parameter fraction: the share of the input that has been read, nil if unknown.
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
