import FeedTesting
import Geo
import Testing

@testable import GeoFormats

/// Files that are broken, hostile, empty or in another encoding.
extension GPXSourceTests {
  @Test(arguments: [
    (
      "lat='91' lon='1'",
      "a.gpx:3: latitude 91.0 is out of range (expected −90…90; are latitude and longitude exchanged?)"
    ),
    ("lat='1' lon='-180.5'", "a.gpx:3: longitude -180.5 is out of range (expected −180…180)"),
    ("lat='NaN' lon='1'", "a.gpx:3: lat \"NaN\" is not a number"),
    ("lat='1e400' lon='1'", "a.gpx:3: lat \"1e400\" is not a number"),
    ("lat='1,5' lon='1'", "a.gpx:3: lat \"1,5\" is not a number"),
    ("lon='1'", "a.gpx:3: point has no lat (expected lat and lon in degrees)"),
  ])
  func badCoordinateIsCountedAndSkipped(attributes: String, message: String) throws {
    let body =
      "<trk><trkseg><trkpt \(attributes)><time>2026-01-01T00:00:00Z</time></trkpt>\(Self.point(1, 1))</trkseg></trk>"
    let recording = try Recording("a.gpx", Self.gpx(body))
    #expect(recording.fixes.count == 1)
    #expect(recording.firstSkips == [message])
  }

  @Test(arguments: ["ele", "speed", "course"])
  func aFixIsUsedWithoutAValueBesideItsPlace(name: String) throws {
    let body = "<trk><trkseg>\(Self.point(1, 1, "<\(name)>12,5</\(name)>"))</trkseg></trk>"
    let recording = try Recording("a.gpx", Self.gpx(body))
    let fix = try #require(recording.fixes.first)
    #expect(fix.altitude.isNaN && fix.speed.isNaN && fix.course.isNaN)
    #expect(recording.firstSkips == ["a.gpx:3: \(name) \"12,5\" is not a number (the fix is used)"])
  }

  @Test func aPlaceWithoutAReadableAccuracyIsNone() throws {
    let body = "<trk><trkseg>\(Self.point(1, 1, "<hdop>bad</hdop>"))\(Self.point(2, 2))</trkseg></trk>"
    let recording = try Recording("a.gpx", Self.gpx(body))
    #expect(recording.fixes.map(\.coordinate.latitude) == [2])
    #expect(recording.firstSkips == ["a.gpx:3: hdop \"bad\" is not a number"])
  }

  @Test func anImpossibleTimeSaysSo() throws {
    let body =
      "<trk><trkseg>\n<trkpt lat='1' lon='1'>\n<time>25:61</time></trkpt>\(Self.point(1, 1))</trkseg></trk>"
    let recording = try Recording("track.gpx", Self.gpx(body))
    #expect(recording.firstSkips == ["track.gpx:5: time \"25:61\" is not a date (expected ISO 8601)"])
    #expect(recording.fixes.count == 1)
  }

  @Test func brokenXMLGivesItsGoodPart() throws {
    let whole = Self.gpx("<trk><trkseg>\(Self.point(1, 1))\n\(Self.point(2, 2))</trkseg></trk>")
    let recording = try Recording("a.gpx", String(whole.prefix(whole.count - 60)))
    #expect(recording.fixes.count == 1)
    #expect(recording.error == nil)
    #expect(recording.skips["input cut short"] == 1)
    #expect(recording.firstSkips[0].hasPrefix("a.gpx:4: is not complete XML: "))
  }

