import CZlib

/// Packs bytes as one member of gzip.
///
/// - Source: RFC 1952.
package enum Gzip {
  /// Returns the member; the same bytes give the same member.
  package static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 31: the window of 15 bits, with gzip's header and trailer. zlib's header holds no date.
    deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    bytes.withUnsafeBufferPointer { input in
      packed.withUnsafeMutableBufferPointer { output in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        deflate(&stream, Z_FINISH)
      }
    }
    return Array(packed.prefix(Int(stream.total_out)))
  }
}
