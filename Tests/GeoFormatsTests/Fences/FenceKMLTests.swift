import FeedTesting
import Geo
import Testing

@testable import GeoFormats

extension FenceFileTests {
  static let kml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
    <name>Fences</name>
    <Placemark id="p1"><name>depot</name>
      <ExtendedData><Data name="radius"><value>150</value></Data><Data name="dwell"><value>60</value></Data></ExtendedData>
      <Point><coordinates>13.4,52.5,30</coordinates></Point></Placemark>
    <Folder><Placemark id="yard"><Polygon>
      <innerBoundaryIs><LinearRing><coordinates>1,1 1,2 2,2 1,1</coordinates></LinearRing></innerBoundaryIs>
      <outerBoundaryIs><LinearRing><coordinates>
        0,0,0 4,0,0
        4,4,0 0,4,0 0,0,0
      </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Folder>
    <Placemark><name><![CDATA[road & lane]]></name>
      <ExtendedData><SchemaData schemaUrl="#x"><SimpleData name="width">25</SimpleData></SchemaData></ExtendedData>
      <LineString><coordinates>1,2 3, 4</coordinates></LineString></Placemark>
    <Placemark><name>islands</name><MultiGeometry>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 4,0 4,4 0,4 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>10,0 11,0 11,1 10,0</coordinates></LinearRing></outerBoundaryIs></Polygon>
    </MultiGeometry></Placemark>
    </Document></kml>
    """

  @Test func placemarksAreRegions() throws {
    let file = try Self.read(Self.kml, as: "fences.kml")
    #expect(Self.messages(file) == [])
    #expect(file.regions.map(\.identifier) == ["depot", "yard", "road & lane", "islands"])
    #expect(file.regions.first?.center == CLLocationCoordinate2DMake(52.5, 13.4))
    #expect(file.regions.first?.radius == 150)
    #expect(file.regions.first?.options.dwell == 60)
    let square = Self.places(Self.square)
    #expect(
      file.regions.dropFirst().map(\.shape) == [
        .polygon(try PolygonShape(parts: [[square, Self.places(Self.hole)]])),
        .corridor(try CorridorShape(path: Self.places([(1, 2), (3, 4)]), halfWidth: 12.5)),
        .polygon(try PolygonShape(parts: [[square], [Self.places([(10, 0), (11, 0), (11, 1)])]])),
      ])
  }

  @Test func kmlIsRecognizedByItsBytesAndMayBePacked() throws {
    let packed = gzip(Array(Self.kml.utf8))
    #expect(try Self.read(packed, "fences.json.gz").regions.count == 4)
  }

  static let placemarks: [(String, String)] = [
    ("<name>a</name>", "has no geometry \(expectedShapes)"),
    (
      "<name>a</name><Point><coordinates>1,2</coordinates></Point>",
      "has no radius (expected radius in its ExtendedData, a number of meters)"
    ),
    (
      "<LineString><coordinates>1,2 3,4</coordinates></LineString>",
      "has no identifier (expected a <name>, or the Placemark's id)"
    ),
    (
      "<name>a</name><Point><coordinates>52.5,139.7</coordinates></Point>",
      "latitude 139.7 is out of range (expected −90…90; KML is longitude first)"
    ),
    (
      "<name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4</coordinates></LinearRing></outerBoundaryIs></Polygon>",
      flaw { () throws(ShapeFlaw) in _ = try PolygonShape(parts: [[places([(1, 2), (3, 4)])]]) }
    ),
    (
      "<name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1 2 3 4</coordinates></LinearRing></outerBoundaryIs></Polygon>",
      "coordinates \"1 2 3 4\" cannot be read (expected longitude,latitude[,altitude] …)"
    ),
    (
      "<name>a</name><Point><coordinates></coordinates></Point>",
      "coordinates \"\" cannot be read (expected longitude,latitude[,altitude] …)"
    ),
    (
      "<name>a</name><LinearRing><coordinates>1,2 3,4 5,0</coordinates></LinearRing>",
      "is a LinearRing \(expectedShapes)"
    ),
    (
      "<name>a</name><gx:Track><gx:coord>1 2 3</gx:coord></gx:Track>", "is a Track \(expectedShapes)"
    ),
    (
      "<name>a</name><MultiGeometry><Point><coordinates>1,2</coordinates></Point><LineString><coordinates>1,2 3,4</coordinates></LineString></MultiGeometry>",
      "is a MultiGeometry \(expectedShapes)"
    ),
  ]

  @Test(arguments: placemarks)
  func placemarkThatIsNotARegionIsCountedWithItsLine(placemark: String, message: String) throws {
    let text =
      "<kml xmlns:gx=\"x\">\n<Placemark>\(placemark)</Placemark>\n<Placemark><name>b</name><ExtendedData><Data name=\"radius\"><value>1</value></Data></ExtendedData><Point><coordinates>1,2</coordinates></Point></Placemark></kml>"
    let file = try Self.read(text, as: "a.kml")
    #expect(file.regions.map(\.identifier) == ["b"])
    #expect(Self.messages(file) == ["a.kml:2: Placemark 1: \(message)"])
  }

  static let brokenDocuments: [(String, String)] = [
    ("<kml>\n<Placemark>", "a.kml:2: is not complete XML"), ("<gpx></gpx>", "a.kml:1: is <gpx>, not a KML"),
    ("<!DOCTYPE kml [<!ENTITY a \"b\">]><kml/>", "has a <!DOCTYPE>, which is not allowed in a KML"),
    ("PK\u{3}\u{4}xx", "is a damaged zip archive: its directory is missing"),
  ]

  @Test(arguments: brokenDocuments)
  func incompleteKMLIsRefused(text: String, message: String) throws {
    let error = try #require(throws: GeoError.self) { _ = try Self.read(text, as: "a.kml") }
    #expect(error.code == .data && error.description.contains(message), "\(error)")
  }
}
