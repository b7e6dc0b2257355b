import CZlib

/// Packs runs of lines as gzip; a reader can unpack each run as soon as it is written.
///
/// A lost run does not spoil the others: the next one begins a new member.
/// - Source: RFC 1952 for members, RFC 1951 §3.2.4 for blocks that end at a byte.
final class GzipPacker {
  // zlib keeps a pointer back to its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  /// The trailer's values for the committed part of this member: its checksum, its length.
  private var kept = (crc: UInt(0), length: UInt32(0))
  private var isInMember = false
  /// The same including the last run, which is not committed yet.
  private var last = (crc: UInt(0), length: UInt32(0))

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // -15: raw deflate, because this class writes checksum and trailer.
    _ = deflateInit2_(
      stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the bytes to write for `bytes`; call ``commit()`` if they were written, ``lose()`` if not.
  func pack(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var packed: [UInt8] = []
    if !isInMember {
      // Magic, deflate, no flags, no date, no extra flags, Unix.
      packed = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
      if kept.length > 0 || kept.crc > 0 { packed = trailer + packed }
      last = (0, 0)
    } else {
      last = kept
    }
    last.crc = crc32(last.crc, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count))
    last.length &+= UInt32(truncatingIfNeeded: bytes.count)
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    var room = [UInt8](repeating: 0, count: 1 << 16)
    repeat {
      let count = room.withUnsafeMutableBufferPointer { buffer in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(buffer.count)
        deflate(stream, Z_SYNC_FLUSH)
        return buffer.count - Int(stream.pointee.avail_out)
      }
      packed += room[..<count]
    } while stream.pointee.avail_out == 0
    return packed
  }

  /// The last run is in the file.
  func commit() {
    kept = last
    isInMember = true
  }

  /// No part of the last run is in the file: the next run begins a new member.
  func lose() {
    isInMember = false
    deflateReset(stream)
  }

  /// The trailer is in the file: the next run begins a new member.
  func end() {
    kept = (0, 0)
    lose()
  }

  /// The end of the member in the file; empty without one.
  var trailer: [UInt8] { isInMember || kept.length > 0 ? GzipPacker.trailer(kept) : [] }

  /// The end of the member including the last run.
  var trailerOfLast: [UInt8] { GzipPacker.trailer(last) }

  private static func trailer(_ member: (crc: UInt, length: UInt32)) -> [UInt8] {
    // An empty last block.
    var bytes: [UInt8] = [3, 0]
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: member.crc >> shift))
    }
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: member.length >> shift))
    }
    return bytes
  }
}
