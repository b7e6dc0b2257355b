import Geo
import GeoFeeds
import Glibc

/// A line on a terminal that redraws itself; nothing elsewhere.
package struct ProgressLine {
  /// Whether there is a terminal and the user wants progress.
  let isShown: Bool
  private var start = monotonicSeconds()
  private var nextLook = 0
  private var nextDraw: Double
  private var hasDrawn = false

  init(isShown: Bool) {
    self.isShown = isShown && isatty(STDERR_FILENO) == 1
    // The first line appears after a second, because shorter work needs no progress.
    nextDraw = start + 1
  }

  /// Seconds since the start if it is time to draw again, otherwise nil.
  ///
  /// - Parameter count: how much has been done; most calls skip reading the clock.
  mutating func elapsed(_ count: Int) -> Double? {
    guard isShown, count >= nextLook else { return nil }
    nextLook = count + 1000
    let now = monotonicSeconds()
    guard now >= nextDraw else { return nil }
    nextDraw = now + 0.2
    return now - start
  }

  /// - Parameter fraction: the share that is done, nil if unknown.
  mutating func draw(_ text: String, fraction: Double?, elapsed: Double) {
    hasDrawn = true
    var line = "\r\u{1B}[K"
    if let fraction, fraction > 0 {
      let filled = Int(20 * min(1, fraction))
      line += "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled) + "] "
    }
    line += text
    if let fraction, fraction > 0.005 {
      line += "  \(ProgressLine.duration(elapsed * (1 - min(1, fraction)) / fraction)) left"
    }
    writeAll(STDERR_FILENO, line)
  }

  /// Starts counting and timing again.
  mutating func restart() { (start, nextLook) = (monotonicSeconds(), 0) }

  mutating func end() {
    if hasDrawn { writeAll(STDERR_FILENO, "\r\u{1B}[K") }
    hasDrawn = false
  }

  package static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    if whole >= 3600 { return "\(whole / 3600) h \(whole % 3600 / 60) min" }
    return whole >= 60 ? "\(whole / 60) min \(whole % 60) s" : "\(whole) s"
  }
}
