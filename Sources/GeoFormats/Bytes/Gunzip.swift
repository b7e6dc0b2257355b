import CZlib

/// Unpacks gzip, one buffer at a time; consecutive members are one stream. Also unpacks members of zip
/// archives.
package final class Gunzip {
  package enum Step {
    case bytes(Int)
    /// Fill ``input`` and call ``refilled(with:)``.
    case needsInput
    case end
    case fault(String)
  }

  /// Packed bytes; the first ``available`` from ``position`` are not unpacked yet.
  var input: [UInt8]
  private var position = 0
  private var available: Int
  private var isInputOver = false
  /// Whether the last member is complete, so that the input may end here.
  private var isBetweenMembers = false
  private var unpacked: UInt64 = 0
  // zlib keeps a pointer back to its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Its name in messages, and for a member of an archive the packed bytes left.
  private let title: String
  private var memberRest: Int?
  private var isStored = false
  private var limit = UInt64.max

  /// Starts with the first bytes of the input.
  package init(_ first: [UInt8]) {
    input = first
    available = first.count
    title = "gzip"
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 + 16: the largest window, gzip only. It fails only without memory; inflate then says so.
    _ = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  /// Starts before the first byte of a member of an archive.
  init(_ member: ZipMember) {
    input = [UInt8](repeating: 0, count: 1 << 16)
    available = 0
    title = "zip"
    memberRest = member.count
    isStored = member.isStored
    limit = member.limit
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // -15: the largest window, bare.
    _ = inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  package func refilled(with count: Int) {
    position = 0
    available = min(count, memberRest ?? count)
    isInputOver = available == 0
    if let memberRest { self.memberRest = memberRest - available }
  }

  package func unpack(into buffer: UnsafeMutableRawBufferPointer) -> Step {
    while true {
      if unpacked > limit {
        return .fault(
          "it unpacks to more than \(limit >> 20) MiB, more than its packed size allows (if you trust it, unpack it)"
        )
      }
      if isBetweenMembers, memberRest != nil { return .end }
      if isBetweenMembers {
        // Tape blocks pad with zeros.
        while available > 0, input[position] == 0 { consume(1) }
        if available == 0 { return isInputOver ? .end : .needsInput }
        guard input[position] == 0x1f else { return .fault("bytes that are not gzip follow the gzip") }
        isBetweenMembers = false
        inflateReset(stream)
      }
      if available == 0 {
        guard isInputOver || memberRest == 0 else { return .needsInput }
        if isStored, memberRest == 0 { return .end }
        return .fault("the \(title) ends early, after \(unpacked) bytes unpacked")
      }
      if isStored { return .bytes(copyOnce(into: buffer)) }
      let (code, count) = inflateOnce(into: buffer)
      unpacked += UInt64(count)
      switch code {
      case Z_STREAM_END: isBetweenMembers = true
      case Z_OK, Z_BUF_ERROR: break
      default:
        // The bytes before the broken one are good; the next call returns the fault.
        if count == 0 { return .fault("the \(title) is broken after \(unpacked) bytes unpacked") }
      }
      if count > 0 { return .bytes(count) }
    }
  }

  private func consume(_ count: Int) {
    position += count
    available -= count
  }

  private func copyOnce(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(available, buffer.count)
    input.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[position..<position + count])) }
    consume(count)
    unpacked += UInt64(count)
    return count
  }

  private func inflateOnce(into buffer: UnsafeMutableRawBufferPointer) -> (code: Int32, count: Int) {
    input.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return (Z_BUF_ERROR, 0) }
      stream.pointee.next_in = base + position
      stream.pointee.avail_in = UInt32(available)
      stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(buffer.count)
      let code = inflate(stream, Z_NO_FLUSH)
      let taken = available - Int(stream.pointee.avail_in)
      position += taken
      available -= taken
      return (code, buffer.count - Int(stream.pointee.avail_out))
    }
  }
}
