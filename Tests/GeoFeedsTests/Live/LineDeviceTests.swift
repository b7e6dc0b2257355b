import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoFeeds
@testable import GeoFormats

/// Serial lines and FIFOs.
extension LineTransportTests {
  @Test func serialLineIsConfiguredAndRestored() throws {
    let pair = try SerialPair()
    let descriptor = open(pair.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(descriptor) }
    func speed() -> speed_t {
      var line = termios()
      tcgetattr(descriptor, &line)
      return cfgetispeed(&line)
    }
    let before = speed()
    let line = try #require(SerialLine(descriptor, baud: nil))
    #expect(line.isSearching && line.baud == 4800 && speed() == speed_t(B4800))
    line.tryNext()
    #expect(line.baud == 9600 && speed() == speed_t(B9600))
    line.restore()
    #expect(speed() == before)
    #expect(SerialLine(descriptor, baud: 38_400)?.isSearching == false && speed() == speed_t(B38400))
  }

  @Test func aSerialLineIsReadRaw() throws {
    let line = try SerialPair()
    let source = try started("nmea://\(line.path)?baud=4800")
    // Raw: no echo, and no byte means anything to the line.
    line.say("\u{3}\u{4}\u{13}\n" + self.line(1))
    #expect(recording.take(events: 1))
    source.stop()
    #expect(recording.devices == [String(line.path.split(separator: "/").last ?? "")])
    #expect(source.skips["unknown line"] == 1 || source.skips.total == 0)
  }

  @Test func unpluggedLineIsTriedAgain() throws {
    var line: SerialPair? = try SerialPair()
    let path = try #require(line?.path)
    let source = try started("nmea://\(path)?device=boat")
    line?.say(self.line(1))
    #expect(recording.take(events: 1))
    line = nil
    #expect(recording.take(notices: 1))
    // The next line gets the number of the removed one, if nobody else was faster.
    let again = try SerialPair()
    if again.path == path {
      again.say(self.line(2))
      #expect(recording.take(events: 2))
    }
    source.stop()
  }

  @Test func aFIFOStaysOpenBetweenItsWriters() throws {
    let folder = TemporaryDirectory()
    let path = try folder.write("fifo", "")
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    let source = try started("nmea://\(path)")
    for latitude in 1...2 {
      let writer = open(path, O_WRONLY | O_CLOEXEC)
      let text = Array(line(latitude).utf8)
      #expect(write(writer, text, text.count) == text.count)
      close(writer)
    }
    #expect(recording.take(events: 2))
    source.stop()
    #expect(recording.devices == ["fifo", "fifo"])
    #expect(recording.notices == [])
  }

  @Test func fileIsNotADevice() throws {
    let folder = TemporaryDirectory()
    let path = try folder.write("boat.nmea", "")
    let error = #expect(throws: GeoError.self) { try started("nmea://\(path)") }
    #expect(error?.description.contains("name a file by its path") == true)
  }
}
