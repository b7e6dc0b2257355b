import FeedTesting
import Geo
import Testing

@testable import GeoFormats

extension FenceFileTests {
  static func read(_ text: String, as name: String) throws -> (regions: [MonitoredRegion], skips: SkipCounts)
  {
    try read(Array(text.utf8), name)
  }

  static func messages(_ file: (regions: [MonitoredRegion], skips: SkipCounts)) -> [String] {
    file.skips.kinds.map(\.entry.first)
  }

  // WKT.

  static let wkt = """
    # identifier, tab, WKT, tab, values
    depot\tPOINT (13.4 52.5)\tradius=150\tdwell=60
    yard\tPOLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 1 1))

    road\tSRID=4326;LineString Z(1 2 9,3 4 9)\twidth=25
    islands\tMULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0)),((10 0,11 0,11 1,10 0)))\r
    """

  static let table = """
    id,radius,wkt,width,note
    depot,150,POINTZ (13.4 52.5 30),,x
    yard,,"POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0),
     (1 1, 1 2, 2 2, 1 1))",,
    "road",,"LINESTRING M (1 2 0, 3 4 1)",25,
    islands,,"MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0)),((10 0,11 0,11 1,10 0)))",,
    """

  @Test(arguments: [wkt, table, table.replacing("wkt", with: "Geometry")])
  func linesAndTablesOfWKTAreRegions(text: String) throws {
    let file = try Self.read(text, as: "fences.txt")
    #expect(Self.messages(file) == [])
    let drawn = try Self.read(Self.kml, as: "fences.kml").regions
    #expect(file.regions.map(\.identifier) == ["depot", "yard", "road", "islands"])
    #expect(file.regions.map(\.shape) == drawn.map(\.shape))
    #expect(file.regions.first?.radius == 150)
  }

  static let lines: [(String, String)] = [
    (
      "POINT (1 2)\tradius=1",
      "has no identifier (expected it and a tab before the WKT, or a column id, identifier, name or title)"
    ),
    (
      "a\tPOINT (1 2)",
      "has no radius (expected radius= after the WKT, or a column radius, a number of meters)"
    ),
    (
      "a\tPOINT (1 2)\tradios=1",
      "\"radios\" is not a value (expected radius=, width= or another name=value)"
    ),
    ("a\tPOINT (52.5 139.7)", "latitude 139.7 is out of range (expected −90…90; WKT is longitude first)"),
    ("a\tPOINT EMPTY", "is an empty POINT \(expectedShapes)"),
    ("a\tPOINT (1)", "WKT cannot be read at character 9: expected a number, found \")\""),
    ("a\tPOINT (1 2, 3 4)", "a POINT has one position, found 2"),
    ("a\tPOINT (1 2) x", "WKT cannot be read at character 13: expected the end, found \"x\""),
    (
      "a\tPOLYGON ((1 2, 3 4))",
      flaw { () throws(ShapeFlaw) in _ = try PolygonShape(parts: [[places([(1, 2), (3, 4)])]]) }
    ),
    ("a\tPOLYGON (1 2, 3 4)", "WKT cannot be read at character 10: expected \"(\", found \"1 2, 3 4)\""),
    ("a\tCIRCULARSTRING (1 2, 3 4)", "is a CIRCULARSTRING \(expectedShapes)"),
    ("a\tGEOMETRYCOLLECTION (POINT (1 2))", "is a GEOMETRYCOLLECTION \(expectedShapes)"),
    ("a\tSRID=3857;POINT (1 2)", "SRID 3857 cannot be read (expected degrees: SRID 4326)"),
  ]

  @Test(arguments: lines)
  func lineThatIsNotARegionIsCounted(line: String, message: String) throws {
    let file = try Self.read("b\tPOINT (1 2)\tradius=5\n\(line)\n", as: "a.wkt")
    #expect(file.regions.map(\.identifier) == ["b"])
    #expect(Self.messages(file) == ["a.wkt:2: \(message)"])
  }

