import Foundation
import Geo
import Testing

@testable import GeoFormats

@Suite("Files of shapes")
struct ShapeFileTests {
  private func read(_ text: String, _ name: String = "x") throws -> ShapeFile.Content {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)")
    try text.write(to: url, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: url) }
    return try ShapeFile.read(url.path)
  }

  private func shapes(_ text: String) throws -> [FileShape] {
    guard case .shapes(let shapes, _) = try read(text) else { return [] }
    return shapes
  }

  private func isEvents(_ text: String) throws -> Bool {
    if case .events = try read(text) { true } else { false }
  }

  @Test func aGPXHasWaypointsRoutesAndTracksInPieces() throws {
    let found = try shapes(
      """
      <?xml version="1.0"?><gpx version="1.1"><metadata><name>file</name></metadata>
      <wpt lat="45" lon="14"><name> The  &amp; hut </name></wpt><wpt lat="95" lon="14"/>
      <rte><name>route</name><rtept lat="45" lon="14"/><rtept lat="46" lon="14"><name>point</name></rtept></rte>
      <trk><name>track</name><trkseg><trkpt lat="45" lon="14"/><trkpt lat="46" lon="14"/></trkseg>
      <trkseg/><trkseg><trkpt lat="47" lon="14"/></trkseg></trk></gpx>
      """)
    #expect(found.map(\.title) == ["The & hut", "route", "track"])
    #expect(found.map(\.shapes.count) == [1, 1, 2])
    #expect(found[0].shapes[0].coordinate == CLLocationCoordinate2DMake(45, 14))
    #expect((found[2].shapes[0] as? MKPolyline)?.pointCount == 2)
  }

  @Test func aGeoJSONMayBeOneTextOrOneALine() throws {
    let feature = { (x: Int) in
      ##"{"type":"Feature","properties":{"name":"p\##(x)","stroke":"#fff"},"##
        + ##""geometry":{"type":"Point","coordinates":[\##(x),45]}}"##
    }
    let lines = try shapes(feature(1) + "\n" + feature(2) + "\n")
    let whole = try shapes(
      "{\"type\":\"FeatureCollection\",\n\"features\":[" + feature(1) + ",\n" + feature(2) + "]}")
    #expect(lines.map(\.title) == ["p1", "p2"] && whole.map(\.title) == ["p1", "p2"])
    #expect(whole[0].properties.description.contains("stroke"))
    #expect(
      try shapes(#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#).first?.shapes.first is MKPolyline)
  }

  @Test func geometryWithoutAFenceIsStillAShape() throws {
    let kml = try shapes(
      """
      <kml><Document><Placemark><name>home</name><Point><coordinates>14,45</coordinates></Point></Placemark>
      <Placemark><LineString><coordinates>14,45 15,46</coordinates></LineString></Placemark></Document></kml>
      """)
    #expect(kml.map(\.title) == ["home", nil])
    #expect(kml[0].shapes[0] is MKPointAnnotation && kml[1].shapes[0] is MKPolyline)
    let wkt = try shapes("a\tPOINT (14 45)\nb\tPOLYGON ((0 0, 1 0, 1 1, 0 0))\nc\tPOINT (14 45)\tradius=50\n")
    #expect(wkt.map(\.title) == ["a", "b", "c"])
    #expect(wkt[1].shapes[0] is MKPolygon && wkt[2].shapes[0] is MKCircle)
  }

  @Test func tableWithoutTimesHasPlaces() throws {
    let found = try shapes("name;lat;lon\nVienna;48.2;16.4\nnowhere;;\n\"A \"\"b\"\"\";1;2\n")
    #expect(found.map(\.title) == ["Vienna", "A \"b\""])
  }

  @Test func logsAndTablesWithTimesAreEvents() throws {
    #expect(try isEvents(#"{"time":0,"latitude":1,"longitude":2}"# + "\n"))
    #expect(try isEvents(#"{"type":"tap","time":0,"x":1,"y":2}"# + "\n"))
    #expect(try isEvents("time,lat,lon\n0,1,2\n"))
  }

  @Test(arguments: [
    "", "hello", "<html><body/></html>", "{\"type\":\"Feature\"", "<gpx><wpt lat='1'",
    "<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx/>",
  ])
  func anythingElseIsRefused(text: String) throws {
    #expect(throws: GeoError.self) { _ = try read(text) }
  }
}
