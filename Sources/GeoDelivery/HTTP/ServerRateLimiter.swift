import Geo
import GeoFormats
import GeoLua
import Glibc
import Synchronization

/// Spaces requests to rate-limited servers, across all programs of one user.
///
/// A file for each server holds the time of its next free turn, on the system's monotonic clock, which all
/// processes share until the next boot.
package final class ServerRateLimiter: Sendable {
  private let folder: String?
  /// The next free turn of each server as far as this process knows, without the files.
  private let own = Mutex<[String: Double]>([:])

  /// Identifies this boot of this machine, because several machines may share a home directory.
  ///
  /// - Source: random(4).
  private static let clock =
    (try? TextFile.read("/proc/sys/kernel/random/boot_id"))?.filter { !$0.isWhitespace } ?? "-"
  /// Hundredths of a second to wait for the lock of the file.
  private static let patience = 100
  /// The longest queue in seconds; a file that says more is damaged.
  private static let farthest = 3600.0

  /// - Parameter folder: created if missing; nil to count only this process.
  package init(folder: String?) { self.folder = folder }

  /// The folder that a user's programs share; nil if the user has no home.
  package static var standardFolder: String? { BaseDirectory.cache.map { $0 + "/turns" } }

  /// Takes the next free turn.
  ///
  /// - Parameter spacing: Seconds between two turns.
  /// - Returns: its time.
  func reserve(_ origin: String, spacing: Double, now: Double) -> Double {
    let mine = own.withLock { own in
      let turn = max(now, own[origin] ?? 0)
      own[origin] = turn + spacing
      return turn
    }
    guard let turn = reserveAll(origin, spacing: spacing, from: mine, now: now) else { return mine }
    own.withLock { $0[origin] = turn + spacing }
    return turn
  }

  /// The same among all programs; nil if the file cannot be used.
  private func reserveAll(_ origin: String, spacing: Double, from first: Double, now: Double) -> Double? {
    guard let folder, (try? Folder.make(folder)) != nil else { return nil }
    var hash = FNV1a()
    hash.combine(origin)
    let path = "\(folder)/\(String(hash.value, radix: 16))"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    // Closing releases the lock.
    defer { close(file) }
    var tries = 0
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      tries += 1
      guard tries < ServerRateLimiter.patience else { return nil }
      usleep(10_000)
    }
    let said = ServerRateLimiter.read(file) ?? first
    let turn = said <= now + ServerRateLimiter.farthest ? max(first, said) : first
    let text = "\(turn + spacing) \(ServerRateLimiter.clock)\n"
    guard ftruncate(file, 0) == 0, pwrite(file, text, text.utf8.count, 0) == text.utf8.count else {
      return nil
    }
    return turn
  }

  private static func read(_ file: Int32) -> Double? {
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[1] == clock else { return nil }
    return Double(words[0])
  }
}
