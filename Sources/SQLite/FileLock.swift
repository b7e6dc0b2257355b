package import GeoCore
import Glibc

/// Locks a file for one process; the system releases the lock however the process ends.
///
/// Owns the descriptor that holds the lock.
package final class FileLock: Sendable {
  private let path: String
  private let descriptor: Int32
  private let isRemoved: Bool

  /// - Parameters:
  ///   - holder: identifies this process to others that try to lock the file.
  ///   - isRemoved: whether to remove the file with the lock.
  ///   - isShared: whether others may share it in the same way.
  ///   - refusal: makes the error from the current holder.
  /// - Errors: ``GeoError`` `cannotCreate` if the file cannot be written, and what `refusal` makes.
  package init(
    path: String, holder: String, isRemoved: Bool = false, isShared: Bool = false,
    refusal: (_ who: String) -> GeoError
  ) throws(GeoError) {
    (self.path, self.isRemoved) = (path, isRemoved)
    while true {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard opened >= 0 else {
        throw GeoError(.cannotCreate, "cannot be written: \(String(cString: strerror(errno)))", at: path)
      }
      guard flock(opened, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
        let who = FileLock.text(of: opened)
        close(opened)
        throw refusal(who)
      }
      // The previous holder may have removed the file between the two calls.
      guard FileLock.isSame(opened, path) else {
        close(opened)
        continue
      }
      descriptor = opened
      break
    }
    ftruncate(descriptor, 0)
    let text = "process \(getpid()) (\(holder))"
    _ = pwrite(descriptor, text, text.utf8.count, 0)
  }

  deinit {
    if isRemoved { unlink(path) } else { ftruncate(descriptor, 0) }
    close(descriptor)
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var (held, there) = (stat(), stat())
    return fstat(descriptor, &held) == 0 && stat(path, &there) == 0 && held.st_ino == there.st_ino
  }

  private static func text(of descriptor: Int32) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 500) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, 500, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