  @Test func brokenRowIsCountedAndTheNextIsRead() throws {
    let file = try Self.read(
      "id,wkt,radius\na,\"POINT (1 2)\"x,5\nb,POINT (1 2),5\nc,POINT (1 2\nd,\"POINT (1 2),5\n", as: "a.csv")
    #expect(file.regions.map(\.identifier) == ["b"])
    #expect(
      Self.messages(file) == [
        "a.csv:2: text follows a closing quote",
        "a.csv:4: WKT cannot be read at character 11: expected \",\" or \")\", found the end",
      ])
    #expect(file.skips["quotes"] == 2)
  }

  // OwnTracks.

  @Test func waypointsAreCircles() throws {
    // The fields of owntracks.org/booklet/tech/json; older apps wrote numbers in quotes.
    let file = try Self.read(
      """
      {"_type":"waypoints","waypoints":[
      {"_type":"waypoint","desc":"Paris is lovely","lat":"48.858330","lon":"2.295130","rad":"50","tst":"1385997757"},
      {"_type":"waypoint","desc":"home","lat":52.5,"lon":13.4,"rad":100,"tst":1385997757,"rid":"f7676c"},
      {"_type":"waypoint","lat":52.5,"lon":13.4,"rad":100,"rid":"f7676d"},
      {"_type":"waypoint","desc":"desk:2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6:1:2","lat":0,"lon":0,"rad":0},
      {"_type":"waypoint","desc":"no radius","lat":52.5,"lon":13.4,"rad":0},
      {"_type":"waypoint","desc":"off","lat":95,"lon":13.4,"rad":10},
      {"_type":"waypoint","desc":"nowhere","rad":10},
      {"_type":"waypoint","lat":1,"lon":2,"rad":10}, 7]}
      """, as: "phone.otrw")
    #expect(file.regions.map(\.identifier) == ["Paris is lovely", "home", "f7676d"])
    #expect(file.regions.map(\.radius) == [50, 100, 100])
    #expect(file.regions.first?.center == CLLocationCoordinate2DMake(48.85833, 2.29513))
    #expect(
      Self.messages(file) == [
        "phone.otrw: waypoint 4: \"desk:2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6:1:2\" is a beacon, which has no place (expected lat, lon and rad)",
        "phone.otrw: waypoint 5: radius \"0\" cannot be read (expected a number of meters above 0)",
        "phone.otrw: waypoint 6: latitude 95.0 is out of range (expected −90…90)",
        "phone.otrw: waypoint 7: has no lat that is a number (expected lat and lon in degrees)",
        "phone.otrw: waypoint 8: has no identifier (expected desc, or rid)",
        "phone.otrw: waypoint 9: is not a waypoint (expected \"_type\": \"waypoint\")",
      ])
  }

  @Test func aSingleWaypointIsAFileToo() throws {
    let one = #"{"_type":"waypoint","desc":"home","lat":52.5,"lon":13.4,"rad":100}"#
    #expect(try Self.read(one, as: "a.json").regions == [Self.home])
    let error = try #require(throws: GeoError.self) {
      _ = try Self.read(#"{"_type":"location","lat":1}"#, as: "a.otrw")
    }
    #expect(error.message == "_type \"location\" has no regions (expected \"waypoints\" or \"waypoint\")")
  }

  // Every format.

  static let bowTie = flaw { () throws(ShapeFlaw) in
    _ = try PolygonShape(parts: [[places([(0, 0), (4, 4), (4, 0), (0, 4)])]])
  }

  // Only where shapes judge that.
  @Test(
    .enabled(if: bowTie != "makes a shape"),
    arguments: [
      feature("1", "", "").replacing("Point", with: "Polygon").replacing(
        "[]", with: "[[[0,0],[4,4],[4,0],[0,4]]]"),
      "a\tPOLYGON ((0 0, 4 4, 4 0, 0 4))",
      "<kml><Placemark><name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 4,4 4,0 0,4</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>",
    ])
  func aRingThatCrossesItselfIsCountedWithItsEdges(text: String) throws {
    let file = try Self.read(text, as: "a")
    #expect(file.regions.isEmpty)
    #expect(Self.messages(file).allSatisfy { $0.hasSuffix(": \(Self.bowTie)") } && file.skips["polygon"] == 1)
  }

  @Test func theSamplesOfTheReferenceAreRead() throws {
    let samples = try ManualPage("fences").samples
    #expect(samples.count == 5)
    for sample in samples {
      let text = sample.replacing("<TAB>", with: "\t")
      let file = try Self.read(text, as: "sample")
      #expect(Self.messages(file) == [])
      #expect(file.regions.first?.identifier == "depot")
      #expect(file.regions.first?.radius == 150)
    }
  }

  // GeoJSON that a script reads.

  @Test(arguments: [kml, wkt])
  func onlyGeoJSONIsReadOnRequest(text: String) throws {
    let folder = TemporaryDirectory()
    let path = try folder.write("a.geojson", Array(text.utf8))
    let error = try #require(throws: GeoError.self) {
      _ = try FenceFile.read(path, desiredAccuracy: 0, formats: .geoJSON)
    }
    #expect(error.message.hasPrefix("is not GeoJSON: it begins with \""))
    #expect(error.message.hasSuffix("; geoscript.readRegions reads KML and WKT)"))
  }
}

// Finding D16: kinds of WKT that have no region.
extension FenceFileTests {
  @Test(arguments: [
    "CURVEPOLYGON (CIRCULARSTRING (0 0, 1 1, 2 0, 1 -1, 0 0))", "CIRCULARSTRING Z (0 0 1, 1 1 1, 2 0 1)",
    "GEOMETRYCOLLECTION (POINT (1 1))", "MULTISURFACE (((0 0, 1 0, 1 1, 0 0)))", "TINZ EMPTY",
  ])
  func aFirstLineOfAnotherKindCostsItselfOnly(other: String) throws {
    let file = try Self.read("a\t\(other)\nb\tPOLYGON ((0 0, 1 0, 1 1, 0 0))\n", as: "a.wkt")
    #expect(file.regions.map(\.identifier) == ["b"])
    #expect(file.skips.total == 1)
  }

  @Test(arguments: [
    "MULTIPOLYGON (EMPTY, ((0 0, 1 0, 1 1, 0 0)))", "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), EMPTY)",
    "MULTIPOLYGON (EMPTY, EMPTY, ((0 0, 1 0, 1 1, 0 0)), EMPTY)",
  ])
  func emptyPartsAreLeftOut(geometry: String) throws {
    let file = try Self.read("a\t\(geometry)\n", as: "a.wkt")
    #expect(file.skips.total == 0)
    let wanted = try PolygonShape(parts: [[Self.places([(0, 0), (1, 0), (1, 1)])]])
    #expect(file.regions.map(\.shape) == [.polygon(wanted)])
    #expect(try Self.read("a\tMULTIPOLYGON (EMPTY, EMPTY)\n", as: "a.wkt").skips["no geometry"] == 1)
  }
}
