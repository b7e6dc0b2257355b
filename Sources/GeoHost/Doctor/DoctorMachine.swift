import Geo
import GeoLua
import Glibc
import LuaBridge

/// Checks of the machine itself.
enum DoctorMachine {
  /// Lua, with all classes declared.
  static func script() -> Finding {
    let count = GeoLibrary.catalog.classes.count
    return Finding(.ok, "geoscript", "\(Product.version), Lua 5.4 with \(count) classes")
  }

  /// Whether a program synchronizes the clock, which orders live fixes.
  ///
  /// - Source: adjtimex(2): STA_UNSYNC is set until a program has disciplined the clock.
  static func clock() -> Finding {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    // A date before this program was written.
    guard now.tv_sec > 1_767_225_600 else {
      return Finding(
        .fail, "clock", "shows \(ISO8601.format(TimeInterval(now.tv_sec))), which is in the past",
        advice: "set it, because it orders live events: sudo timedatectl set-ntp true")
    }
    guard let isKept else {
      return Finding(
        .ok, "clock", "shows a date after 2025; the system does not say whether it is synchronized")
    }
    guard !isKept else { return Finding(.ok, "clock", "is synchronized by the system") }
    return Finding(
      .warn, "clock", "no program is known to synchronize it",
      advice: "fixes more than 60 s ahead of it are refused: sudo timedatectl set-ntp true, or install chrony"
    )
  }

  /// Whether a program disciplines the clock; nil if the system does not say.
  ///
  /// - Source: adjtimex(2): STA_UNSYNC, 0x40 of `status`, is set until it has. Swift does not see <sys/timex.h>: with
  ///   longs of eight bytes `modes` lies at 0, where nothing is to be changed, `status` at 40 of 208 bytes.
  private static var isKept: Bool? {
    typealias Adjust = @convention(c) (UnsafeMutableRawPointer) -> Int32
    guard MemoryLayout<Int>.size == 8, let found = dlsym(nil, "adjtimex") else { return nil }
    var state = [Int64](repeating: 0, count: 32)
    let outcome = state.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { unsafeBitCast(found, to: Adjust.self)($0) } ?? -1
    }
    return outcome < 0 ? nil : state[5] & 0x40 == 0
  }

  static func locale() -> Finding {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { BaseDirectory.variable($0) }
      .first { !$0.isEmpty }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let folded = (name ?? "").lowercased().replacing("-", with: "")
    guard isTerminal, !folded.contains("utf8") else {
      return Finding(
        .ok, "terminal", isTerminal ? "shows UTF-8 (\(name ?? ""))" : "none; output goes elsewhere")
    }
    return Finding(
      .warn, "terminal", "may not show all letters: the locale is \(name.map { "\"\($0)\"" } ?? "not set")",
      advice: "export LANG=C.UTF-8")
  }

  /// Whether the folders of cache and state are writable and have space.
  static func folders(state: String?) -> [Finding] {
    var findings: [Finding] = []
    if let state { findings.append(folder("state", state, isNeeded: true)) }
    if let cache = BaseDirectory.cache {
      findings.append(folder("cache", cache, isNeeded: false))
    } else {
      findings.append(
        Finding(
          .warn, "cache", "there is no home directory: each run fetches map tiles again",
          advice: "export HOME or XDG_CACHE_HOME"))
    }
    return findings
  }

  private static func folder(_ subject: String, _ path: String, isNeeded: Bool) -> Finding {
    let bad = isNeeded ? Finding.Grade.fail : .warn
    var status = stat()
    // A missing folder can be created if the nearest folder above it is writable.
    var nearest = path
    while stat(nearest, &status) != 0, errno == ENOENT { nearest = parent(nearest) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return Finding(bad, subject, "\(nearest) is not a folder", advice: "name another, or move it away")
    }
    guard access(nearest, W_OK | X_OK) == 0 else {
      return Finding(
        bad, subject, "you may not write to \(nearest)", advice: "sudo chown $USER \(nearest)")
    }
    var disk = statvfs()
    guard statvfs(nearest, &disk) == 0 else { return Finding(.ok, subject, "\(path) is writable") }
    let free = Double(disk.f_bavail) * Double(disk.f_frsize) / 1_048_576
    let room = free >= 1024 ? "\(Int(free / 1024)) GiB" : "\(Int(free)) MiB"
    guard free >= 200 else {
      return Finding(
        free < 10 ? bad : .warn, subject, "\(path) has only \(room) free",
        advice: "free some space on that disk")
    }
    return Finding(.ok, subject, "\(path) is writable, with \(room) free")
  }

  private static func parent(_ path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    if !parts.isEmpty { return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/") }
    return path.hasPrefix("/") ? "/" : "."
  }
}
