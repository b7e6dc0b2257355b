import Geo
import Glibc
import Synchronization

/// A file that alerts are appended to, a line at a time.
final class AlertFile: Sendable {
  private let path: String
  private let descriptor: Int32
  private let error = Mutex<Int32>(0)

  init(_ path: String) throws(GeoError) {
    self.path = path
    // Appending writes each line whole, also when two runs share the file.
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw GeoError(.cannotCreate, "cannot write alerts: \(String(cString: strerror(errno)))", at: path)
    }
  }

  deinit { Glibc.close(descriptor) }

  func write(_ line: String) {
    if !writeAll(descriptor, line) { error.withLock { $0 = errno } }
  }

  /// Why alerts are missing in the file; nil when none is.
  var fault: GeoError? {
    let number = error.withLock { $0 }
    guard number != 0 else { return nil }
    return GeoError(.inputOutput, "alerts were lost: \(String(cString: strerror(number)))", at: path)
  }
}
