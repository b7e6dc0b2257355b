public import Geo
import Glibc

/// A new file of whole lines, packed where its name ends with `.gz`.
///
/// What cannot be written whole is taken back to its last whole line, so that there is never half a line in its
/// middle. A pipe cannot be taken back: who reads it gets a line whose beginning went through once more, whole.
public final class RecordingFile {
  public let path: String
  private let descriptor: Int32
  private let packer: GzipPacker?
  private let waits: @Sendable () -> Bool
  /// Whether it lies on a disk, for itself alone: a pipe cannot be taken back, nor may what stands in another's file.
  public let isRegular: Bool
  /// The bytes that stand there, packed ones as they are.
  public private(set) var length: Int64 = 0

  /// Makes the file; a pipe waits for who reads it.
  ///
  /// - Parameter waits: asked ten times a second whether to wait on for the reader of a pipe.
  /// - Returns: nil where a file of that name is there: it is not touched.
  /// - Errors: ``GeoError`` `cannotCreate`.
  public init?(_ path: String, waits: @escaping @Sendable () -> Bool = { true }) throws(GeoError) {
    self.path = path
    self.waits = waits
    packer = path.lowercased().hasSuffix(".gz") ? GzipPacker() : nil
    let kind = RecordingFile.kind(of: path)
    isRegular = kind == nil
    if RecordingFile.isTaken(path) { return nil }
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | (isRegular ? O_CREAT | O_EXCL : O_NONBLOCK)
    var found = open(path, flags, 0o644)
    // Nobody reads the pipe yet.
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

  /// Milliseconds between two looks at whether to wait on.
  private static let slice: UInt32 = 100

  /// What there is under a name, links followed; nil for nothing.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT }
    return lstat(path, &status) == 0 ? S_IFLNK : nil
  }

  /// Whether the name is that of a file, or of a link to one that is not there: neither is ever written to.
  ///
  /// What lies behind `/dev/fd/3` and its like was opened by somebody who wants it there.
  public static func isTaken(_ path: String) -> Bool {
    guard let kind = kind(of: path), kind == S_IFREG || kind == S_IFLNK else { return false }
    return !["/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
  }

  /// What the system's error means here.
  public static func words(_ error: Int32) -> String {
    switch error {
    case EAGAIN: "its reader has stopped reading"
    case EPIPE: "its reader has closed it"
    default: String(cString: strerror(error))
    }
  }

  /// Whether the file has lost its name: who looks for it there finds nothing.
  public var isDeleted: Bool {
    var status = stat()
    return isRegular && fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }

  /// Writes whole lines.
  ///
  /// - Returns: how many bytes of them stand there now, always whole lines, and the system's error, 0 where it is all.
  public func write(_ lines: UnsafeRawBufferPointer) -> (count: Int, error: Int32) {
    guard !lines.isEmpty else { return (0, 0) }
    guard let packer else { return write(lines, keepsLines: true) }
    let (_, error) = write(packer, lines)
    if error == 0 { return (lines.count, 0) }
    return (isRegular ? fill(packer, lines) : 0, error)
  }

  /// Writes what belongs to the end of a packed file; returns the system's error.
  public func finish() -> Int32 {
    guard let packer else { return 0 }
    let error = packer.trailer.withUnsafeBytes { write($0) }.error
    if error == 0 { packer.end() }
    return error
  }

  private func write(
    _ packer: GzipPacker, _ lines: UnsafeRawBufferPointer, isLast: Bool = false
  ) -> (count: Int, error: Int32) {
    var packed = packer.pack(lines)
    if isLast { packed += packer.trailerOfLast }
    let outcome = packed.withUnsafeBytes { write($0) }
    if outcome.error != 0 {
      packer.lose()
    } else {
      packer.commit()
      if isLast { packer.end() }
    }
    return outcome
  }

  /// Packs as many of the lines as there is room for, each time half as many; returns their bytes.
  ///
  /// The end of the packed file goes with them, as there will be no room for it later.
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

  private func write(
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

  /// Waits until who reads a pipe has made room; false when that is given up.
  private func awaitRoom() -> Bool {
    var candidate = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&candidate, 1, Int32(RecordingFile.slice)) <= 0 { if !waits() { return false } }
    return true
  }
}
