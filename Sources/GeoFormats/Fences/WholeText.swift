import CSimdJSON
package import Geo
import Glibc

/// All bytes of a stream in memory, followed by padding for simdjson.
///
/// Owns its memory; the bytes are valid as long as it lives.
package final class WholeText {
  /// The most bytes of one text: 1 GiB. simdjson would stop at 4 GiB and use as much again for its index.
  static let limit = 1 << 30

  private var memory: UnsafeMutableRawPointer
  private var count = 0

  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// - Errors: ``GeoError``: `data` if the stream is longer than the limit; also the errors of reading.
  package init(_ stream: ByteStream, limit: Int = WholeText.limit) throws(GeoError) {
    let padding = Int(GEO_LOG_PADDING)
    var capacity = min(LineBuffer.limit, limit)
    memory = try Self.resize(nil, to: capacity + padding)
    while true {
      if count == capacity {
        guard capacity < limit else { throw Self.tooLong(stream, limit) }
        capacity = min(capacity * 2, limit)
        memory = try Self.resize(memory, to: capacity + padding)
      }
      let free = UnsafeMutableRawBufferPointer(start: memory + count, count: capacity - count)
      let more = try stream.read(into: free)
      if more == 0 { break }
      count += more
    }
    dropMark()
    memset(memory + count, 0, padding)
  }

  deinit { free(memory) }

  /// Resizes in place if possible, so that a large block is not copied.
  private static func resize(
    _ memory: UnsafeMutableRawPointer?, to size: Int
  ) throws(GeoError) -> UnsafeMutableRawPointer {
    guard let larger = realloc(memory, size) else {
      throw GeoError(.internal, "no memory for \(size) bytes of GeoJSON")
    }
    return larger
  }

  private static func tooLong(_ stream: ByteStream, _ limit: Int) -> GeoError {
    GeoError(
      .data,
      "is a single text of more than \(limit) bytes (expected one Feature a line in such a large file)",
      at: stream.name)
  }

  /// Skips a byte-order mark of UTF-8.
  private func dropMark() {
    guard bytes.beginsWithMark else { return }
    count -= 3
    memmove(memory, memory + 3, count)
  }
}
