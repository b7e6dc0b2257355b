import Geo
import GeoFormats
import GeoLua
import Glibc
import Synchronization

/// When servers that want to be asked seldom may be asked: the turns of all programs of one user.
///
/// A file for each server holds when its next free turn is, on the clock of the system that never goes back, which
/// all processes share until the system starts anew.
final class ServerRateLimiter: Sendable {
  private let folder: String?
  /// What is known without the files: when the next free turn of a server is.
  private let own = Mutex<[String: Double]>([:])

  /// Tells the clock of this system, since its start, from others: a home may be one for several machines.
  ///
  /// - Source: random(4).
  private static let clock =
    (try? TextFile.read("/proc/sys/kernel/random/boot_id"))?.filter { !$0.isWhitespace } ?? "-"
  /// Hundredths of a second that the lock of the file is waited for.
  private static let patience = 100
  /// Seconds: no queue is longer, so that a file which says more is damaged.
  private static let farthest = 3600.0

  /// - Parameter folder: made where it is not there; nil where only this process counts.
  init(folder: String?) { self.folder = folder }

  /// Where a user's programs meet; nil where the user has no home.
  static var standardFolder: String? { BaseDirectory.cache.map { $0 + "/turns" } }

  /// Takes the next free turn.
  ///
  /// - Parameter spacing: Seconds between two turns.
  /// - Returns: when it is.
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

  /// The same among all programs; nil where they cannot meet.
  private func reserveAll(_ origin: String, spacing: Double, from first: Double, now: Double) -> Double? {
    guard let folder, (try? Folder.make(folder)) != nil else { return nil }
    var hash = FNV1a()
    hash.combine(origin)
    let path = "\(folder)/\(String(hash.value, radix: 16))"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    // Closing gives the lock back.
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
