import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoMap

/// GeoJSON as shapes, and back; `scripts/checks/geojson.py` has GEOS judge what is written.
@Suite struct MKGeoJSONTests {
  private func decode(_ text: String) throws -> [any MKGeoJSONObject] { try MKGeoJSONDecoder().decode(text) }

  private func shape(_ type: String, _ coordinates: String) throws -> MKShape {
    try #require(decode("{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}").first as? MKShape)
  }

  private func back(_ shape: MKShape) throws -> MKShape {
    let text = GeoJSON.text(of: [try GeoJSON.feature(shape)])
    return try #require((decode(text).first as? MKGeoJSONFeature)?.geometry.first)
  }

  private func message(_ text: String) -> String {
    do {
      _ = try decode(text)
      return ""
    } catch { return "\(error)" }
  }

  /// RFC 7946, appendix A.3: the polygon with a hole.
  @Test func aPolygonsFurtherRingsAreCutOut() throws {
    let polygon = try #require(
      shape(
        "Polygon",
        """
        [[[100.0,0.0],[101.0,0.0],[101.0,1.0],[100.0,1.0],[100.0,0.0]],\
        [[100.8,0.8],[100.8,0.2],[100.2,0.2],[100.2,0.8],[100.8,0.8]]]
        """) as? MKPolygon)
    #expect(polygon.coordinates == ShapeFixtures.square(0, 100, 1, 101))
    #expect(polygon.interiorPolygons.count == 1)
    #expect(polygon.interiorPolygons[0].pointCount == 4)
  }

  @Test func emptyGeometryHasNoShape() throws {
    #expect(try decode("{\"type\":\"Polygon\",\"coordinates\":[]}").isEmpty)
    #expect(try decode("{\"type\":\"FeatureCollection\",\"features\":[]}").isEmpty)
  }

  @Test func aFeatureKeepsItsPropertiesByteForByte() throws {
    let properties = "{\"z\":1,\"a\":[1.5,null]}"
    let text = "{\"type\":\"Feature\",\"id\":\"a\",\"properties\":\(properties),\"geometry\":null}"
    let feature = try #require(decode(text).first as? MKGeoJSONFeature)
    #expect(feature.properties == properties)
    #expect(feature.identifier == "a")
    #expect(feature.geometry.isEmpty)
    #expect(try GeoJSON.feature(feature).description == text)
  }

  @Test func aFaultSaysWhereItIs() {
    #expect(message("{\"type\":\"Point\"}") == "GeoJSON: 'coordinates' is missing")
    #expect(message("{\"type\":\"Point\",\"coordinates\":[1]}").contains("coordinates: expected a position"))
    #expect(message("[1").contains("byte 3"))
    #expect(message("{\"type\":\"Point\",\"coordinates\":[1e999,0]}").contains("not a place on the earth"))
  }

  /// RFC 7946 §3.1.9.
  @Test func shapesCutAtThe180thMeridianAreJoinedAgain() throws {
    let fiji = MKPolygon(coordinates: ShapeFixtures.square(-20, 177, -16, -178))
    #expect(try GeoJSON.feature(fiji).description.contains("\"MultiPolygon\""))
    let read = try #require(back(fiji) as? MKPolygon)
    // Which world it lies in depends on where the ring begins.
    #expect(abs(read.boundingMapRect.width - fiji.boundingMapRect.width) < 1e-6)
    #expect(Set(read.coordinates) == Set(fiji.coordinates))
    let line = MKPolyline(coordinates: ShapeFixtures.ring((0, 170), (5, -170), (9, 170)))
    #expect(try #require(back(line) as? MKPolyline).coordinates == line.coordinates)
    // Lines that only touch stay apart.
    let lines = MKMultiPolyline([
      MKPolyline(coordinates: ShapeFixtures.ring((0, 0), (5, 5))),
      MKPolyline(coordinates: ShapeFixtures.ring((5, 5), (9, 0))),
    ])
    #expect(try #require(back(lines) as? MKMultiPolyline).polylines.count == 2)
  }

  @Test func aRingAroundAPoleIsWrittenAlongTheMeridian() throws {
    let south = MKPolygon(coordinates: ShapeFixtures.ring((-70, 0), (-70, 90), (-70, 170), (-70, -90)))
    let text = try GeoJSON.feature(south).description
    #expect(text.contains("[180,-90]") && text.contains("[-180,-90]"))
  }

  @Test func titlesAndRadiiComeBack() throws {
    let circle = MKCircle(center: ShapeFixtures.place(52.5, 13.4), radius: 150.5)
    circle.title = "depot"
    circle.subtitle = "north"
    let read = try #require(back(circle) as? MKCircle)
    #expect(read.radius == 150.5 && read.title == "depot" && read.subtitle == "north")
    #expect(read.coordinate == circle.coordinate)
  }

  @Test func objectsWithoutAShapeAreNotWritten() {
    #expect(throws: GeoError.self) { try GeoJSON.feature(MKTileOverlay(URLTemplate: nil)) }
    #expect(throws: GeoError.self) { try GeoJSON.feature(MKPolygon(coordinates: [])) }
    #expect(throws: GeoError.self) { try GeoJSON.feature(MKPolyline(coordinates: [])) }
    #expect(throws: GeoError.self) { try GeoJSON.feature(MKPointAnnotation()) }
  }
}
