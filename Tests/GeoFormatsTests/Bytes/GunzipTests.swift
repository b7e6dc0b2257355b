import FeedTesting
import CZlib
import Geo
@testable import GeoFormats
import Testing

@Suite struct GunzipTests {
  /// Packs `bytes` as one gzip member.
  /// Lines that pack badly, so that cutting the packed bytes cuts some of them off.
  static func log(_ count: Int) -> [UInt8] {
    var seed: UInt64 = 1
    let lines = (0..<count).map { index -> String in
      seed = seed &* 6_364_136_223_846_793_005 &+ 1
      return "{\"type\":\"clock\",\"time\":\(index),\"a\":\(seed)}\n"
    }
    return Array(lines.joined().utf8)
  }

  @Test func everyFormMayBePacked() throws {
    let gpx = GPXSourceTests.gpx("<trk><trkseg>\(GPXSourceTests.point(1, 1))</trkseg></trk>")
    #expect(try Recording("a.gpx.gz", gzip(Array(gpx.utf8))).fixes.count == 1)
    #expect(try Recording("a.csv.gz", gzip(Array("lat,lon,t\n1,2,3".utf8))).fixes.count == 1)
    #expect(try Recording("a.ndjson.gz", gzip(Self.log(100_000))).times.last == 99_999)
    #expect(try Recording("a.ndjson", gzip(Self.log(10))).events.count == 10)
  }

  @Test func membersFollowEachOther() throws {
    let bytes = gzip(Self.log(3)) + gzip([]) + gzip(Self.log(2)) + [0, 0, 0]
    let recording = try Recording("a.ndjson.gz", bytes)
    #expect(recording.times == [0, 1, 2, 0, 1])
    #expect(recording.skips.total == 0)
  }

  @Test func aTruncatedGzipGivesItsGoodPart() throws {
    let whole = gzip(Self.log(20_000))
    let recording = try Recording("a.ndjson.gz", Array(whole.prefix(whole.count / 2)))
    #expect(recording.error == nil)
    #expect((5_000..<15_000).contains(recording.events.count))
    #expect(recording.times == (0..<recording.events.count).map(Double.init))
    #expect(recording.skips["input cut short"] == 1)
    // The last line may be cut, too.
    #expect(recording.skips.total <= 2)
  }

  @Test func brokenGzipGivesItsGoodPart() throws {
    var bytes = gzip(Self.log(20_000))
    for index in bytes.count / 2..<bytes.count / 2 + 64 { bytes[index] = 0xff }
    let recording = try Recording("a.ndjson.gz", bytes)
    #expect(recording.events.count > 5_000)
    #expect(recording.skips["input cut short"] == 1)
  }

  @Test func aTruncatedPackedGPXSaysOnlyThat() throws {
    let points = (0..<5_000).map { GPXSourceTests.point(Double($0) / 100, $0 % 10) }.joined()
    let whole = gzip(Array(GPXSourceTests.gpx("<trk><trkseg>\(points)</trkseg></trk>").utf8))
    let recording = try Recording("a.gpx.gz", Array(whole.prefix(whole.count / 2)))
    #expect(recording.fixes.count > 1_000)
    #expect(recording.firstSkips.count == 1)
    #expect(recording.firstSkips.first?.hasPrefix("a.gpx.gz: the gzip ends early, after ") == true)
  }

  @Test func otherBytesAfterAGzipAreReported() throws {
    let recording = try Recording("a.ndjson.gz", gzip(Self.log(2)) + Array("tail".utf8))
    #expect(recording.events.count == 2)
    #expect(recording.firstSkips == ["a.ndjson.gz:3: bytes that are not gzip follow the gzip"])
  }

  @Test func aGzipOfNothingIsEmpty() throws {
    #expect(try Recording("a.ndjson.gz", gzip([])).events.isEmpty)
    #expect(try Recording("a.ndjson.gz", [0x1f, 0x8b]).skips["input cut short"] == 1)
  }
}
