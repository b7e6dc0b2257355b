import Geo
import GeoFormats
import Testing

@testable import GeoGazetteer

@Suite struct BorderTests {
  static func collection(_ features: String...) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
  }

  static func feature(_ properties: String, _ ring: String = "[0,0],[1,0],[1,1],[0,0]") -> String {
    "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[\(ring)]]}}"
  }

  private static func ring(_ places: (Double, Double)...) -> [CLLocationCoordinate2D] {
    places.map { CLLocationCoordinate2DMake($0.1, $0.0) }
  }

  @Test func naturalEarthsCountriesHaveCodesAndNames() throws {
    // The members of ne_50m_admin_0_countries 5.1.1 that count; France has no ISO_A2 there, Taiwan a long one.
    let reading = try GazetteerReading(
      "ne_50m_admin_0_countries.geojson",
      Self.collection(
        Self.feature(
          "\"featurecla\":\"Admin-0 country\",\"ADM0_A3\":\"FRA\",\"NAME\":\"France\",\"NAME_LONG\":\"France\","
            + "\"ISO_A2\":\"-99\",\"ISO_A2_EH\":\"FR\",\"NAME_EN\":\"France\",\"NAME_JA\":\"フランス\",\"NAME_LEN\":6,"
            + "\"NAME_ZHT\":\"法國\",\"NAME_ALT\":null"),
        Self.feature(
          "\"featurecla\":\"Admin-0 country\",\"ADM0_A3\":\"TWN\",\"ISO_A2\":\"CN-TW\",\"NAME\":\"Taiwan\""),
        Self.feature(
          "\"featurecla\":\"Admin-0 country\",\"ADM0_A3\":\"KOS\",\"ISO_A2\":\"-99\",\"NAME\":\"Kosovo\"",
          "[2,2],[3,2],[3,3],[2,2]"),
        Self.feature(
          "\"featurecla\":\"Admin-0 country\",\"ADM0_A3\":\"KAS\",\"ISO_A2\":\"-99\",\"NAME\":\"Siachen\"")))
    #expect(reading.format == .borders && reading.error == nil)
    #expect(reading.areas.map(\.code) == ["FR", "TW", "XK"])
    #expect(reading.areas.allSatisfy { $0.kind == .country })
    #expect(
      reading.areas.first?.otherNames == [
        PlaceName("フランス", language: "ja", isPreferred: true),
        PlaceName("法國", language: "zh-Hant", isPreferred: true),
      ]
        || reading.areas.first?.otherNames.contains(PlaceName("フランス", language: "ja", isPreferred: true))
          == true
    )
    #expect(reading.areas[0].polygons == [[Self.ring((0, 0), (1, 0), (1, 1), (0, 0))]])
    #expect(
      reading.firstSkips == [
        "ne_50m_admin_0_countries.geojson:5: Feature 4: \"Siachen\" has no ISO_A2 or ADM0_A3 that stands for a country"
      ])
    #expect(reading.source.license == "public domain")
  }

  @Test func areasOfTheFirstLevelKeepTheCodesOfGeoNames() throws {
    let reading = try GazetteerReading(
      "ne_10m_admin_1_states_provinces.geojson",
      Self.collection(
        Self.feature(
          "\"featurecla\":\"Admin-1 states provinces\",\"iso_3166_2\":\"JP-13\",\"gn_a1_code\":\"JP.40\",\"name\":\"Tokyo\",\"name_ja\":\"東京都\""
        ),
        Self.feature(
          "\"featurecla\":\"Admin-1 states provinces\",\"iso_3166_2\":\"US-CA\",\"iso_a2\":\"US\",\"name\":\"California\""
        ),
        Self.feature(
          "\"featurecla\":\"Admin-1 states provinces\",\"iso_3166_2\":\"DE-BY\",\"gn_a1_code\":\"DE.\",\"name\":\"Bayern\""
        )))
    #expect(reading.areas.map(\.code) == ["JP.40", "US.CA", "DE.DE-BY"])
    #expect(reading.areas.first?.otherNames == [PlaceName("東京都", language: "ja", isPreferred: true)])
  }

  @Test func piecesWithOneCodeAreOneArea() throws {
    let reading = try GazetteerReading(
      "ne_10m_admin_1_states_provinces.geojson",
      Self.collection(
        Self.feature("\"gn_a1_code\":\"IT.09\",\"name\":\"Milano\",\"region\":\"Lombardia\""),
        Self.feature(
          "\"gn_a1_code\":\"IT.09\",\"name\":\"Como\",\"region\":\"Lombardia\"", "[5,5],[6,5],[6,6],[5,5]"),
        Self.feature("\"gn_a1_code\":\"GB.ENG\",\"name\":\"Kent\",\"region\":\"South East\""),
        Self.feature("\"gn_a1_code\":\"GB.ENG\",\"name\":\"Essex\",\"region\":\"Eastern\"")))
    #expect(reading.areas.map(\.code) == ["IT.09", "GB.ENG"])
    #expect(reading.areas.map(\.name) == ["Lombardia", ""])
    #expect(reading.areas.map(\.polygons.count) == [2, 2])
  }

  @Test func geoBoundariesSayLevelAndCountry() throws {
    let reading = try GazetteerReading(
      "geoBoundaries-JPN-ADM1.geojson",
      Self.collection(
        Self.feature(
          "\"shapeName\":\"Tokyo\",\"shapeISO\":\"JP-13\",\"shapeID\":\"1B\",\"shapeGroup\":\"JPN\",\"shapeType\":\"ADM1\""
        ),
        Self.feature(
          "\"shapeName\":\"Japan\",\"shapeISO\":\"JPN\",\"shapeID\":\"2B\",\"shapeGroup\":\"JPN\",\"shapeType\":\"ADM0\""
        ),
        Self.feature("\"shapeName\":\"X\",\"shapeID\":\"3B\",\"shapeGroup\":\"JPN\",\"shapeType\":\"ADM4\"")))
    #expect(reading.areas.map(\.code) == ["JP.JP-13", "JP"])
    #expect(reading.areas.map(\.kind) == [.region, .country] && reading.skips.total == 1)
    #expect(reading.source.attribution == "geoBoundaries" && reading.source.license == "CC BY 4.0")
  }

  @Test func lakesAndSeasHaveNamesOrAreLeftOut() throws {
    let reading = try GazetteerReading(
      "waters.geojson",
      Self.collection(
        Self.feature(
          "\"featurecla\":\"Lake\",\"name\":\"Lake Victoria\",\"name_de\":\"Victoriasee\",\"ne_id\":1159113083"
        ),
        Self.feature("\"featurecla\":\"ocean\",\"name\":\"South Pacific Ocean\",\"ne_id\":1"),
        Self.feature("\"featurecla\":\"Reservoir\",\"name\":null")))
    #expect(reading.areas.map(\.kind) == [.lake, .ocean])
    #expect(reading.areas.first?.code == "naturalearth:1159113083")
    #expect(reading.skips["water without a name"] == 1)
  }

  @Test func plainFilesSayKindAndCode() throws {
    let reading = try GazetteerReading(
      "mine.geojson",
      Self.collection(
        Self.feature("\"kind\":\"region\",\"code\":\"JP.40\",\"name\":\"Tokyo\",\"name:ja\":\"東京都\""),
        Self.feature("\"code\":\"JP\",\"name\":\"Japan\""),
        Self.feature("\"kind\":\"lake\",\"name\":\"Biwa\""),
        Self.feature("\"kind\":\"region\",\"code\":\"JP\",\"name\":\"Tokyo\""),
        Self.feature("\"kind\":\"wood\",\"name\":\"X\"")))
    #expect(reading.areas.map(\.kind) == [.region, .country, .lake])
    #expect(reading.areas.map(\.code) == ["JP.40", "JP", "lake:Biwa"])
    #expect(reading.skips["code"] == 1 && reading.skips["kind"] == 1)
  }

  @Test func whatGoesOverTheMeridianIsCutThere() throws {
    let reading = try GazetteerReading(
      "fiji.geojson",
      Self.collection(
        Self.feature(
          "\"code\":\"FJ\",\"name\":\"Fiji\"", "[178,-17],[182,-17],[182,-15],[178,-15],[178,-17]"),
        Self.feature(
          "\"code\":\"NZ\",\"name\":\"NZ\"", "[178,-17],[-178,-17],[-178,-15],[178,-15],[178,-17]"),
        // Natural Earth's Antarctica runs along the pole there.
        Self.feature(
          "\"code\":\"AQ\",\"name\":\"Antarctica\"",
          "[-180,-90],[-180,-84.7],[0,-70],[180.00000000000014,-84.7],[180,-90],[-180,-90]")))
    #expect(reading.skips.total == 0)
    for area in reading.areas.prefix(2) {
      #expect(area.polygons.count == 2)
      let sides = area.polygons.map { part in Set(part[0].map { $0.longitude > 0 }) }
      #expect(sides.allSatisfy { $0.count == 1 })
      #expect(area.polygons.allSatisfy { $0[0].first == $0[0].last })
    }
    #expect(reading.areas[2].polygons.count == 1 && reading.areas[2].polygons[0][0].count == 6)
    #expect(reading.areas[2].polygons[0][0].map(\.longitude).max() == 180)
  }

  @Test func oneFeaturePerLineIsReadToo() throws {
    let lines =
      Self.feature("\"code\":\"FJ\",\"name\":\"Fiji\"") + "\n{broken\n\n"
      + Self.feature("\"code\":\"NZ\",\"name\":\"NZ\"")
      + "\n"
    let reading = try GazetteerReading("lines.geojsonl", lines)
    #expect(reading.error == nil && reading.areas.count == 2 && reading.skips["not JSON"] == 1)
    let marked = try GazetteerReading(
      "lines.geojsons", "\u{1e}" + Self.feature("\"code\":\"FJ\",\"name\":\"Fiji\"") + "\n")
    #expect(marked.areas.count == 1)
  }

  @Test func aTextThatBreaksOffIsAnError() throws {
    let text = Self.collection(
      Self.feature("\"code\":\"FJ\",\"name\":\"Fiji\""), Self.feature("\"code\":\"NZ\""))
    let reading = try GazetteerReading("a.geojson", String(text.dropLast(40)))
    #expect(reading.error?.code == .data && reading.areas.isEmpty)
  }

  @Test func shapesWithoutAnAreaAreCounted() throws {
    let reading = try GazetteerReading(
      "a.geojson",
      Self.collection(
        "{\"type\":\"Feature\",\"properties\":{\"code\":\"FJ\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
        "3",
        Self.feature("\"code\":\"FJ\",\"name\":\"Fiji\"", "[0,0],[1,0]"),
        Self.feature("\"code\":\"FJ\",\"name\":\"Fiji\"", "[0,0],[1,95],[1,1]"),
        Self.feature("\"code\":\"FJ\",\"name\":\"Fiji\"", "[[0,0]],[1,95],[1,1]")))
    #expect(reading.error == nil && reading.areas.isEmpty && reading.skips.total == 5)
  }

  @Test func aFeatureWithoutAGeometryHasANameOnly() throws {
    let feature =
      "{\"type\":\"Feature\",\"properties\":{\"code\":\"FJ\",\"name\":\"Fiji\"},\"geometry\":null}"
    let reading = try GazetteerReading("a.geojson", Self.collection(feature))
    #expect(reading.areas.map(\.name) == ["Fiji"] && reading.areas[0].polygons.isEmpty)
  }
}
