import Geo
import Glibc

/// A buffer of lines for a file descriptor.
struct LineOutput {
  private let descriptor: Int32
  private let flushesLines: Bool
  private var text = ""
  /// The error number of the first failed write, 0 before.
  private(set) var error: Int32 = 0
  var isBroken: Bool { error != 0 }

  init(descriptor: Int32, flushesLines: Bool) {
    self.descriptor = descriptor
    self.flushesLines = flushesLines
  }

  mutating func write(_ line: String) {
    text += line
    text += "\n"
    if flushesLines || text.utf8.count > 1 << 16 { flush() }
  }

  mutating func flush() {
    guard !text.isEmpty else { return }
    if !isBroken, !writeAll(descriptor, text) { error = errno }
    text.removeAll(keepingCapacity: true)
  }
}
