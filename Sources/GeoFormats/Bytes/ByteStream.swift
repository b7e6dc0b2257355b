import CZlib
package import Geo
import Glibc

/// The bytes of one file or of standard input; gzip is unpacked, and zip on request.
///
/// Owns its file descriptor, which it closes at its end. It recognizes gzip by the first two bytes, not
/// by the name. Nothing is read before the first call of ``read(into:)`` or ``peek()``.
package final class ByteStream {
  /// The path, or `-` for standard input.
  package let name: String
  private let descriptor: Int32
  private let zip: ZipMember.Choice?
  /// What else the archive holds that may be missed: a sentence, or nil.
  package private(set) var note: String?
  /// Whether the bytes come from an archive.
  package private(set) var isFromArchive = false
  /// Whether an archive was wanted, and one begins behind other bytes.
  private(set) var hasArchiveInside = false
  /// The bytes of the file on disk, or 0 if unknown, and how many of them were read.
  package private(set) var size = 0
  private var bytesRead = 0
  private var gunzip: Gunzip?
  private var fault: String?
  private var hasBegun = false
  private var isOver = false
  /// Bytes read but not yet delivered: the beginning of the input, kept for ``peek()``.
  private var head: [UInt8] = []
  private var headStart = 0

  /// - Parameter zip: which file of a zip archive to unpack; nil to read the archive itself.
  /// - Errors: ``GeoError`` (`noInput`) when `path` is not a file that can be opened.
  package init(path: String, zip: ZipMember.Choice? = nil) throws(GeoError) {
    name = path
    self.zip = zip
    guard path != "-" else {
      descriptor = STDIN_FILENO
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GeoError(.noInput, Self.openingFault(errno), at: path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw GeoError(.noInput, "is a directory (expected a file; name the files in it)", at: path)
    }
    if status.st_mode & S_IFMT == S_IFREG { size = Int(status.st_size) }
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Reads at least one byte into `buffer`, at most its size; returns 0 at the end.
  ///
  /// - Errors: ``GeoError`` (`noInput`) if reading fails.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GeoError) -> Int {
    try begin()
    if headStart < head.count {
      let count = min(buffer.count, head.count - headStart)
      let start = headStart
      head.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[start..<start + count])) }
      headStart += count
      if headStart == head.count { head = []; headStart = 0 }
      return count
    }
    return try readOn(into: buffer)
  }

  /// Whether bytes were to be skipped that it does not have.
  private(set) var isShort = false

  /// Takes at least one byte and at most `count`; none at the end.
  func read(_ count: Int) throws(GeoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let taken = try bytes.withUnsafeMutableBytesThrowing { bytes throws(GeoError) in try read(into: bytes) }
    bytes.removeLast(count - taken)
    return bytes
  }

  /// Returns the first bytes of the stream, at most 64 KiB, without taking them.
  package func peek() throws(GeoError) -> [UInt8] {
    try begin()
    return Array(head[headStart...])
  }

  /// The bytes read of the file, as they lie on disk.
  package var position: Int64 { Int64(bytesRead) }

  /// How much of the file has been read, in packed bytes; nil for a pipe.
  package var fraction: Double? { size > 0 ? min(1, Double(bytesRead) / Double(size)) : nil }

  /// Returns the first `count` bytes of the stream, or fewer at its end, without taking them.
  package func peek(_ count: Int) throws(GeoError) -> [UInt8] {
    try begin()
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { block.deallocate() }
    while head.count - headStart < count {
      let free = UnsafeMutableRawBufferPointer(
        rebasing: block[..<min(block.count, count - (head.count - headStart))])
      let more = try readOn(into: free)
      if more == 0 { break }
      head.append(contentsOf: UnsafeRawBufferPointer(rebasing: block[..<more]))
    }
    return try peek()
  }

  /// Skips the next `count` bytes, or the rest; then ``isShort`` says so.
  func skip(_ count: UInt64) throws(GeoError) {
    try begin()
    var rest = count
    let held = min(UInt64(head.count - headStart), rest)
    headStart += Int(held)
    rest -= held
    if headStart == head.count { head = []; headStart = 0 }
    guard rest > 0 else { return }
    if gunzip == nil, size > 0 {
      isShort = UInt64(bytesRead) + rest > UInt64(size)
      bytesRead += Int(rest)
      lseek(descriptor, off_t(rest), SEEK_CUR)
      return
    }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { block.deallocate() }
    while rest > 0 {
      let passed = try readOn(into: .init(rebasing: block[..<Int(min(rest, UInt64(block.count)))]))
      if passed == 0 {
        isShort = true
        return
      }
      rest -= UInt64(passed)
    }
  }

  /// The fault that cut the stream short, such as a truncated gzip; the bytes before it were delivered.
  /// Returned once.
  package func takeFault() -> String? {
    defer { fault = nil }
    return fault
  }

  private func begin() throws(GeoError) {
    guard !hasBegun else { return }
    hasBegun = true
    var first = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    // A pipe may give one byte; detecting gzip needs two, detecting an encoding four.
    repeat {
      let more = try readRaw(into: &first, from: count)
      count += more
      if more == 0 { break }
    } while count < 4
    first.removeLast(first.count - count)
    if let zip, first.starts(with: ZipMember.mark) || first.starts(with: ZipMember.emptyMark) {
      let member = try ZipMember(descriptor, size: size, zip, at: name)
      note = member.note
      isFromArchive = true
      lseek(descriptor, off_t(member.start), SEEK_SET)
      bytesRead = member.start
      gunzip = Gunzip(member)
    } else if first.starts(with: [0x1f, 0x8b]) {
      gunzip = Gunzip(first)
    } else {
      head = first
      hasArchiveInside = zip != nil && ZipMember.begins(inside: first)
      return
    }
    var unpacked = [UInt8](repeating: 0, count: 1 << 16)
    count = 0
    repeat {
      let more = try unpacked.withUnsafeMutableBytesThrowing { bytes throws(GeoError) in
        try readOn(into: .init(rebasing: bytes[count...]))
      }
      count += more
      if more == 0 { break }
    } while count < 4
    unpacked.removeLast(unpacked.count - count)
    head = unpacked
  }

  private func readOn(into buffer: UnsafeMutableRawBufferPointer) throws(GeoError) -> Int {
    guard let gunzip else { return try readRaw(into: buffer) }
    while !isOver {
      switch gunzip.unpack(into: buffer) {
      case .bytes(let count): return count
      case .fault(let message):
        fault = message
        isOver = true
      case .needsInput:
        let count = try gunzip.input.withUnsafeMutableBytesThrowing { bytes throws(GeoError) in
          try readRaw(into: bytes)
        }
        gunzip.refilled(with: count)
      case .end: return 0
      }
    }
    return 0
  }

  private func readRaw(into array: inout [UInt8], from start: Int) throws(GeoError) -> Int {
    try array.withUnsafeMutableBytesThrowing { bytes throws(GeoError) in
      try readRaw(into: .init(rebasing: bytes[start...]))
    }
  }

  private func readRaw(into buffer: UnsafeMutableRawBufferPointer) throws(GeoError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        bytesRead += count
        return count
      }
      if errno != EINTR { throw GeoError(.noInput, "cannot be read: \(Self.text(of: errno))", at: name) }
    }
  }

  private static func openingFault(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR: "there is no such file"
    case EACCES, EPERM: "may not be read: permission denied"
    case EMFILE, ENFILE: "too many files are open (see `ulimit -n`)"
    default: "cannot be opened: \(text(of: number))"
    }
  }

  private static func text(of number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
  }
}

extension Array {
  /// `withUnsafeMutableBytes` with the body's own error type.
  mutating func withUnsafeMutableBytesThrowing<Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    var outcome: Result<Int, Failure> = .success(0)
    withUnsafeMutableBytes { bytes in
      do throws(Failure) { outcome = .success(try body(bytes)) } catch { outcome = .failure(error) }
    }
    return try outcome.get()
  }
}
