public import Geo
import Glibc

/// A new file of whole lines, packed if its name ends with `.gz`.
///
/// A partial write is truncated to its last whole line, so that the file never has half a line in its
/// middle. A pipe cannot be truncated: its reader gets a partly written line once more, whole.
public final class RecordingFile {
  public let path: String
  private let descriptor: Int32
  private let packer: GzipPacker?
  private let waits: @Sendable () -> Bool
  /// Whether it is a regular file of its own: a pipe cannot be truncated, and another program's file must not
  /// be.
  public let isRegular: Bool
  /// The bytes in the file, as packed.
  public private(set) var length: Int64 = 0

  /// Creates the file; a pipe waits for its reader.
  ///
  /// - Parameter waits: called ten times a second: whether to keep waiting for the reader of a pipe.
  /// - Returns: nil if a file of that name exists: it is not touched.
  /// - Errors: ``GeoError`` `cannotCreate`.
  public init?(_ path: String, waits: @escaping @Sendable () -> Bool = { true }) throws(GeoError) {
    self.path = path
    self.waits = waits
    packer = path.lowercased().hasSuffix(".gz") ? GzipPacker() : nil
    let kind = RecordingFile.kind(of: path)
    isRegular = kind == nil
    if RecordingFile.isTaken(path) { return nil }
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | (isRegular ? O_CREAT | O_EXCL : O_NONBLOCK)
    var found = open(path, flags, 0o600)
    // The pipe has no reader yet.
    while found < 0, kind == S_IFIFO, errno == ENXIO || errno == EINTR, waits() {
      usleep(RecordingFile.slice * 1000)
      found = open(path, flags)
    }
    descriptor = found
    guard found < 0 else { return }
    if errno == EEXIST { return nil }
    let why = kind == S_IFIFO && errno == ENXIO ? "nobody reads it" : RecordingFile.words(errno)
    throw GeoError(.cannotCreate, "cannot record: \(why)", at: path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Milliseconds between two calls of `waits`.
  private static let slice: UInt32 = 100

  /// The kind of file at a path, links followed; nil without one.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT }
    return lstat(path, &status) == 0 ? S_IFLNK : nil
  }

  /// Whether the name belongs to a file or a dangling link, neither of which is ever written to.
  ///
  /// Somebody has opened the file of `/dev/fd/3` for us, so it is not taken.
  public static func isTaken(_ path: String) -> Bool {
    guard let kind = kind(of: path), kind == S_IFREG || kind == S_IFLNK else { return false }
    return !["/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
  }

  /// Whether a regular file begins as a recording does; packed files count, too.
  public static func isRecording(_ path: String) -> Bool {
    guard let stream = try? ByteStream(path: path), let head = try? stream.peek() else { return false }
    return RecordingHeader(head) != nil
  }

  /// The message for an `errno`.
  public static func words(_ error: Int32) -> String {
    switch error {
    case EAGAIN: "its reader has stopped reading"
    case EPIPE: "its reader has closed it"
    default: String(cString: strerror(error))
    }
  }

  /// Whether the file was deleted.
  public var isDeleted: Bool {
    var status = stat()
    return isRegular && fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }

  /// Writes whole lines.
  ///
  /// - Returns: how many bytes were written, always whole lines, and the `errno`, or 0 if all were.
  public func write(_ lines: UnsafeRawBufferPointer) -> (count: Int, error: Int32) {
    guard !lines.isEmpty else { return (0, 0) }
    guard let packer else { return writeBytes(lines, keepsLines: true) }
    let (_, error) = write(packer, lines)
    if error == 0 { return (lines.count, 0) }
    return (isRegular ? fill(packer, lines) : 0, error)
  }

  /// Writes the end of a packed file; returns the `errno`.
  public func finish() -> Int32 {
    guard let packer else { return 0 }
    let error = packer.trailer.withUnsafeBytes { writeBytes($0) }.error
    if error == 0 { packer.end() }
    return error
  }

  private func write(
    _ packer: GzipPacker, _ lines: UnsafeRawBufferPointer, isLast: Bool = false
  ) -> (count: Int, error: Int32) {
    var packed = packer.pack(lines)
    if isLast { packed += packer.trailerOfLast }
    let outcome = packed.withUnsafeBytes { writeBytes($0) }
    if outcome.error != 0 {
      packer.lose()
    } else {
      packer.commit()
      if isLast { packer.end() }
    }
    return outcome
  }

  /// Packs as many lines as there is room for, halving their number each time; returns their bytes.
  ///
  /// Includes the end of the packed file, because there will be no room for it later.
  private func fill(_ packer: GzipPacker, _ lines: UnsafeRawBufferPointer) -> Int {
    var done = 0
    var size = lines.count / 2
    while size > 0 {
      let part = lines[done..<min(done + size, lines.count)]
      if let end = part.lastIndex(of: 10).map({ $0 + 1 }),
        write(packer, .init(rebasing: part[..<end]), isLast: true).error == 0
      {
        done = end
      }
      size /= 2
    }
    return done
  }

  private func writeBytes(
    _ bytes: UnsafeRawBufferPointer, keepsLines: Bool = false
  ) -> (count: Int, error: Int32) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      guard count < 0 else {
        done += count
        continue
      }
      let error = errno
      if error == EINTR || (error == EAGAIN && awaitRoom()) { continue }
      let kept = keepsLines ? bytes[..<done].lastIndex(of: 10).map { $0 + 1 } ?? 0 : 0
      if isRegular { ftruncate(descriptor, off_t(length) + off_t(kept)) }
      length += Int64(kept)
      return (kept, error)
    }
    length += Int64(done)
    return (done, 0)
  }

  /// Waits until the reader of a pipe has made room; false after giving up.
  private func awaitRoom() -> Bool {
    var candidate = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&candidate, 1, Int32(RecordingFile.slice)) <= 0 { if !waits() { return false } }
    return true
  }
}
