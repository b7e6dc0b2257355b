import CSimdJSON
package import Geo
import Glibc

/// Cuts a stream at its newlines, into runs of whole lines.
///
/// Memory: one buffer of ``limit`` bytes, whatever the input; no byte is searched twice for a
/// newline, however slowly they come.
package final class LineBuffer {
  /// The most bytes a line may have, its newline included: 1 MiB.
  package static let limit = 1 << 20
  /// Bytes to request at once: they fit the second-level cache together with their records.
  private static let chunk = 1 << 17

  package enum Step {
    /// Whole lines, valid until the next call. `isLast`: the last line will not grow, because of
    /// the end of the stream or a full buffer.
    case lines(UnsafeRawBufferPointer, isLast: Bool)
    /// A line over the limit was dropped.
    case overlong
    case end
  }

  private let stream: ByteStream
  private let bytes: UnsafeMutableRawBufferPointer
  /// Bytes that were handed out and consumed; the rest up to `end` is kept.
  private var start = 0
  private var end = 0
  /// The offset in the stream of the buffer's first byte.
  private var origin: UInt64 = 0
  private var isAtEnd = false
  private var isFirst = true

  package init(_ stream: ByteStream) {
    self.stream = stream
    bytes = .allocate(byteCount: Self.limit + Int(GEO_LOG_PADDING), alignment: 64)
    // simdjson reads the padding, though it does not use it.
    bytes.baseAddress.map { _ = memset($0 + Self.limit, 0, Int(GEO_LOG_PADDING)) }
  }

  deinit { bytes.deallocate() }

  /// Consumes the first `count` bytes of the last run; the rest comes again.
  package func consume(_ count: Int) { start += count }

  /// The offset in the stream of the next run.
  var offset: UInt64 { origin + UInt64(start) }

  /// Continues at a later byte of the stream, the first of a line.
  func skip(to byte: UInt64) throws(GeoError) {
    let inBuffer = origin + UInt64(end)
    if byte <= inBuffer {
      start = Int(byte - origin)
    } else {
      try stream.skip(byte - inBuffer)
      origin = byte
      start = 0
      end = 0
    }
    if byte > 0 { isFirst = false }
  }

  package func next() throws(GeoError) -> Step {
    if start > 0 {
      origin += UInt64(start)
      bytes.baseAddress.map { _ = memmove($0, $0 + start, end - start) }
      end -= start
      start = 0
    }
    while !isAtEnd, end < Self.limit {
      let free = UnsafeMutableRawBufferPointer(rebasing: bytes[end..<min(Self.limit, end + Self.chunk)])
      let count = try stream.read(into: free)
      if count == 0 {
        isAtEnd = true
        break
      }
      let old = end
      end += count
      if isFirst { try checkMark() }
      if let newline = lastNewline(from: old) {
        return .lines(.init(rebasing: bytes[0..<newline + 1]), isLast: end == Self.limit)
      }
    }
    if isAtEnd { return end == 0 ? .end : .lines(.init(rebasing: bytes[0..<end]), isLast: true) }
    // The buffer is full: the caller has not consumed its bytes, or a line does not fit.
    if let newline = lastNewline(from: 0) {
      return .lines(.init(rebasing: bytes[0..<newline + 1]), isLast: true)
    }
    try dropLine()
    return .overlong
  }

  private func dropLine() throws(GeoError) {
    origin += UInt64(end)
    end = 0
    while !isAtEnd {
      let count = try stream.read(into: .init(rebasing: bytes[0..<Self.chunk]))
      isAtEnd = count == 0
      let read = UnsafeRawBufferPointer(rebasing: bytes[0..<count])
      guard let newline = read.firstIndex(of: 10) else {
        origin += UInt64(count)
        continue
      }
      start = newline + 1
      end = count
      return
    }
  }

  private func lastNewline(from: Int) -> Int? {
    var index = end
    while index > from {
      index -= 1
      if bytes[index] == 10 { return index }
    }
    return nil
  }

  /// Skips a byte-order mark of UTF-8 and refuses those of UTF-16.
  private func checkMark() throws(GeoError) {
    isFirst = false
    if end >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf {
      end -= 3
      origin += 3
      bytes.baseAddress.map { _ = memmove($0, $0 + 3, end) }
    } else if end >= 2, (bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff) {
      throw GeoError(.data, "is UTF-16 (expected UTF-8)", at: stream.name)
    }
  }
}
