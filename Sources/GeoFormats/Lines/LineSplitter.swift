import CSimdJSON
import Glibc

/// Cuts chunks of bytes of any size into whole lines.
///
/// Memory: grows to the longest line so far, ``LineBuffer/limit`` at most; a longer line is dropped and counted.
package final class LineSplitter {
  package private(set) var overlongCount = 0
  /// The number of the next line.
  package private(set) var line = 1

  private static let firstSize = 1 << 16
  private var bytes: UnsafeMutableRawBufferPointer
  private var end = 0
  private var isDropping = false

  package init() { bytes = LineSplitter.allocate(LineSplitter.firstSize) }

  deinit { bytes.deallocate() }

  private static func allocate(_ size: Int) -> UnsafeMutableRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size + Int(GEO_LOG_PADDING), alignment: 64)
    bytes.baseAddress.map { _ = memset($0 + size, 0, Int(GEO_LOG_PADDING)) }
    return bytes
  }

  private var capacity: Int { bytes.count - Int(GEO_LOG_PADDING) }

  /// The space for the next bytes; never empty.
  package var free: UnsafeMutableRawBufferPointer { .init(rebasing: bytes[end..<capacity]) }

  /// Accepts `count` bytes that were written into ``free`` and calls `body` with the whole lines.
  ///
  /// - Parameter isWhole: whether the bytes end a line even without a newline, as a datagram does.
  package func append(
    _ count: Int, isWhole: Bool = false, _ body: (UnsafeRawBufferPointer, _ firstLine: Int) -> Void
  ) {
    guard let base = bytes.baseAddress else { return }
    let old = end
    end += count
    var behind = end
    while behind > old, bytes[behind - 1] != 10 { behind -= 1 }
    guard behind > old else {
      if isWhole { rest(body) } else { growOrDrop() }
      return
    }
    var start = 0
    if isDropping, let first = memchr(base, 10, end) {
      isDropping = false
      start = UnsafeRawPointer(first) - UnsafeRawPointer(base) + 1
      line += 1
    }
    if behind > start { deliver(base + start, behind - start, body) }
    memmove(base, base + behind, end - behind)
    end -= behind
    if isWhole { rest(body) } else { growOrDrop() }
  }

  /// Calls `body` with the incomplete line at the end of the stream.
  package func rest(_ body: (UnsafeRawBufferPointer, _ firstLine: Int) -> Void) {
    guard let base = bytes.baseAddress, end > 0 else { return }
    let count = end
    end = 0
    if isDropping {
      isDropping = false
      line += 1
    } else {
      deliver(base, count, body)
    }
  }

  /// Discards the incomplete line, because another stream follows.
  package func forget() {
    end = 0
    isDropping = false
  }

  private func deliver(
    _ start: UnsafeMutableRawPointer, _ count: Int,
    _ body: (UnsafeRawBufferPointer, _ firstLine: Int) -> Void
  ) {
    let run = UnsafeRawBufferPointer(start: start, count: count)
    let first = line
    for byte in run where byte == 10 { line += 1 }
    if run.last != 10 { line += 1 }
    body(run, first)
  }

  private func growOrDrop() {
    if isDropping {
      end = 0
      return
    }
    guard end == capacity else { return }
    guard capacity < LineBuffer.limit else {
      overlongCount += 1
      isDropping = true
      end = 0
      return
    }
    let larger = LineSplitter.allocate(capacity * 2)
    larger.copyMemory(from: .init(rebasing: bytes[0..<end]))
    bytes.deallocate()
    bytes = larger
  }
}
