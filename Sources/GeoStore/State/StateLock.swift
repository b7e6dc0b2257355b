import Geo
import Glibc

/// Holds a state directory for one run; the system lets go of it when the process ends, however it ends.
///
/// Owns the descriptor that the lock hangs on.
final class StateLock: Sendable {
  private let descriptor: Int32

  /// - Parameter holder: what to tell another run that comes meanwhile.
  /// - Errors: ``GeoError`` `cannotCreate` when another process holds it, or nothing can be written.
  init(directory: String, holder: String) throws(GeoError) {
    let path = "\(directory)/lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw GeoError(.cannotCreate, "cannot be written: \(String(cString: strerror(errno)))", at: path)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let who = StateLock.text(of: descriptor)
      close(descriptor)
      throw GeoError(
        .cannotCreate,
        "is in use by \(who.isEmpty ? "another run" : who); one run at a time may have a state directory",
        at: directory)
    }
    ftruncate(descriptor, 0)
    let text = "process \(getpid()) (\(holder))"
    _ = pwrite(descriptor, text, text.utf8.count, 0)
  }

  deinit {
    ftruncate(descriptor, 0)
    close(descriptor)
  }

  private static func text(of descriptor: Int32) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 500) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, 500, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
