import Geo
import GeoFeeds
import Glibc
import Synchronization

/// Tells systemd, and the probes of `--metrics`, that the run is ready, alive, and about to stop.
///
/// - Source: HO-53; sd_notify(3): a datagram of `NAME=VALUE` lines to the socket that `$NOTIFY_SOCKET` names, whose leading `@`
///   stands for the abstract namespace; sd_watchdog_enabled(3): `$WATCHDOG_USEC`, meant for `$WATCHDOG_PID`.
package final class ServiceNotifier: Sendable {
  /// Nil if systemd does not listen.
  private let socket: Int32?
  /// Nil without `--metrics`.
  private let health: RunHealth?
  private let address: [UInt8]
  /// Seconds between two signs of life; nil if nobody waits for them.
  private let pause: Double?
  private let next = Mutex((sign: 0.0, status: 0.0, words: ""))

  /// Seconds between two lines of status.
  private static let statusPause = 5.0

  /// - Parameter variable: reads an environment variable; nil if it is not set.
  /// - Returns: nil if nobody listens.
  init?(_ health: RunHealth? = nil, variable: (String) -> String?) {
    self.health = health
    guard let name = variable("NOTIFY_SOCKET"), name.hasPrefix("/") || name.hasPrefix("@") else {
      guard health != nil else { return nil }
      (address, socket, pause) = ([], nil, nil)
      return
    }
    address = name.hasPrefix("@") ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
    guard address.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    socket = descriptor
    let isMeant = variable("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    let limit = variable("WATCHDOG_USEC").flatMap(Double.init)
    // Half of the time, as sd_watchdog_enabled(3) advises.
    pause = isMeant ? limit.flatMap { $0 > 0 ? $0 / 1e6 / 2 : nil } : nil
  }

  deinit { if let socket { close(socket) } }

  /// The one of this process. What the run starts does not inherit it.
  package static func ofProcess(_ health: RunHealth?) -> ServiceNotifier? {
    let notifier = ServiceNotifier(health) { BaseDirectory.variable($0) }
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
    return notifier
  }

  /// The run takes events from now on.
  package func ready() {
    health?.ready()
    send("READY=1")
  }

  /// The run takes over new files; ``ready()`` ends that.
  ///
  /// - Source: sd_notify(3): `RELOADING=1` comes with the time of CLOCK_MONOTONIC in microseconds.
  func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(Int(monotonicSeconds() * 1e6))") }

  /// The run ends in order.
  package func stopping() {
    health?.stopping()
    send("STOPPING=1")
  }

  /// A sign of life where one is due.
  package func beat() {
    health?.beat()
    guard let pause else { return }
    let now = monotonicSeconds()
    let isDue = next.withLock { next in
      guard now >= next.sign else { return false }
      next.sign = now + pause
      return true
    }
    if isDue { send("WATCHDOG=1") }
  }

  /// The line that `systemctl status` shows; a new one now and then.
  func show(status words: String) {
    let now = monotonicSeconds()
    let isNew = next.withLock { next in
      guard words != next.words, now >= next.status else { return false }
      (next.words, next.status) = (words, now + ServiceNotifier.statusPause)
      return true
    }
    if isNew { send("STATUS=" + PlainText.line(words)) }
  }

  private func send(_ text: String) {
    guard let socket else { return }
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
    // An abstract name ends with its length, a path with a NUL.
    let length = MemoryLayout<sa_family_t>.size + address.count + (address[0] == 0 ? 0 : 1)
    let bytes = Array(text.utf8)
    withUnsafePointer(to: &target) { target in
      target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
        _ = sendto(
          socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), target, socklen_t(length))
      }
    }
  }
}
