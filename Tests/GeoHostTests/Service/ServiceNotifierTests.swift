import CommandTesting
import Foundation
import Glibc
import Testing

@testable import GeoHost

/// What a run tells systemd (HO-53): the receiver is a datagram socket, as sd_notify(3) describes it.
@Suite struct ServiceNotifierTests {
  /// A socket that receives notifications.
  private final class Receiver {
    let descriptor: Int32

    /// - Parameter address: the bytes of sun_path; a leading 0 makes it abstract.
    init(_ address: [UInt8]) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var own = sockaddr_un()
      own.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &own.sun_path) { $0.copyBytes(from: address) }
      let size = socklen_t(MemoryLayout<sa_family_t>.size + address.count + (address[0] == 0 ? 0 : 1))
      let status = withUnsafePointer(to: &own) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
      }
      try #require(status == 0)
    }

    deinit { close(descriptor) }

    /// The next message; nil if none comes in time.
    func next(within seconds: Double = 20) -> String? {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(seconds * 1000)) == 1 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  @Test func aLiveRunSaysThatItIsReadyAliveAndStopping() throws {
    let command = try Command(["s.lua": Sample.prints])
    let receiver = try Receiver(Array(command.path("notify").utf8))
    let line =
      "NOTIFY_SOCKET=\(command.path("notify")) WATCHDOG_USEC=400000 exec $geoscript run s.lua --from udp://127.0.0.1:0"
    let running = try command.start(["-c", line], program: "/bin/sh")
    #expect(receiver.next() == "READY=1")
    var seen: Set<String> = []
    while seen.count < 2, let message = receiver.next() {
      seen.insert(String(message.prefix { $0 != "=" }))
      #expect(message == "WATCHDOG=1" || message.hasPrefix("STATUS=0 devices, "))
    }
    #expect(seen == ["WATCHDOG", "STATUS"])
    running.send(SIGTERM)
    var last = receiver.next()
    while let message = last, message != "STOPPING=1" { last = receiver.next() }
    #expect(last == "STOPPING=1")
    #expect(running.wait().code == 143)
  }

  @Test func aReplayIsReadyToo() throws {
    let command = try Command(["s.lua": Sample.prints, "a.ndjson": Sample.log(2)])
    let receiver = try Receiver(Array(command.path("notify").utf8))
    let result = try command.shell(
      "NOTIFY_SOCKET=\(command.path("notify")) $geoscript run s.lua --from a.ndjson")
    #expect(result.code == 0)
    #expect(receiver.next() == "READY=1")
    #expect(receiver.next() == "STOPPING=1")
    #expect(receiver.next(within: 0) == nil)
  }

  @Test func whatARunStartsDoesNotHaveTheSocket() throws {
    let command = try Command(["s.lua": "geoscript.alert{ title = 'a' }"])
    let result = try command.shell(
      "NOTIFY_SOCKET=\(command.path("notify")) WATCHDOG_USEC=1 $geoscript run s.lua --alerts 'exec:env >> told'"
    )
    #expect(result.code == 0)
    #expect(command.read("told").contains("PATH="))
    #expect(!command.read("told").contains("NOTIFY_SOCKET") && !command.read("told").contains("WATCHDOG"))
  }

  @Test func anAbstractSocketIsReached() throws {
    let name = "geoscript-\(UUID().uuidString)"
    let receiver = try Receiver([0] + Array(name.utf8))
    let notifier = try #require(ServiceNotifier { $0 == "NOTIFY_SOCKET" ? "@" + name : nil })
    notifier.ready()
    #expect(receiver.next() == "READY=1")
  }

  @Test func aSignOfLifeComesInHalfTheTimeAndOnlyWhereItIsMeant() throws {
    let name = "geoscript-\(UUID().uuidString)"
    let receiver = try Receiver([0] + Array(name.utf8))
    func notifier(_ process: String) -> ServiceNotifier? {
      let variables = ["NOTIFY_SOCKET": "@" + name, "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": process]
      return ServiceNotifier { variables[$0] }
    }
    let other = try #require(notifier("1"))
    other.beat()
    #expect(receiver.next(within: 0) == nil)
    let own = try #require(notifier("\(getpid())"))
    own.beat()
    own.beat()
    #expect(receiver.next() == "WATCHDOG=1")
    #expect(receiver.next(within: 0) == nil)
  }

  @Test(arguments: ["", "relative", "@" + String(repeating: "a", count: 200), "vsock:2:1234"])
  func withoutASocketNothingIsSent(_ name: String) {
    #expect(ServiceNotifier { $0 == "NOTIFY_SOCKET" ? name : nil } == nil)
  }
}
