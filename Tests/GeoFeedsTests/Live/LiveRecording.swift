import Geo
import Glibc

@testable import GeoFeeds

/// The events that live sources put into an inbox, for tests.
final class LiveRecording {
  let inbox = LiveInbox(clock: { 1_000_000_000 })
  let directory = DeviceDirectory()
  private(set) var events: [DeviceEvent] = []
  private(set) var notices: [LiveInbox.Notice] = []
  /// Seconds to wait before a test fails.
  static let patience = 20.0

  var fixes: [Fix] {
    events.compactMap { if case .location(let fix) = $0.payload { fix } else { nil } }
  }
  var devices: [String] { events.map { directory.name(of: $0.device) } }

  /// Takes events until there are enough; returns whether there were.
  func take(until isEnough: (LiveRecording) -> Bool) -> Bool {
    let end = monotonicSeconds() + Self.patience
    while !isEnough(self) {
      guard monotonicSeconds() < end else { return false }
      let take = inbox.next(until: min(end, monotonicSeconds() + 0.5))
      for batch in take.batches { events += batch.events }
      notices += take.notices
    }
    return true
  }

  func take(events count: Int) -> Bool { take { $0.events.count >= count } }
  func take(notices count: Int) -> Bool { take { $0.notices.count >= count } }
}

/// A TCP server on loopback that a test speaks through.
final class Server {
  private let listener: Int32
  let port: Int
  private var peer: Int32 = -1

  init(port: Int = 0) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    self.port = try bound(listener, to: port)
    guard listen(listener, 8) == 0 else { throw GeoError(.internal, "no server") }
  }

  func accept() { peer = Glibc.accept(listener, nil, nil) }

  func say(_ text: String) { say(Array(text.utf8)) }

  func say(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(peer, $0.baseAddress! + start, bytes.count - start, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      start += count
    }
  }

  /// The first bytes that the client sends.
  func hear() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(peer, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  func hangUp() {
    if peer >= 0 { close(peer) }
    peer = -1
  }

  deinit {
    hangUp()
    close(listener)
  }
}

/// Binds a socket to a port of loopback, or 0 for any free one, and returns it.
func bound(_ descriptor: Int32, to port: Int) throws -> Int {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
  address.sin_port = in_port_t(port).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  return try withUnsafeMutablePointer(to: &address) {
    try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      guard bind(descriptor, $0, size) == 0, getsockname(descriptor, $0, &size) == 0 else {
        throw GeoError(.internal, "port \(port) is taken")
      }
    }
    return Int(in_port_t(bigEndian: $0.pointee.sin_port))
  }
}

/// The two ends of a serial line.
final class SerialPair {
  let master: Int32
  let path: String

  init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    guard master >= 0, ioctl(master, UInt(TIOCSPTLCK_), &unlocked) == 0,
      ioctl(master, UInt(TIOCGPTN_), &number) == 0
    else { throw GeoError(.internal, "no pseudo terminal") }
    path = "/dev/pts/\(number)"
  }

  func say(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress!, $0.count) }
  }

  deinit { close(master) }
}

// <asm-generic/ioctls.h>: macros that Swift does not see.
private let TIOCSPTLCK_ = 0x4004_5431
private let TIOCGPTN_ = 0x8004_5430
