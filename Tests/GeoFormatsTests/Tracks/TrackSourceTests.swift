import FeedTesting
import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

@Suite struct TrackSourceTests {
  static let start: TimeInterval = 1_767_225_600  // 2026-01-01T00:00:00Z

  func kml(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
    \(body)
    </Document></kml>
    """
  }

  func paced() -> FeedOptions {
    var options = FeedOptions()
    options.interval = 10
    return options
  }

  @Test func aTrackOfGooglesHasTimesAndHeights() throws {
    let recording = try Recording(
      "ride.kml",
      kml(
        """
        <Placemark><name>ride</name><gx:Track><altitudeMode>absolute</altitudeMode>
        <when>2026-01-01T00:00:00Z</when><when>2026-01-01T00:00:05Z</when><when>2026-01-01T00:00:10Z</when>
        <gx:coord>13.5 52.5 34</gx:coord><gx:coord></gx:coord><gx:coord>13.6 52.6</gx:coord></gx:Track></Placemark>
        """))
    #expect(recording.error == nil && recording.firstSkips == [])
    #expect(recording.times == [Self.start, Self.start + 10])
    #expect(recording.fixes.map(\.coordinate.latitude) == [52.5, 52.6])
    #expect(recording.fixes[0].altitude == 34 && recording.fixes[1].altitude.isNaN)
    #expect(recording.devices == ["ride", "ride"])
  }

  @Test func whensAndCoordsMayTakeTurnsAndMultiTracksHaveGaps() throws {
    let track = { (second: Int) in
      """
      <gx:Track><when>2026-01-01T00:00:0\(second)Z</when><gx:coord>1 2 3</gx:coord>
      <when>2026-01-01T00:00:0\(second + 1)Z</when><gx:coord>1.1 2 3</gx:coord></gx:Track>
      """
    }
    let recording = try Recording(
      "a.kml", kml("<Placemark><gx:MultiTrack>\(track(0))\(track(5))</gx:MultiTrack></Placemark>"))
    #expect(recording.times.map { $0 - Self.start } == [0, 1, 1, 5, 6])
    guard case .signalLost = recording.events[2].payload else {
      Issue.record("no loss of the signal")
      return
    }
  }

  // Finding D7: as Google's reference has it, and libkml's all-gx.kml.
  @Test(arguments: [
    "<Model><Location><longitude>0</longitude><latitude>0</latitude></Location></Model>",
    "<ExtendedData><SchemaData><gx:SimpleArrayData name='a'><gx:value>1</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData>",
    "<Model><Polygon><LinearRing><coordinates>1,2 3,4 1,2</coordinates></LinearRing></Polygon><when>1999</when></Model>",
  ])
  func whatATrackCarriesAlongIsPassedOver(more: String) throws {
    let track = "<when>2026-01-01T00:00:00Z</when><gx:coord>1 2 3</gx:coord>"
    for body in [more + track, track + more] {
      let recording = try Recording("a.kml", kml("<Placemark><gx:Track>\(body)</gx:Track></Placemark>"))
      #expect(recording.times == [Self.start] && recording.firstSkips == [])
    }
  }

  // Finding D16: OGC 12-007r2 allows years and months.
  @Test(arguments: [
    ("2026", "2026-01-01T00:00:00Z"), ("2026-07", "2026-07-01T00:00:00Z"),
    ("2026-07-16", "2026-07-16T00:00:00Z"),
    ("2026-07-16Z", "2026-07-16T00:00:00Z"), ("2026-07+02:00", "2026-06-30T22:00:00Z"),
    ("2026Z", "2026-01-01T00:00:00Z"),
  ])
  func aWhenMayBeAYearOrAMonth(when: String, expected: String) throws {
    let mark = "<TimeStamp><when>\(when)</when></TimeStamp><Point><coordinates>1,2</coordinates></Point>"
    let recording = try Recording("a.kml", kml("<Placemark>\(mark)</Placemark>"))
    #expect(recording.times.map(ISO8601.format) == [expected])
  }

  @Test func aFileWithoutTracksSaysSo() throws {
    let recording = try Recording("a.kml", kml("<Placemark><name>a</name></Placemark>"))
    #expect(recording.notes == ["a.kml: it has no track, no line and no point"])
  }

  // Finding D11.
  @Test func placemarksWithTimesFormThePathInOrder() throws {
    let mark = { (minute: Int, latitude: Int) in
      """
      <Placemark><LookAt><gx:TimeStamp><when>1999-01-01</when></gx:TimeStamp></LookAt>
      <TimeStamp><when>2026-01-01T00:0\(minute):00Z</when></TimeStamp>
      <Point><coordinates>13,\(latitude),7</coordinates></Point></Placemark>
      """
    }
    let line = "<Placemark><LineString><coordinates>1,1 2,2</coordinates></LineString></Placemark>"
    let recording = try Recording("a.kml", kml(mark(2, 3) + mark(1, 2) + line))
    #expect(recording.times.map { $0 - Self.start } == [60, 120])
    #expect(recording.fixes.map(\.coordinate.latitude) == [2, 3])
    #expect(
      recording.notes == ["a.kml: its points of lines are not used (2), since the file has a better path"])
  }

  @Test func faultsOfAKMLAreCounted() throws {
    let recording = try Recording(
      "a.kml",
      kml(
        """
        <Placemark><gx:Track><when>2026-01-01T00:00:00Z</when><when>yesterday</when><when>2026-01-01T00:00:02Z</when>
        <gx:coord>1 2</gx:coord><gx:coord>1 2</gx:coord><gx:coord>1 99</gx:coord><gx:coord>x</gx:coord>
        </gx:Track></Placemark>
        """))
    #expect(recording.times == [Self.start])
    #expect(
      recording.skips.kinds.map(\.kind) == [
        "time", "coordinate out of range", "coordinates", "times that do not fit",
      ])
    #expect(
      recording.firstSkips[0] == "a.kml:3: Placemark 1: time \"yesterday\" is not a date (expected ISO 8601)")
  }

  @Test func aKMLThatBreaksIsRefused() throws {
    #expect(try Recording("a.kml", "<kml><Placemark>").error?.code == .data)
    #expect(try Recording("a.kml", "<html/>").error?.message.contains("not a KML") == true)
    #expect(try Recording("a.kml", "<!DOCTYPE kml []><kml/>").error?.message.contains("DOCTYPE") == true)
    #expect(try Recording("a.kml", kml("")).events.isEmpty)
  }

  @Test func eachLineMayBeADevice() throws {
    var options = FeedOptions()
    options.deviceBy = .track
    options.interval = 1
    let line = #""geometry":{"type":"LineString","coordinates":[[1,1],[2,2]]}"#
    let recording = try Recording(
      "a.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"bus"},\#(line)},"#
        + #"{"type":"Feature","properties":{},\#(line)}]}"#, options)
    #expect(recording.devices == ["bus", "bus", "a-2", "a-2"])
    #expect(recording.times == [0, 1, 0, 1])
  }

  @Test func formatsAreRecognizedByTheirFirstBytes() throws {
    let line = #"{"type":"LineString","coordinates":[[1,1],[2,2]]}"#
    #expect(try Recording("a.txt", line, paced()).times == [0, 10])
    #expect(try Recording("a.json", line, paced()).times == [0, 10])
    #expect(try Recording("a.json", #"{"type":"location","time":5,"latitude":1,"longitude":2}"#).times == [5])
    let text = kml("<Placemark><LineString><coordinates>1,1 2,2</coordinates></LineString></Placemark>")
    #expect(try Recording("a.xml", text, paced()).times == [0, 10])
  }

  @Test func invalidCoordinatesAreCounted() throws {
    let recording = try Recording(
      "a.geojson", #"{"type":"LineString","coordinates":[[1,1],[1],["a","b"],[1,91],null,[2,2]]}"#, paced())
    #expect(recording.fixes.count == 2)
    #expect(recording.skips["coordinates"] == 3 && recording.skips["coordinate out of range"] == 1)
  }

  @Test func resumedTrackContinuesWhereItStopped() throws {
    let folder = TemporaryDirectory()
    let line = #"{"type":"LineString","coordinates":[[1,1],[2,2],[3,3]]}"#
    let path = try folder.write("a.geojson", line)
    let source = try FileFeed.open(path, directory: DeviceDirectory(), options: paced())
    try source.resume(at: SourcePosition(source: path, events: 2))
    var events: [DeviceEvent] = []
    while try source.read(into: &events) {}
    #expect(events.map(\.time) == [20])
    #expect(source.positions == [SourcePosition(source: path, events: 3)])
  }
}
