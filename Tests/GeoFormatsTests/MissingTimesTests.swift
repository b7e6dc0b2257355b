import FeedTesting
import Geo
import Testing

@testable import GeoFormats

/// Points without a time in files that have times elsewhere.
@Suite struct MissingTimesTests {
  /// Two points without a time before one at 10:00:20, a second point after it without one.
  static let files = [
    "a.gpx": "<gpx><trk><trkseg><trkpt lat='1' lon='1'/><trkpt lat='1.001' lon='1'/>"
      + "<trkpt lat='1.002' lon='1'><time>2024-01-01T10:00:20Z</time></trkpt><trkpt lat='1.003' lon='1'/>"
      + "</trkseg></trk></gpx>",
    "a.csv": "lat,lon,time\n1,1,\n1.001,1,\n1.002,1,2024-01-01T10:00:20Z\n1.003,1,\n",
    "a.ndjson": #"{"latitude":1,"longitude":1}"# + "\n" + #"{"latitude":1.001,"longitude":1}"# + "\n"
      + #"{"latitude":1.002,"longitude":1,"time":"2024-01-01T10:00:20Z"}"# + "\n"
      + #"{"latitude":1.003,"longitude":1}"# + "\n",
    "a.kml": """
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark>
    <gx:Track><when></when><when></when><when>2024-01-01T10:00:20Z</when><when></when>
    <gx:coord>1 1</gx:coord><gx:coord>1 1.001</gx:coord><gx:coord>1 1.002</gx:coord><gx:coord>1 1.003</gx:coord>
    </gx:Track></Placemark></kml>
    """,
  ]
  static let names = ["a.gpx", "a.csv", "a.ndjson", "a.kml"]
  /// 2024-01-01T10:00:20Z; `date -u -d @1704103220`.
  static let known: TimeInterval = 1_704_103_220

  private func read(_ name: String, _ set: (inout FeedOptions) -> Void) throws -> Recording {
    var options = FeedOptions()
    set(&options)
    return try Recording(name, try #require(Self.files[name]), options)
  }

  @Test(arguments: names)
  func theErrorNamesTheStart(name: String) throws {
    let recording = try read(name) { $0.interval = 10 }
    let error = try #require(recording.error)
    #expect(error.code == .data)
    #expect("\(error)".hasPrefix("\(name): ") && "\(error)".contains("give --start 2024-01-01T10:00:00Z"))
    #expect(recording.events.isEmpty)
  }

  @Test(arguments: names)
  func withThatStartThePathIsWhole(name: String) throws {
    let recording = try read(name) {
      $0.interval = 10
      $0.start = Self.known - 20
    }
    #expect(recording.error == nil)
    #expect(recording.times == [0, 10, 20, 30].map { Self.known - 20 + $0 })
  }

  @Test(arguments: names)
  func atAPaceTheStartIsCountedBackFromTheKnownTime(name: String) throws {
    let error = try #require(try read(name) { $0.pace = 5 }.error)
    // GeographicLib's GeodSolve: 221.15 m on the ellipsoid; a sphere of its mean radius has 222.39 m, at 5 m/s 44.478 s.
    #expect("\(error)".contains("give --start 2024-01-01T09:59:35.522Z"))
  }

  @Test(arguments: names)
  func withoutAnOptionOnlyTheKnownTimeCounts(name: String) throws {
    let recording = try read(name) { _ in }
    #expect(recording.error == nil)
    #expect(recording.times == [Self.known])
    #expect(recording.skips["no time"] == 3)
  }

  @Test func aDeviceThatIsDatedThroughoutIsNoFault() throws {
    var options = FeedOptions()
    options.interval = 10
    let recording = try Recording(
      "a.csv", "device,lat,lon,time\na,1,1,1704103220\na,1,1,\nb,2,2,1704103225\n", options)
    #expect(recording.error == nil)
    #expect(recording.times == [Self.known, Self.known + 10, Self.known + 5])
  }

  @Test func aPathWithoutAnyTimeBeginsIn1970() throws {
    var options = FeedOptions()
    options.interval = 10
    let recording = try Recording("a.csv", "lat,lon\n1,1\n2,2\n", options)
    #expect(recording.error == nil && recording.times == [0, 10])
  }
}
