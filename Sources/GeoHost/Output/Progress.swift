import Geo

/// Shows the progress of a long replay.
struct Progress {
  private var line: ProgressLine
  private let timeZone: TimeZoneRules

  init(isShown: Bool, in timeZone: TimeZoneRules) {
    (line, self.timeZone) = (ProgressLine(isShown: isShown), timeZone)
  }

  /// - Parameter fraction: the share of the input that has been read, nil if unknown.
  mutating func update(events: Int, time: TimeInterval, fraction: Double?) {
    guard let elapsed = line.elapsed(events) else { return }
    let rate = grouped(Int(Double(events) / elapsed))
    line.draw(
      "\(grouped(events)) events  \(ISO8601.format(time.rounded(.down), in: timeZone))  \(rate) events/s",
      fraction: fraction,
      elapsed: elapsed)
  }

  mutating func end() { line.end() }
}
