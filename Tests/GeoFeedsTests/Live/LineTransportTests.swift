import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoFeeds
@testable import GeoFormats

@Suite struct LineTransportTests {
  let recording = LiveRecording()

  func line(_ latitude: Int, _ rest: String = "") -> String {
    "{\"latitude\":\(latitude),\"longitude\":2,\"timestamp\":5\(rest)}\n"
  }

  func started(_ address: String) throws -> LineTransport {
    let source = try LineTransport(try SourceAddress(address), directory: recording.directory)
    try source.start(recording.inbox)
    return source
  }

  @Test func aServerIsReadAndItsLinesBelongToItUnlessTheyNameADevice() throws {
    let server = try Server()
    let source = try started("tcp://127.0.0.1:\(server.port)")
    server.accept()
    server.say(line(1) + line(2, ",\"device\":\"bus\""))
    #expect(recording.take(events: 2))
    source.stop()
    #expect(recording.devices == ["127.0.0.1:\(server.port)", "bus"])
    #expect(recording.events.map(\.time) == [1_000_000_000, 1_000_000_000])
    #expect(recording.events.map(\.timestamp) == [5, 5])
    #expect(recording.notices == [])
  }

  @Test func aLineMayComeInPieces() throws {
    let server = try Server()
    let source = try started("tcp://127.0.0.1:\(server.port)?device=boat")
    server.accept()
    server.say("{\"latitude\":1,")
    server.say("\"longitude\":2}\n{\"lat")
    #expect(recording.take(events: 1))
    server.say("itude\":3,\"longitude\":4}\n")
    #expect(recording.take(events: 2))
    source.stop()
    #expect(recording.fixes.map(\.coordinate.latitude) == [1, 3])
    #expect(recording.devices == ["boat", "boat"])
  }

  @Test func lossAndReturnOfAServerAreReportedOnce() throws {
    let server = try Server()
    let source = try started("tcp://127.0.0.1:\(server.port)")
    server.accept()
    server.say(line(1))
    #expect(recording.take(events: 1))
    server.hangUp()
    server.accept()
    server.say(line(2))
    #expect(recording.take(events: 2))
    #expect(recording.take(notices: 2))
    source.stop()
    #expect(
      recording.notices == [
        .warning("\(source.name): has ended; trying again, first in 1 s"), .note("\(source.name): is back"),
      ])
  }

  @Test func missingServerIsNotAnErrorAndItsNameHasNoPassword() throws {
    let server = try Server()
    let port = server.port
    server.hangUp()
    _ = consume server
    let source = try started("tcp://me:secret@127.0.0.1:\(port)")
    #expect(recording.take(notices: 1))
    source.stop()
    #expect(
      recording.notices == [
        .warning(
          "tcp://me@127.0.0.1:\(port): cannot connect: Connection refused; trying again, first in 1 s")
      ])
  }

  @Test func aSilentServerIsLostAfterItsTimeout() throws {
    let server = try Server()
    let source = try started("tcp://127.0.0.1:\(server.port)?timeout=0.05")
    server.accept()
    #expect(recording.take(notices: 1))
    source.stop()
    guard case .warning(let text) = recording.notices.first else {
      Issue.record("no warning")
      return
    }
    #expect(text.contains("has been silent for"))
  }

  @Test func unknownLineIsCountedAndSkipped() throws {
    let server = try Server()
    let source = try started("tcp://127.0.0.1:\(server.port)")
    server.accept()
    server.say(
      [0, 0xff, 0xb5, 0x62, 10] + Array("\n# comment\n".utf8) + [UInt8](repeating: 0x41, count: 3 << 20))
    server.say("\n{\"latitude\":1,\n" + line(1))
    #expect(recording.take(events: 1))
    source.stop()
    #expect(source.skips["unknown line"] == 1)
    #expect(source.skips["line too long"] == 1)
    #expect(source.skips["not JSON"] == 1)
    #expect(source.skips.total == 3)
  }

  @Test func eachSenderOfDatagramsIsADevice() throws {
    let probe = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let port = try bound(probe, to: 0)
    close(probe)
    let source = try started("udp://127.0.0.1:\(port)")
    // Two datagrams; one has two lines, neither ends with a newline.
    for text in [line(1) + "{\"latitude\":2,\"longitude\":2}", "{\"latitude\":3,\"longitude\":2}"] {
      try say(text, to: port)
    }
    #expect(recording.take(events: 3))
    source.stop()
    #expect(recording.fixes.map(\.coordinate.latitude) == [1, 2, 3])
    #expect(Set(recording.devices) == ["127.0.0.1"])
  }

  @Test func sentencesOfTwoSendersNeverMakeOneFix() throws {
    let probe = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let port = try bound(probe, to: 0)
    close(probe)
    let source = try started("udp://127.0.0.1:\(port)")
    for second in 10...11 {
      for host in 1...2 {
        let rmc = sentence("GPRMC,1235\(second),A,48\(host)7.038,N,01131.000,E,1,2,230394,,")
        try say(rmc, to: port, from: UInt32(host))
        let gga = sentence("GPGGA,1235\(second),48\(host)7.038,N,01131.000,E,1,08,0.9,\(host),M,46.9,M,,")
        try say(gga, to: port, from: UInt32(host))
      }
    }
    #expect(recording.take { $0.fixes.count >= 4 })
    source.stop()
    let devices = zip(recording.events, recording.devices).compactMap { event, device -> String? in
      guard case .location(let fix) = event.payload else { return nil }
      return "\(device) \(fix.altitude) \(fix.speed > 0)"
    }
    #expect(
      devices.sorted() == [
        "127.0.0.1 1.0 true", "127.0.0.1 1.0 true", "127.0.0.2 2.0 true", "127.0.0.2 2.0 true",
      ])
  }

  @Test func anyAddressTakesDatagramsOfBothVersions() throws {
    let probe = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let port = try bound(probe, to: 0)
    close(probe)
    let source = try started("udp://:\(port)")
    try say(line(1), to: port)
    #expect(recording.take(events: 1))
    source.stop()
    #expect(recording.devices == ["127.0.0.1"])
  }

  @Test func takenPortIsReportedAtOnce() throws {
    let other = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(other) }
    let port = try bound(other, to: 0)
    #expect(throws: GeoError.self) { try started("udp://127.0.0.1:\(port)") }
  }

  @Test(arguments: [
    ("tcp://:1", "names no host"), ("tcp://h?listen", "?listen is not a parameter"),
    ("nmea:///dev/x?baud=4801", "is not a speed"), ("tcp://h:1?timeout=-1", "not a number of seconds"),
    ("nmea://", "names no device"), ("nmea://dev/ttyUSB0", "expected nmea:///dev/ttyUSB0"),
  ])
  func invalidAddressIsRefused(address: String, message: String) throws {
    let address = try SourceAddress(address)
    let error = #expect(throws: GeoError.self) {
      try LineTransport(address, directory: recording.directory)
    }
    #expect(error?.description.contains(message) == true)
    #expect(error?.code == .usage)
  }

  /// Sends a datagram to a port of loopback from its address of that number, all of which are one machine.
  private func say(_ text: String, to port: Int, from host: UInt32 = 1) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var sender = sockaddr_in()
    sender.sin_family = sa_family_t(AF_INET)
    sender.sin_addr.s_addr = in_addr_t(0x7f00_0000 | host).bigEndian
    _ = withUnsafePointer(to: &sender) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    address.sin_port = in_port_t(port).bigEndian
    let bytes = Array(text.utf8)
    let sent = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(sent == bytes.count)
  }
}
