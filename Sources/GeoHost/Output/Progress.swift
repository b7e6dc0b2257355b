import Geo
import GeoFeeds
import Glibc

/// A line on a terminal that shows how far a long replay is; nothing elsewhere.
struct Progress {
  private let isShown: Bool
  private let start = monotonicSeconds()
  private var nextLook = 0
  private var nextDraw: Double
  private var hasDrawn = false

  init(isShown: Bool) {
    self.isShown = isShown && isatty(STDERR_FILENO) == 1
    // A replay shorter than a second is over before anybody reads.
    nextDraw = start + 1
  }

  /// - Parameter fraction: how much of the input has been read, nil when that cannot be known.
  mutating func update(events: Int, time: TimeInterval, fraction: Double?) {
    guard isShown, events >= nextLook else { return }
    nextLook = events + 1000
    let now = monotonicSeconds()
    guard now >= nextDraw else { return }
    nextDraw = now + 0.2
    hasDrawn = true
    let elapsed = now - start
    var line = "\r\u{1B}[K"
    if let fraction, fraction > 0 {
      let filled = Int(20 * min(1, fraction))
      line += "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled) + "] "
    }
    line += "\(grouped(events)) events  \(ISO8601.format(time.rounded(.down)))  "
    line += "\(grouped(Int(Double(events) / elapsed))) events/s"
    if let fraction, fraction > 0.005 { line += "  \(duration(elapsed * (1 - fraction) / fraction)) left" }
    writeAll(STDERR_FILENO, line)
  }

  mutating func end() {
    if hasDrawn { writeAll(STDERR_FILENO, "\r\u{1B}[K") }
    hasDrawn = false
  }

  private func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    if whole >= 3600 { return "\(whole / 3600) h \(whole % 3600 / 60) min" }
    return whole >= 60 ? "\(whole / 60) min \(whole % 60) s" : "\(whole) s"
  }
}
