public import Geo
import Glibc

/// A new file of whole lines, packed where its name ends with `.gz`.
///
/// What cannot be written whole is taken back, so that there is never half a line in its middle.
public final class RecordingFile {
  public let path: String
  private let descriptor: Int32
  private let packer: GzipPacker?
  /// Whether it lies on a disk: a pipe cannot be taken back.
  public let isRegular: Bool
  /// The bytes that stand there, packed ones as they are.
  public private(set) var length: Int64 = 0

  /// Makes the file.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`; a file that is there is not touched.
  public init(_ path: String) throws(GeoError) {
    self.path = path
    packer = path.lowercased().hasSuffix(".gz") ? GzipPacker() : nil
    var status = stat()
    isRegular = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | (isRegular ? O_CREAT | O_EXCL : 0)
    descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else {
      throw GeoError(.cannotCreate, "cannot record: \(String(cString: strerror(errno)))", at: path)
    }
  }

  deinit { close(descriptor) }

  /// Writes whole lines; returns the system's error, 0 for none: then nothing of them is there.
  public func write(_ lines: UnsafeRawBufferPointer) -> Int32 {
    guard !lines.isEmpty else { return 0 }
    guard let packer else { return put(lines) }
    let error = packer.pack(lines).withUnsafeBytes { put($0) }
    if error == 0 { packer.keep() } else { packer.lose() }
    return error
  }

  /// Writes what belongs to the end of a packed file; returns the system's error.
  public func finish() -> Int32 {
    guard let packer else { return 0 }
    return packer.trailer.withUnsafeBytes { put($0) }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        let error = errno
        if error == EINTR { continue }
        if isRegular { ftruncate(descriptor, off_t(length)) }
        return error
      }
      rest = rest.dropFirst(count)
    }
    length += Int64(bytes.count)
    return 0
  }
}
