import Geo
import GeoFeeds
import Glibc

/// Shows the progress of an import: one updated line on a terminal, otherwise an occasional line in a log.
struct GazetteerProgress {
  private var line: ProgressLine
  private let isLogged: Bool
  private var name = ""
  private var first = 0
  private var start = monotonicSeconds()
  private var nextLook = 0
  private var nextLog: Double

  /// - Units: seconds between two lines of a log.
  private static let pause = 10.0

  init(isShown: Bool) {
    line = ProgressLine(isShown: isShown)
    isLogged = isShown && !line.isShown
    nextLog = start + GazetteerProgress.pause
  }

  /// - Parameter first: the number of records of the file that an earlier import has read.
  mutating func begin(_ path: String, behind first: Int) {
    name = path.split(separator: "/").last.map(String.init) ?? path
    (self.first, nextLook, start) = (first, 0, monotonicSeconds())
    line.restart()
  }

  mutating func update(_ count: Int, bytes: Int64, of all: Int64) {
    let fraction = all > 0 ? Double(bytes) / Double(all) : nil
    if let elapsed = line.elapsed(count) {
      line.draw(text(count, fraction, elapsed), fraction: fraction, elapsed: elapsed)
    }
    guard isLogged, count >= nextLook else { return }
    nextLook = count + 1000
    let now = monotonicSeconds()
    guard now >= nextLog else { return }
    nextLog = now + GazetteerProgress.pause
    writeAll(STDERR_FILENO, text(count, fraction, now - start) + "\n")
  }

  /// Shows what is being done after all files are read.
  mutating func step(_ words: String) {
    line.end()
    if line.isShown { line.draw("making \(words)", fraction: nil, elapsed: 0) }
  }

  mutating func end() { line.end() }

  private func text(_ count: Int, _ fraction: Double?, _ elapsed: Double) -> String {
    var text = "\(name)  \(counted(count, "record"))"
    if let fraction { text += "  \(Int(100 * min(1, fraction))) %" }
    guard elapsed > 0, count > first else { return text }
    return text + "  \(grouped(Int(Double(count - first) / elapsed))) records/s"
  }
}
