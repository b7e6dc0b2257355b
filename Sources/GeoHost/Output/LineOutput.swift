import Glibc

/// Lines on their way to a file descriptor.
struct LineOutput {
  private let descriptor: Int32
  private let flushesLines: Bool
  private var text = ""
  /// What the first failed write said, 0 before.
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

/// Writes the whole text; false when the other end is gone.
@discardableResult
func writeAll(_ descriptor: Int32, _ text: String) -> Bool {
  var text = text
  return text.withUTF8 { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = Glibc.poll(&poll, 1, 1000)
          continue
        }
        return false
      }
      rest = rest[(rest.startIndex + count)...]
    }
    return true
  }
}

extension Slice where Base == UnsafeBufferPointer<UInt8> {
  fileprivate var baseAddress: UnsafePointer<UInt8>? { base.baseAddress.map { $0 + startIndex } }
}
