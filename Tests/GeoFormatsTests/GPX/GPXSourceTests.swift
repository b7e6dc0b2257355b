import FeedTesting
import Geo
import Testing

@testable import GeoFormats

@Suite struct GPXSourceTests {
  static func gpx(_ body: String, version: String = "1.1") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="\(version)" xmlns="http://www.topografix.com/GPX/1/1" xmlns:ns3="http://garmin/v1">
    \(body)
    </gpx>
    """
  }

  static func point(_ latitude: Double, _ second: Int, _ more: String = "") -> String {
    let time = "<time>2026-01-01T00:00:0\(second)Z</time>"
    return "<trkpt lat=\"\(latitude)\" lon=\"13.5\">\(time)\(more)</trkpt>"
  }

  static let start: TimeInterval = 1_767_225_600

  @Test func aTrackBecomesFixes() throws {
    let recording = try Recording(
      "ride.gpx",
      Self.gpx(
        "<trk><trkseg>\(Self.point(52.5, 1, "<ele>34.2</ele><hdop>1.6</hdop><vdop>2</vdop>"))</trkseg></trk>")
    )
    let fix = try #require(recording.fixes.first)
    #expect(recording.devices == ["ride"])
    #expect(recording.times == [Self.start + 1])
    #expect(fix.coordinate == CLLocationCoordinate2D(latitude: 52.5, longitude: 13.5))
    #expect(fix.altitude == 34.2)
    #expect(fix.horizontalAccuracy == 8)
    #expect(fix.verticalAccuracy == 10)
    #expect(fix.speed.isNaN && fix.course.isNaN)
  }

  /// HO-181.
  @Test func segmentsAreInOrderOfTheirTimes() throws {
    let (first, second, third) = (Self.point(1, 1), Self.point(2, 3), Self.point(3, 5))
    let recording = try Recording(
      "a.gpx",
      Self.gpx(
        "<trk><trkseg>\(third)</trkseg><trkseg>\(first)</trkseg></trk><trk><trkseg>\(second)</trkseg></trk>"))
    #expect(recording.fixes.map(\.coordinate.latitude) == [1, 2, 3])
    let segments = try Recording(
      "a.gpx", Self.gpx("<trk><trkseg>\(second)</trkseg><trkseg>\(first)</trkseg></trk>"))
    let lost = segments.events.map { if case .signalLost = $0.payload { true } else { false } }
    #expect(lost == [false, true, false])
    #expect(segments.fixes.map(\.coordinate.latitude) == [1, 2])
    // A point without a time belongs to the one before it, so the order of the file stays.
    let untimed = try Recording(
      "a.gpx",
      Self.gpx("<trk><trkseg>\(second)</trkseg><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk>"))
    #expect(untimed.fixes.map(\.coordinate.latitude) == [2])
    var options = FeedOptions()
    options.deviceBy = .track
    let tracks = try Recording(
      "a.gpx", Self.gpx("<trk><trkseg>\(second)</trkseg></trk><trk><trkseg>\(first)</trkseg></trk>"), options)
    #expect(tracks.fixes.map(\.coordinate.latitude) == [2, 1])
  }

  @Test(arguments: [
    "<extensions><ns3:TrackPointExtension><ns3:speed>3.5</ns3:speed><ns3:course>90</ns3:course>"
      + "</ns3:TrackPointExtension></extensions>",
    "<extensions><speed>3.5</speed><course>90</course></extensions>",
    "<speed>3.5</speed><course> 90 </course>",
    "<extensions><undeclared:speed>3.5</undeclared:speed><undeclared:course>90</undeclared:course></extensions>",
  ])
  func speedAndCourseAreFoundUnderAnyPrefix(more: String) throws {
    let recording = try Recording("a.gpx", Self.gpx("<trk><trkseg>\(Self.point(1, 1, more))</trkseg></trk>"))
    #expect(recording.fixes.map(\.speed) == [3.5])
    #expect(recording.fixes.map(\.course) == [90])
  }

  @Test func accuracyOfAHealthExportBeatsDilution() throws {
    let more = "<hdop>9</hdop><extensions><hAcc>4.5</hAcc><vAcc>3.5</vAcc></extensions>"
    let recording = try Recording("a.gpx", Self.gpx("<trk><trkseg>\(Self.point(1, 1, more))</trkseg></trk>"))
    #expect(recording.fixes.map(\.horizontalAccuracy) == [4.5])
    #expect(recording.fixes.map(\.verticalAccuracy) == [3.5])
  }

  @Test func aNewSegmentLosesTheSignalAtThePointBefore() throws {
    let body = """
      <trk><trkseg>\(Self.point(1, 1))\(Self.point(2, 2))</trkseg><trkseg/>
      <trkseg>\(Self.point(3, 5))</trkseg><trkseg></trkseg></trk>
      <trk><trkseg>\(Self.point(4, 7))</trkseg></trk>
      """
    let recording = try Recording("a.gpx", Self.gpx(body))
    #expect(recording.events.map { $0.payload == .signalLost } == [false, false, true, false, false])
    #expect(recording.times == [1, 2, 2, 5, 7].map { Self.start + $0 })
  }

  @Test func tracksCanBeDevices() throws {
    let body = """
      <trk><trkseg>\(Self.point(1, 1))</trkseg></trk>
      <trk><trkseg>\(Self.point(2, 1))</trkseg></trk>
      <trk><name>Jane &amp; Tom</name><trkseg>\(Self.point(3, 2, "<name>not this</name>"))</trkseg></trk>
      <trk><name>empty</name></trk>
      <trk><trkseg>\(Self.point(4, 1))</trkseg></trk>
      """
    var options = FeedOptions()
    #expect(
      try Recording("fleet.gpx", Self.gpx(body), options).devices == ["fleet", "fleet", "fleet", "fleet"])
    options.deviceBy = .track
    #expect(
      try Recording("fleet.gpx", Self.gpx(body), options).devices
        == ["fleet", "fleet-2", "Jane & Tom", "fleet-5"])
  }

  @Test func waypointsAloneFormThePath() throws {
    let body = "<wpt lat='1' lon='2'/><wpt lat='2' lon='2'/>"
    var options = FeedOptions()
    options.interval = 2
    #expect(try Recording("a.gpx", Self.gpx(body), options).times == [0, 2])
    options.start = 100
    #expect(try Recording("a.gpx", Self.gpx(body), options).times == [100, 102])
    let metadata = "<metadata><time>2026-01-01T00:00:00Z</time></metadata>"
    options.start = nil
    #expect(try Recording("a.gpx", Self.gpx(metadata + body), options).times == [Self.start, Self.start + 2])
  }

  @Test func waypointsBesideATrackAreNotFixes() throws {
    let track = "<trk><trkseg>\(Self.point(3, 1))</trkseg></trk>"
    let recording = try Recording(
      "a.gpx", Self.gpx("<wpt lat='1' lon='2'/>" + track + "<wpt lat='1' lon='2'/>"))
    #expect(recording.fixes.map(\.coordinate.latitude) == [3])
    #expect(recording.skips.total == 0)
    #expect(recording.notes.count == 1)
  }

  // Finding D3: BaseCamp, MapSource and EasyGPS give points of routes the time when they were made.
  @Test func aRouteBesideATrackIsNoFix() throws {
    let route = "<rte><rtept lat='2' lon='2'><time>2025-01-01T00:00:00Z</time></rtept></rte>"
    let track = "<trk><trkseg>\(Self.point(3, 1))</trkseg></trk>"
    for body in [route + track, track + route, "<wpt lat='1' lon='1'/>" + route + track + route] {
      let recording = try Recording("a.gpx", Self.gpx(body))
      #expect(recording.fixes.map(\.coordinate.latitude) == [3])
      #expect(recording.skips.total == 0 && recording.notes.count == 1)
    }
  }

  // Finding D9.
  @Test(arguments: ["wpt", "rtept"])
  func pointsOutsideOfTracksArePutInOrder(element: String) throws {
    let points = [("1", "07"), ("2", "04"), ("3", "03"), ("4", "09")].map { latitude, month in
      "<\(element) lat='\(latitude)' lon='1'><time>2026-\(month)-01T00:00:00Z</time></\(element)>"
    }.joined()
    let body = element == "wpt" ? points : "<rte>\(points)</rte>"
    let recording = try Recording("a.gpx", Self.gpx(body))
    #expect(recording.fixes.map(\.coordinate.latitude) == [3, 2, 1, 4])
    #expect(recording.times == recording.times.sorted())
  }

  @Test func pointsWithoutTimesStayBetweenTheOthers() throws {
    func point(_ latitude: Int, _ second: Int?) -> String {
      let time = second.map { "<time>2026-01-01T00:00:0\($0)Z</time>" } ?? ""
      return "<rtept lat='\(latitude)' lon='1'>\(time)</rtept>"
    }
    let body = "<rte>\(point(1, 0))\(point(2, nil))\(point(3, 5))\(point(4, nil))</rte>"
    var options = FeedOptions()
    options.interval = 2
    let recording = try Recording("a.gpx", Self.gpx(body), options)
    #expect(recording.fixes.map(\.coordinate.latitude) == [1, 2, 3, 4])
    #expect(recording.times.map { $0 - Self.start } == [0, 2, 5, 7])
    let untimed = try Recording("a.gpx", Self.gpx(body))
    #expect(untimed.fixes.map(\.coordinate.latitude) == [1, 3] && untimed.skips["no time"] == 2)
  }

  @Test func tooManyPointsOfARouteAreTheWay() throws {
    let point = "<rtept lat='1' lon='1'><time>2026-01-01T00:00:00Z</time></rtept>"
    let route = "<rte>\(String(repeating: point, count: 100_001))</rte>"
    let recording = try Recording(
      "a.gpx", Self.gpx(route + "<trk><trkseg>\(Self.point(3, 1))</trkseg></trk>"))
    #expect(recording.fixes.count == 100_001)
    #expect(recording.skips["point of a better path"] == 1)
  }

  @Test func aPaceGivesTimesAlongTheWay() throws {
    var options = FeedOptions()
    options.pace = 10
    let body = "<rte><rtept lat='0' lon='0'/><rtept lat='0.001' lon='0'/></rte>"
    let times = try Recording("a.gpx", Self.gpx(body), options).times
    // A thousandth of a degree is 111.195 m on a sphere of 6371008.8 m.
    #expect(times.count == 2 && abs(times[1] - 11.1195) < 0.001)
  }

  @Test func noTimesAtAllIsAnErrorThatNamesTheOptions() throws {
    let error = try #require(try Recording("a.gpx", Self.gpx("<wpt lat='1' lon='2'/>")).error)
    #expect(error.code == .data)
    #expect("\(error)" == "a.gpx: none of its points has a time: give --interval SECONDS or --pace M/S")
  }

  @Test func someMissingTimesAreCounted() throws {
    let recording = try Recording(
      "a.gpx", Self.gpx("<trk><trkseg>\(Self.point(1, 1))<trkpt lat='1' lon='1'/></trkseg></trk>"))
    #expect(recording.fixes.count == 1)
    #expect(recording.skips["no time"] == 1)
  }

  @Test func backwardTimesAreDeliveredUnchanged() throws {
    let body = "<trk><trkseg>\(Self.point(1, 5))\(Self.point(1, 3))</trkseg></trk>"
    #expect(try Recording("a.gpx", Self.gpx(body)).times == [Self.start + 5, Self.start + 3])
  }

  @Test func sensorsOfGarminsOlderExtensions() throws {
    let point = """
      <trkpt lat="48" lon="11"><time>2026-01-01T00:00:00Z</time><extensions><gpxx:TrackPointExtension>
      <gpxx:Temperature>20</gpxx:Temperature><gpxx:Depth>3</gpxx:Depth></gpxx:TrackPointExtension></extensions></trkpt>
      """
    let text =
      #"<gpx xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3"><trk><trkseg>\#(point)</trkseg></trk></gpx>"#
    guard case .message(let message)? = try Recording("a.gpx", text).events.first?.payload else {
      return #expect(Bool(false))
    }
    #expect(message.json == #"{"temperature":20,"depth":3}"#)
  }

  @Test(arguments: ["\n\n  <?xml version=\"1.0\"?>\n", " \r\n\t\n\n"])
  func spaceBeforeTheDocumentIsPassed(space: String) throws {
    let text =
      space
      + "<gpx><trk><trkseg><trkpt lat=\"x\"/><trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time>"
      + "</trkpt></trkseg></trk></gpx>"
    let recording = try Recording("a.gpx", text)
    #expect(recording.fixes.count == 1 && recording.error == nil)
    #expect(recording.firstSkips == ["a.gpx:4: lat \"x\" is not a number"])
  }
}
