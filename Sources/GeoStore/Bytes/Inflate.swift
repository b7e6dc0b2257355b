import CZlib

/// Decompresses data in memory.
package enum Inflate {
  /// Returns the contents of gzip data; nil if it is damaged or holds more than `limit` bytes.
  package static func gzip(_ packed: [UInt8], limit: Int) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&stream) }
    var input = packed
    var output = [UInt8](repeating: 0, count: min(limit, max(4096, packed.count * 4)))
    return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      while true {
        let filled = Int(stream.total_out)
        let status = output.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress.map { $0 + filled }
          stream.avail_out = UInt32(output.count - filled)
          return inflate(&stream, Z_NO_FLUSH)
        }
        if status == Z_STREAM_END { return Array(output[..<Int(stream.total_out)]) }
        guard status == Z_OK, stream.avail_out == 0, output.count < limit else { return nil }
        output += [UInt8](repeating: 0, count: min(output.count, limit - output.count))
      }
    }
  }
}
