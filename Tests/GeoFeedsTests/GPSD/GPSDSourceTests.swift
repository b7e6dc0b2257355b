import Geo
import Glibc
import Testing

@testable import GeoFeeds
@testable import GeoFormats

/// Tests the client against a server that replays gpsd 3.22.
@Suite struct GPSDSourceTests {
  private let recording = LiveRecording()
  private let watch = "?WATCH={\"enable\":true,\"json\":true};\n"
  private let greeting =
    "{\"class\":\"VERSION\",\"release\":\"3.22\",\"rev\":\"3.22\",\"proto_major\":3,\"proto_minor\":14}\r\n"
  private let devices =
    "{\"class\":\"DEVICES\",\"devices\":[{\"class\":\"DEVICE\",\"path\":\"/dev/ttyUSB0\",\"activated\":0}]}\r\n"

  private func started(_ address: String, patience: Double = 10) throws -> GPSDSource {
    let source = try GPSDSource(
      try SourceAddress(address), directory: recording.directory, patience: patience)
    try source.start(recording.inbox)
    return source
  }

  private func isFix(_ event: DeviceEvent) -> Bool {
    if case .location = event.payload { true } else { false }
  }

  @Test func itAsksForReportsReadsThemInAnyPiecesAndSaysGoodbye() throws {
    let server = try Server()
    let source = try started("gpsd://127.0.0.1:\(server.port)")
    server.accept()
    #expect(server.hear() == watch)
    let bytes = try GPSDReading.recorded("nl402u.json")
    var start = 0
    for size in [1, 2, 3, 5, 8, 400, 7, 1000].cycled where start < bytes.count {
      server.say(Array(bytes[start..<min(bytes.count, start + size)]))
      start += size
    }
    #expect(recording.take { $0.fixes.count >= 9 })
    source.stop()
    #expect(server.hear() == "?WATCH={\"enable\":false};\n")
    #expect(recording.devices.allSatisfy { $0 == "gpsd" })
    #expect(source.skips.total == 0)
    // The recording's clock is years off, which is reported, too.
    #expect(
      recording.notices.contains(.note("gpsd://127.0.0.1:\(server.port): gpsd 3.22 listens to /dev/pts/1")))
  }

  @Test func lossAndReturnOfGPSDAreReportedOnce() throws {
    let server = try Server()
    let name = "gpsd://127.0.0.1:\(server.port)"
    let source = try started(name)
    for second in 1...3 {
      server.accept()
      // Unread bytes would turn the close into a reset.
      #expect(server.hear() == watch)
      // In the middle of a report, and before its first.
      server.say(second == 2 ? "" : greeting + devices + GPSDReading.fix(second) + "{\"class\":\"TP")
      #expect(second == 2 || recording.take { $0.fixes.count == (second + 1) / 2 })
      server.hangUp()
    }
    #expect(recording.take(notices: 4))
    source.stop()
    let lost =
      "\(name): gpsd has closed the connection; trying again, first in 1 s "
      + "(is gpsd running? run geoscript doctor)"
    #expect(
      recording.notices == [
        .note("\(name): gpsd 3.22 listens to /dev/ttyUSB0"), .warning(lost), .note("\(name): is back"),
        .warning(lost),
      ])
    // A lost connection is a lost fix.
    let errors = recording.events.filter { $0.payload == .error(code: CLError.locationUnknown.rawValue) }
    #expect(errors.count == 2)
    #expect(source.skips.total == 0)
  }

  @Test func silentServerIsQueriedAndThenDropped() throws {
    let server = try Server()
    let source = try started("gpsd://127.0.0.1:\(server.port)", patience: 0.1)
    server.accept()
    #expect(server.hear() == watch)
    server.say(greeting + devices)
    #expect(server.hear() == watch)
    // An answer is a sign of life.
    server.say(devices)
    #expect(server.hear() == watch)
    #expect(recording.take(notices: 2))
    source.stop()
    #expect("\(recording.notices[1])".contains("has been silent for"))
  }

  @Test func missingServerIsReportedOnceAndTheEndDoesNotWait() throws {
    var server: Server? = try Server()
    let port = server?.port ?? 0
    server = nil
    let source = try started("gpsd://127.0.0.1:\(port)")
    #expect(recording.take(notices: 1))
    source.stop()
    #expect(
      recording.notices == [
        .warning(
          "gpsd://127.0.0.1:\(port): cannot connect: Connection refused; trying again, first in 1 s "
            + "(is gpsd running? run geoscript doctor)")
      ])
  }

  @Test func missingReceiverIsReportedWithTheRemedy() throws {
    let server = try Server()
    let source = try started("gpsd://127.0.0.1:\(server.port)")
    server.accept()
    server.say(greeting + "{\"class\":\"DEVICES\",\"devices\":[]}\r\n")
    #expect(recording.take(notices: 1))
    source.stop()
    #expect("\(recording.notices[0])".contains("gpsd 3.22 has no receiver"))
  }

  @Test func garbageIsCountedAndMemoryBounded() throws {
    let server = try Server()
    let source = try started("gpsd://127.0.0.1:\(server.port)")
    server.accept()
    server.say([UInt8](repeating: 0x7b, count: 3 << 20))
    server.say("\n\0\0\n{\"class\":\n" + GPSDReading.fix(1))
    #expect(recording.take { $0.fixes.count == 1 })
    source.stop()
    #expect(source.skips["line too long"] == 1)
    #expect(source.skips["not JSON"] == 2)
  }

  @Test func oneReceiverIsAskedForByItsPath() throws {
    let server = try Server()
    let source = try started("gpsd://127.0.0.1:\(server.port)/dev/ttyUSB0")
    server.accept()
    #expect(server.hear() == "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/ttyUSB0\"};\n")
    server.say(greeting + devices + GPSDReading.fix(1))
    #expect(recording.take { $0.fixes.count == 1 })
    source.stop()
    #expect(recording.devices.last == "gpsd/ttyUSB0")
  }

  @Test(arguments: [
    ("gpsd://localhost", "gpsd"), ("gpsd:", "gpsd"), ("gpsd://boat:2948", "boat"), ("gpsd://[::1]", "gpsd"),
    ("gpsd://boat/dev/ttyUSB0", "boat/ttyUSB0"), ("gpsd://boat/dev/ttyUSB0?device=ann", "ann"),
  ]) func theDeviceIsTheHostUnlessItIsNamed(_ address: String, _ device: String) throws {
    let source = try GPSDSource(try SourceAddress(address), directory: recording.directory)
    #expect(source.decoder.context.device == device)
  }

  @Test(arguments: [
    "gpsd://localhost?baud=9600", "gpsd://localhost/dev/tty%22", "gpsd://localhost/dev/a%0ab",
  ])
  func invalidValuesAreRefused(_ address: String) {
    #expect(throws: GeoError.self) {
      try GPSDSource(try SourceAddress(address), directory: recording.directory)
    }
  }
}

extension Array {
  /// Its elements again and again, 100,000 at most.
  fileprivate var cycled: some Sequence<Element> { (0..<100_000).lazy.map { self[$0 % count] } }
}
