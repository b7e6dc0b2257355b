import FeedTesting
import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

/// Sentences that cannot be used, and what lies between sentences.
extension NMEASourceTests {
  @Test func aWrongChecksumIsCountedWithItsLine() throws {
    let recording = try Recording(
      "boat.nmea", sentence(Self.rmc) + "$\(Self.gga)*00\r\n$\(Self.gga)*4\r\n" + "$" + Self.gga + "\n")
    #expect(
      recording.firstSkips == ["boat.nmea:2: checksum is 00 (expected 47)"])
    #expect(recording.skips["checksum"] == 2)
    // Without one it is accepted, like in gpsd.
    #expect(recording.fixes.map(\.altitude) == [545.4])
  }

  @Test func brokenFieldIsCountedAndItsSentenceUnused() throws {
    let recording = try read(
      Self.rmc, Self.gga.replacing("4807.038", "48o7.038"), Self.gga.replacing("4807.038", "9107.038"),
      Self.gga.replacing("123519", "253519"), "GPRMC,123520,A,4860.0,N,01131.0,E,,,230394,,",
      Self.rmc.replacing("230394", "310294"))
    #expect(recording.skips["broken field"] == 5)
    #expect(recording.firstSkips == ["boat.nmea:2: a field of GPGGA cannot be read"])
    #expect(recording.fixes.count == 1)
  }

  @Test func otherSentencesAndCommentsAreSkippedSilently() throws {
    let recording = try Recording(
      "boat.log",
      "# a log\n" + sentence("PGRME,15.0,M,45.0,M,25.0,M")
        + "!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C\n"
        + sentence("GPGSV,1,1,00") + sentence("WIMWV,57.5,R,13.0,N,A") + sentence(Self.rmc))
    #expect(recording.skips.total == 0)
    #expect(recording.fixes.count == 1)
  }

  @Test func sentenceAfterOtherBytesIsFound() throws {
    let noise: [UInt8] = [0xb5, 0x62, 1, 7, 0, 0x24, 0xff, 0x0d]
    let recording = try Recording(
      "boat.log",
      noise + Array(sentence(Self.rmc).utf8) + noise + [10] + Array("$GPRMC,12".utf8)
        + Array(sentence(Self.gga).utf8) + [0, 0, 10, 0xff, 10])
    #expect(recording.fixes.map(\.altitude) == [545.4])
  }

  @Test func aLineOfTenMegabytesIsCounted() throws {
    let recording = try Recording(
      "a.nmea",
      Array("$GPGGA,".utf8) + [UInt8](repeating: 0x31, count: 10 << 20) + [10]
        + Array(sentence(Self.rmc).utf8))
    #expect(recording.skips["line too long"] == 1)
    #expect(recording.fixes.count == 1)
  }
}
