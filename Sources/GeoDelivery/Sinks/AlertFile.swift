import Geo
import Glibc
import Synchronization

/// A file to which alerts are appended, one line each.
final class AlertFile: Sendable {
  let path: String
  let shape: SinkShape
  private let descriptor: Int32
  private let error = Mutex<Int32>(0)
  /// Whether the last write may have left half a line.
  private let isTorn = AtomicFlag()

  init(_ path: String, _ shape: SinkShape = SinkShape()) throws(GeoError) {
    (self.path, self.shape) = (path, shape)
    // Appending writes each line whole, also when two runs share the file.
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw GeoError(.cannotCreate, "cannot write alerts: \(String(cString: strerror(errno)))", at: path)
    }
  }

  deinit { Glibc.close(descriptor) }

  @discardableResult
  func write(_ text: String) -> Bool {
    if isTorn.isSet { endLine() }
    let isWritten = writeAll(descriptor, text)
    if !isWritten {
      error.withLock { $0 = errno }
      isTorn.set()
    }
    return isWritten
  }

  /// Its length in bytes; nil for a pipe or a device.
  var length: Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Completes a line that an interrupted writer left unfinished.
  func endLine() {
    guard let length, length > 0 else { return }
    let reading = open(path, O_RDONLY | O_CLOEXEC)
    guard reading >= 0 else { return }
    defer { Glibc.close(reading) }
    var last: UInt8 = 0
    guard pread(reading, &last, 1, off_t(length - 1)) == 1, last != UInt8(ascii: "\n") else { return }
    writeAll(descriptor, "\n")
  }

  /// Truncates the file to its first `length` bytes.
  func cut(to length: Int64) throws(GeoError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else {
      throw GeoError(.inputOutput, "cannot be cut back: \(String(cString: strerror(errno)))", at: path)
    }
  }

  /// Returns the error number of the last failed write, once; nil if there is none.
  func takeFault() -> Int32? {
    error.withLock { number in
      defer { number = 0 }
      return number == 0 ? nil : number
    }
  }

  /// Why alerts are missing from the file; nil if all are there.
  var fault: GeoError? {
    let number = error.withLock { $0 }
    guard number != 0 else { return nil }
    return GeoError(.inputOutput, "alerts were lost: \(String(cString: strerror(number)))", at: path)
  }
}
