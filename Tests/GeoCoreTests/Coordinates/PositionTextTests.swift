import Testing

@testable import GeoCore

@Suite struct PositionTextTests {
  private func parse(_ text: String) throws -> [Double]? {
    try PositionText.parse(text).map { [$0.latitude, $0.longitude] }
  }

  @Test func decimalDegreesAreLatitudeThenLongitude() throws {
    for text in [
      "35.68,139.77", "35.68, 139.77", " 35.68 139.77 ", "35.68;139.77", "35,68; 139,77", "35,68 139,77",
      "+35.68,+139.77", "35.68°, 139.77°", "35.68N 139.77E", "35.68 N, 139.77 E", "N35.68 E139.77",
      "139.77E 35.68N", "n 35.68° e 139.77°", "３５．６８，１３９．７７", "35.68、139.77", "北緯35.68度 東経139.77度",
    ] {
      #expect(try parse(text) == [35.68, 139.77], "\(text)")
    }
    #expect(try parse("-33.8568,151.2153") == [-33.8568, 151.2153])
    #expect(try parse("\u{2212}33.8568, 151.2153") == [-33.8568, 151.2153])
    #expect(try parse("33.8568S 151.2153E") == [-33.8568, 151.2153])
    #expect(try parse("40,-74") == [40, -74] && parse("0,0") == [0, 0])
    #expect(try parse("-.5,.5") == [-0.5, 0.5] && parse("5.,6.") == [5, 6])
  }

  /// - Source: RFC 5870, sections 1, 3.4.2, 6.1 to 6.3.
  @Test func geoURIsOfTheStandard() throws {
    #expect(try parse("geo:13.4125,103.8667") == [13.4125, 103.8667])
    #expect(try parse("geo:48.2010,16.3695,183") == [48.2010, 16.3695])
    #expect(try parse("geo:48.198634,16.371648;crs=wgs84;u=40") == [48.198634, 16.371648])
    #expect(try parse("geo:90,-22.43;crs=WGS84") == [90, -22.43])
    #expect(try parse("geo:22.300,-118.44") == [22.3, -118.44])
    #expect(try parse("geo:66,30;u=6.500;FOo=this%2dthat") == [66, 30])
    #expect(try parse("GEO:66,30?z=10") == [66, 30])
    for bad in ["geo:", "geo:1", "geo:1,2,3,4", "geo:a,b", "geo:1,2;crs=nad27", "geo:91,0", "geo:nan,1"] {
      #expect(throws: GeoError.self, "\(bad)") { try parse(bad) }
    }
  }

  /// - Source: ISO 6709:2008 annex H and the examples of https://en.wikipedia.org/wiki/ISO_6709; Fuji's by Japan's
  ///   survey: 35°21′39″N 138°43′39″E.
  @Test func signsAndASlashAreOfISO6709() throws {
    #expect(try parse("+00-025/") == [0, -25] && parse("+46+002/") == [46, 2])
    #expect(try parse("+48.8577+002.295/") == [48.8577, 2.295])
    #expect(try parse("+27.5916+086.5640+8850CRSWGS_84/") == [27.5916, 86.564])
    #expect(try parse("-90+000+2800CRSWGS_84/") == [-90, 0])
    #expect(try parse("+40.6894-074.0447/") == [40.6894, -74.0447])
    let fuji = try #require(try PositionText.parse("+352139+1384339+3776/"))
    #expect(abs(fuji.latitude - (35 + 21 / 60.0 + 39 / 3600.0)) < 1e-12)
    #expect(abs(fuji.longitude - (138 + 43 / 60.0 + 39 / 3600.0)) < 1e-12)
    let minutes = try #require(try PositionText.parse("+4012.22-07500.25/"))
    #expect(abs(minutes.latitude - (40 + 12.22 / 60)) < 1e-12)
    #expect(abs(minutes.longitude + (75 + 0.25 / 60)) < 1e-12)
  }

  /// - Source: the three spellings of https://en.wikipedia.org/wiki/Geographic_coordinate_conversion.
  @Test func degreesMinutesAndSecondsInCommonSpellings() throws {
    let latitude = 40 + (26 * 60 + 46) / 3600.0
    let longitude = -(79 + (58 * 60 + 56) / 3600.0)
    for text in [
      "40° 26′ 46″ N 79° 58′ 56″ W", "40°26'46\"N 79°58'56\"W", "40°26’46”N, 79°58’56”W",
      "40 26 46 N 79 58 56 W",
      "40:26:46N 79:58:56W", "40d26m46sN 79d58m56sW", "40d 26m 46s N, 79d 58m 56s W",
      "N 40° 26' 46'' W 79° 58' 56''",
      "40deg 26min 46sec N 79deg 58min 56sec W", "40°26′46″ −79°58′56″", "40:26:46,-79:58:56",
      "北緯40度26分46秒 西経79度58分56秒", "４０°２６′４６″Ｎ ７９°５８′５６″Ｗ",
    ] {
      let place = try #require(try PositionText.parse(text), "\(text)")
      #expect(abs(place.latitude - latitude) < 1e-12 && abs(place.longitude - longitude) < 1e-12, "\(text)")
    }
    let minutes = try #require(try PositionText.parse("40° 26.767′ N 79° 58.933′ W"))
    #expect(abs(minutes.latitude - 40.446117) < 1e-6 && abs(minutes.longitude + 79.982217) < 1e-6)
    #expect(try parse("40.446° N 79.982° W") == [40.446, -79.982])
    // Half a degree south has no whole degree to bear the minus.
    #expect(try parse("-0°30′ 10°0′") == [-0.5, 10])
  }

  @Test(arguments: [
    "", " ", "Tokyo", "1 Infinite Loop", "12 34", "94103 1234", "1600 Pennsylvania Ave NW", "10115 Berlin",
    "221B Baker St", "5th Ave 42", "N", "N E", "35.68", "35.68,", ",139", "35.68,139.77,5", "35 N 36 N",
    "35 40 48",
    "東京", "1-1-1 Marunouchi", "2-8-1 西新宿", "1,2,3,4", "--1,2", "1..2,3", "35°40′48″", "-5 S, 3 E", "e5",
    "1e5,2",
    "35.5.5,10", "35'40, 10", "geography", "0x10,5", "inf,nan", "\u{0}35,139", "S 5", "1 2 3 4 5 6 7 8 9",
  ])
  func otherTextsAreNoPositions(text: String) throws {
    #expect(try PositionText.parse(text) == nil)
  }

  @Test func positionsNotOnTheEarthSayWhy() throws {
    let turned = #expect(throws: GeoError.self) { try PositionText.parse("139.77,35.68") }
    #expect(turned?.message.hasSuffix("these two look swapped)") == true)
    #expect(throws: GeoError.self) { try PositionText.parse("35.68,181") }
    #expect(throws: GeoError.self) { try PositionText.parse("91N 0E") }
    let minutes = #expect(throws: GeoError.self) { try PositionText.parse("40°61′N 79°W") }
    #expect(minutes?.message.contains("minutes must be from 0 to 59") == true)
  }

  @Test func longAndStrangeTextsEndSoon() throws {
    #expect(try PositionText.parse(String(repeating: "1,", count: 100_000)) == nil)
    #expect(try PositionText.parse(String(repeating: "1 ", count: 90)) == nil)
    #expect(throws: GeoError.self) { try PositionText.parse(String(repeating: "9", count: 90) + ",1") }
  }
}
