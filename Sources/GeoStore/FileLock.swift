package import Geo
import Glibc

/// Holds a file, and what goes with it, for one process; the system lets go of it when that ends, however it ends.
///
/// Owns the descriptor that the lock hangs on.
package final class FileLock: Sendable {
  private let path: String
  private let descriptor: Int32
  private let isRemoved: Bool

  /// - Parameters:
  ///   - holder: what to tell another process that comes meanwhile.
  ///   - isRemoved: whether the file goes with the lock.
  ///   - refusal: what to say of the one that holds it.
  /// - Errors: ``GeoError`` `cannotCreate` where nothing can be written, and what `refusal` makes.
  package init(
    path: String, holder: String, isRemoved: Bool = false, refusal: (_ who: String) -> GeoError
  ) throws(GeoError) {
    (self.path, self.isRemoved) = (path, isRemoved)
    while true {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard opened >= 0 else {
        throw GeoError(.cannotCreate, "cannot be written: \(String(cString: strerror(errno)))", at: path)
      }
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        let who = FileLock.text(of: opened)
        close(opened)
        throw refusal(who)
      }
      // Whoever held it may have removed it between the two.
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
