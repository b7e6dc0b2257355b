import Geo
import Glibc
import Synchronization

@testable import GeoFeeds

/// A server on a free port of this machine, and a run that takes its events.
final class TestServer: Sendable {
  let source: HTTPSource
  let inbox: LiveInbox
  let directory: DeviceDirectory
  private let outcome: Mutex<LiveOutcome?>

  /// - Parameter outcome: the outcome of each batch; nil if nobody takes any.
  init(
    _ parameters: String = "", host: String = "127.0.0.1", keys: HTTPKeys = HTTPKeys(),
    capacity: Int = 65_536,
    answersWhenKept: Bool = false, outcome: LiveOutcome? = .accepted,
    deviceLimit: Int = DeviceDirectory.noLimit
  ) throws {
    directory = DeviceDirectory(limit: deviceLimit)
    inbox = LiveInbox(capacity: capacity) { 1_795_262_400 }
    self.outcome = Mutex(outcome)
    source = try HTTPSource(
      SourceAddress("http://\(host):0\(parameters)"), keys: keys, directory: directory,
      answersWhenKept: answersWhenKept, version: "test")
    try source.start(inbox)
  }

  deinit {
    source.stop()
    _ = inbox.close()
  }

  var port: Int { source.port ?? 0 }

  /// Takes events like a run, until there were `count` of them or none arrives for two seconds.
  @discardableResult
  func take(_ count: Int) -> [DeviceEvent] {
    var events: [DeviceEvent] = []
    while events.count < count {
      let taken = inbox.next(until: TestServer.now() + 2)
      guard taken.eventCount > 0 || !taken.notices.isEmpty else { break }
      for batch in taken.batches {
        events += batch.events
        batch.acknowledge?(outcome.withLock { $0 } ?? .refused)
      }
    }
    return events
  }

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// One connection of a client that may misbehave.
final class TestClient {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// Kept as long as somebody asks it.
  private let server: TestServer?

  init(_ server: TestServer) {
    self.server = server
    descriptor = TestClient.connect(server.port)
  }

  init(port: Int) {
    server = nil
    descriptor = TestClient.connect(port)
  }

  deinit { Glibc.close(descriptor) }

  private static func connect(_ port: Int) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }

  @discardableResult
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Shuts down sending, and still listens.
  func closeOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  struct Answer {
    var status = 0
    var header = ""
    var body = ""
  }

  /// Reads one answer; nil if the connection ends first.
  func answer(isHead: Bool = false) -> Answer? {
    while true {
      if let answer = cut(isHead) { return answer }
      guard more() else { return nil }
    }
  }

  /// What has come, once it holds `text`; nil if the connection ends first.
  func read(until text: String) -> String? {
    while true {
      let read = String(decoding: bytes, as: UTF8.self)
      if read.contains(text) { return read }
      guard more() else { return nil }
    }
  }

  /// Whether the server ends the connection within the client's patience.
  func isEnded() -> Bool {
    var room = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &room, room.count, 0)
      if count == 0 { return true }
      if count < 0 { return errno == ECONNRESET }
    }
  }

  private func more() -> Bool {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &room, room.count, 0)
    guard count > 0 else { return false }
    bytes += room[..<count]
    return true
  }

  private func cut(_ isHead: Bool) -> Answer? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let header = String(text[..<end.lowerBound])
    var answer = Answer(
      status: Int(header.split(separator: " ").dropFirst().first ?? "") ?? 0, header: header)
    let start = header.utf8.count + 4
    if answer.status == 100 {
      bytes.removeFirst(start)
      return answer
    }
    let line = header.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    let length = isHead ? 0 : line.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
    guard bytes.count >= start + length else { return nil }
    answer.body = String(decoding: bytes[start..<start + length], as: UTF8.self)
    bytes.removeFirst(start + length)
    return answer
  }

  /// Posts one body over this connection.
  func post(_ path: String, _ body: String, _ fields: String...) -> Answer? {
    send(TestClient.post(path, body, fields))
    return answer()
  }

  static func post(_ path: String, _ body: String, _ fields: [String] = []) -> String {
    let lines = ["POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Content-Length: \(body.utf8.count)"] + fields
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  func get(_ path: String, _ fields: String...) -> Answer? {
    send((["GET \(path) HTTP/1.1", "Host: localhost"] + fields).joined(separator: "\r\n") + "\r\n\r\n")
    return answer()
  }
}
