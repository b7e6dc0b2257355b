import CZlib
import Geo
import Testing

@Suite struct GunzipTests {
  /// Packs `bytes` as one gzip member.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 1024)
    let count = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        deflate(&stream, Z_FINISH)
        return target.count - Int(stream.avail_out)
      }
    }
    deflateEnd(&stream)
    return Array(output.prefix(count))
  }

  /// Lines that do not pack well, so that cutting the packed bytes cuts some of them off.
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
    #expect(try Recording("a.gpx.gz", Self.gzip(Array(gpx.utf8))).fixes.count == 1)
    #expect(try Recording("a.csv.gz", Self.gzip(Array("lat,lon,t\n1,2,3".utf8))).fixes.count == 1)
    #expect(try Recording("a.ndjson.gz", Self.gzip(Self.log(100_000))).times.last == 99_999)
    #expect(try Recording("a.ndjson", Self.gzip(Self.log(10))).events.count == 10)
  }

  @Test func membersFollowEachOther() throws {
    let bytes = Self.gzip(Self.log(3)) + Self.gzip([]) + Self.gzip(Self.log(2)) + [0, 0, 0]
    let recording = try Recording("a.ndjson.gz", bytes)
    #expect(recording.times == [0, 1, 2, 0, 1])
    #expect(recording.skips.total == 0)
  }

  @Test func aTruncatedGzipGivesItsGoodPart() throws {
    let whole = Self.gzip(Self.log(20_000))
    let recording = try Recording("a.ndjson.gz", Array(whole.prefix(whole.count / 2)))
    #expect(recording.error == nil)
    #expect((5_000..<15_000).contains(recording.events.count))
    #expect(recording.times == (0..<recording.events.count).map(Double.init))
    #expect(recording.skips["input cut short"] == 1)
    // The last line may be cut, too.
    #expect(recording.skips.total <= 2)
  }

  @Test func aBrokenGzipGivesItsGoodPart() throws {
    var bytes = Self.gzip(Self.log(20_000))
    for index in bytes.count / 2..<bytes.count / 2 + 64 { bytes[index] = 0xff }
    let recording = try Recording("a.ndjson.gz", bytes)
    #expect(recording.events.count > 5_000)
    #expect(recording.skips["input cut short"] == 1)
  }

  @Test func aTruncatedPackedGPXSaysOnlyThat() throws {
    let points = (0..<5_000).map { GPXSourceTests.point(Double($0) / 100, $0 % 10) }.joined()
    let whole = Self.gzip(Array(GPXSourceTests.gpx("<trk><trkseg>\(points)</trkseg></trk>").utf8))
    let recording = try Recording("a.gpx.gz", Array(whole.prefix(whole.count / 2)))
    #expect(recording.fixes.count > 1_000)
    #expect(recording.firstSkips.count == 1)
    #expect(recording.firstSkips.first?.hasPrefix("a.gpx.gz: the gzip ends in its middle, after ") == true)
  }

  @Test func otherBytesAfterAGzipAreSaid() throws {
    let recording = try Recording("a.ndjson.gz", Self.gzip(Self.log(2)) + Array("tail".utf8))
    #expect(recording.events.count == 2)
    #expect(recording.firstSkips == ["a.ndjson.gz:3: bytes that are not gzip follow the gzip"])
  }

  @Test func aGzipOfNothingIsEmpty() throws {
    #expect(try Recording("a.ndjson.gz", Self.gzip([])).events.isEmpty)
    #expect(try Recording("a.ndjson.gz", [0x1f, 0x8b]).skips["input cut short"] == 1)
  }
}
