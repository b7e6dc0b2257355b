import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoFeeds
@testable import GeoFormats

@Suite struct FileFeedTests {
  static let line = #"{"type":"clock","time":1}"#

  @Test(arguments: [
    ("/data/ride.gpx", "ride"), ("ride.gpx.gz", "ride"), ("a.b.ndjson", "a.b"), ("ride", "ride"),
    (".gpx", ".gpx"),
    ("-", "default"), ("ride.GPX.GZ", "ride"),
  ])
  func aFileIsADeviceByItsBaseName(path: String, name: String) {
    #expect(FileFeed.deviceName(of: path) == name)
  }

  @Test func filesWithOneBaseNameAreDevicesByTheirPaths() {
    #expect(
      FileFeed.deviceNames(of: ["a/ride.gpx", "b/ride.csv", "b/walk.gpx", "b/walk.gpx"])
        == ["a/ride.gpx", "b/ride.csv", "walk", "walk"])
  }

  @Test func firstBytesRevealTheFormat() throws {
    #expect(FileForm(of: Array("  <?xml".utf8)) == .gpx)
    #expect(FileForm(of: [0xff, 0xfe, 0x3c, 0]) == .gpx)
    #expect(FileForm(of: [0xef, 0xbb, 0xbf] + Array("{\"".utf8)) == .ndjson)
    #expect(FileForm(of: Array("lat;lon\n".utf8)) == .csv)
    #expect(FileForm(of: Array("$GPRMC,1,2\n".utf8)) == .lines)
    #expect(FileForm(of: Array("words\n".utf8)) == nil)
    #expect(FileForm(of: []) == nil)
    #expect(try Recording("log", Self.line).times == [1])
  }

  @Test func anUnknownFormIsRefused() throws {
    #expect(throws: GeoError.self) { try Recording("a.txt", "words") }
  }

  @Test func invalidGeoJSONIsAFault() throws {
    #expect(try Recording("a.geojson", "words").error?.code == .data)
  }

  @Test func unreadableFileSaysWhy() throws {
    let folder = TemporaryDirectory()
    let missing = #expect(throws: GeoError.self) { try Recording([folder.path + "/no.gpx"]) }
    #expect(missing?.code == .noInput)
    #expect(missing?.description == "\(folder.path)/no.gpx: there is no such file")
    let directory = #expect(throws: GeoError.self) { try Recording([folder.path]) }
    #expect(directory?.code == .noInput)
    #expect(directory?.message == "is a directory (expected a file; name the files in it)")
  }

  @Test func eventsOutsideTheWindowAreDropped() throws {
    var options = FeedOptions()
    options.start = try FeedOptions.time("1970-01-01T00:00:02Z")
    options.end = try FeedOptions.time("3")
    let text = (1...5).map { #"{"type":"clock","time":\#($0)}"# }.joined(separator: "\n")
    #expect(try Recording("log.ndjson", text, options).times == [2, 3])
    #expect(throws: GeoError.self) { try FeedOptions.time("noon") }
  }

  static let decimals: [(String, Double)] = [
    ("52.5", 52.5), ("-0.0", -0.0), ("+.5", 0.5), ("5.", 5), (" 1e2\n", 100), ("1e-3", 1e-3),
    ("9007199254740993", 9_007_199_254_740_992), ("0.1", 0.1), ("179.9999999999999999", 179.9999999999999999),
    ("123456789012345678901234567890", 1.2345678901234568e29),
    ("4.9406564584124654e-324", .leastNonzeroMagnitude),
    ("0.00000000000000000000000000000001", 1e-32),
  ]

  @Test(arguments: decimals)
  func decimalsAreReadToTheNearestDouble(text: String, value: Double) {
    let parsed = Array(text.utf8).withUnsafeBufferPointer { Decimal.parse($0) }
    #expect(parsed?.bitPattern == value.bitPattern)
  }

  @Test(arguments: [
    "", " ", "-", ".", "e5", "1e", "1e+", "0x10", "nan", "inf", "1e400", "1 2", "1,5", "--1", "1-",
  ])
  func invalidDecimalIsRefused(text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer { Decimal.parse($0) } == nil)
  }

  @Test func theDateReaderAgreesWithISO8601() {
    let texts = [
      "2026-01-01T00:00:00Z", "2026-01-01T00:59:59Z", "2026-01-01T01:00:60Z", "2026-01-01T01:00:00Z",
      "2026-01-01T01:61:00Z", "2026-01-01T01:0x:00Z", "2026-13-01T01:00:00Z", "2026-01-01T01:00:01Z", "25:61",
      "",
      String(repeating: "\0", count: 14) + "00:00Z",
    ]
    var reader = DateReader()
    for text in texts {
      #expect(Array(text.utf8).withUnsafeBufferPointer { reader.parse($0) } == ISO8601.parse(text))
    }
  }
}