  @Test func mismatchedTagsAreReportedWithTheirLine() throws {
    let body = "<trk><trkseg>\(Self.point(1, 1))\n</trk></trkseg>"
    let recording = try Recording("a.gpx", Self.gpx(body))
    #expect(recording.fixes.count == 1)
    #expect(
      recording.firstSkips[0].hasPrefix("a.gpx:4: is not complete XML: Opening and ending tag mismatch"))
  }

  @Test(arguments: ["", "no xml", "<kml><Placemark/></kml>", "<gpx"])
  func anythingButGPXIsAnError(text: String) throws {
    let error = try #require(try Recording("a.gpx", text).error)
    #expect(error.code == .data)
    #expect(error.place?.hasPrefix("a.gpx") == true)
  }

  @Test func anEmptyGPXHasNoEvents() throws {
    let recording = try Recording("a.gpx", Self.gpx(""))
    #expect(recording.events.isEmpty && recording.error == nil && recording.skips.total == 0)
  }

  @Test func entitiesAreNeverExpanded() throws {
    let declared = """
      <?xml version="1.0"?>
      <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <gpx><trk><name>&b;&x;</name><trkseg>\(Self.point(1, 1))</trkseg></trk></gpx>
      """
    let recording = try Recording("a.gpx", declared)
    #expect(recording.events.isEmpty)
    #expect("\(try #require(recording.error))".hasPrefix("a.gpx:2: has a <!DOCTYPE>"))
  }

  @Test(arguments: [true, false])
  func utf16IsRead(isBigEndian: Bool) throws {
    let text = Self.gpx("<trk><name>Zoë</name><trkseg>\(Self.point(1, 1))</trkseg></trk>")
      .replacing("UTF-8", with: "UTF-16")
    let units = [0xfeff] + Array(text.utf16)
    let bytes = units.flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit & 0xff), UInt8(unit >> 8)]
      return isBigEndian ? pair.reversed() : pair
    }
    var options = FeedOptions()
    options.deviceBy = .track
    let recording = try Recording("a.gpx", bytes, options)
    #expect(recording.error == nil)
    #expect(recording.devices == ["Zoë"])
  }

  @Test func aMarkAndReturnsAreFine() throws {
    let text = Self.gpx("<trk><trkseg>\(Self.point(1, 1))</trkseg></trk>").replacing("\n", with: "\r\n")
    #expect(try Recording("a.gpx", [0xef, 0xbb, 0xbf] + Array(text.utf8)).fixes.count == 1)
  }

  @Test func invalidUTF8EndsTheGoodPart() throws {
    let text = Self.gpx(
      "<trk><trkseg>\(Self.point(1, 1))<trkpt lat='1' lon='1'><cmt>#</cmt></trkpt></trkseg></trk>")
    let recording = try Recording("a.gpx", text.utf8.map { $0 == UInt8(ascii: "#") ? 0xff : $0 })
    #expect(recording.fixes.count == 1)
    #expect(recording.skips["input cut short"] == 1)
  }

  @Test func tenMegabytesOnOneLineAreRead() throws {
    let points = String(repeating: Self.point(1, 1), count: 150_000)
    let recording = try Recording("a.gpx", "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>")
    #expect(recording.fixes.count == 150_000)
  }

  @Test func hostileFormsEndSoonWithTheirGoodPart() throws {
    let start = "<gpx><trk><trkseg>\(Self.point(1, 1))"
    let attributes = (0..<40_000).map { "a\($0)='1'" }.joined(separator: " ")
    let names = (0..<40_000).map { "<nnnnnnnnnnnnnnnnnnnnnnnnn\($0)/>" }.joined()
    let spaces = (0..<40_000).map { "<a xmlns:n\($0)='uuuuuuuuuuuuuuuuuuu\($0)'/>" }.joined()
    let comment = "<!--" + String(repeating: "a", count: 1_000_000) + "-->"
    let deep = String(repeating: "<a>", count: 1_000)
    let cases = [
      ("<x \(attributes)/>", "has a tag or comment of more than 262144 bytes"),
      (comment, "has a tag or comment of more than 262144 bytes"),
      (names, "has names of more than 1048576 bytes in total"),
      (spaces, "has names of more than 1048576 bytes in total"),
      (deep, "has elements more than 256 deep"),
    ]
    for (hostile, message) in cases {
      let recording = try Recording("a.gpx", start + hostile)
      #expect(recording.fixes.count == 1)
      #expect(recording.firstSkips == ["a.gpx:1: \(message); points used before it: 1"])
    }
  }
}
