import Geo
import GeoFormats
import Testing

@testable import GeoGazetteer

@Suite struct AddressAndTableTests {
  @Test func openAddressesLinesAreAddresses() throws {
    // The first line is OpenAddresses' us/ut/sanpete, of Ephraim in Utah.
    let reading = try GazetteerReading(
      "us/ut/sanpete.geojson".split(separator: "/").joined(separator: "-"),
      """
      {"type": "Feature", "properties": {"hash": "2011240616ce1095", "number": "170", "street": "E 400 S", "unit": "", "city": "EPHRAIM", "district": "49039", "region": "UT", "postcode": "84627", "id": "EPHRAIM | 170 E 400 S", "accuracy": ""}, "geometry": {"type": "Point", "coordinates": [-111.5826, 39.3546]}}
      {"type": "Feature", "properties": {"number": "", "street": "E 400 S"}, "geometry": {"type": "Point", "coordinates": [-111.5826, 39.3546]}}
      {"type": "Feature", "properties": {"number": "1", "street": "", "city": "Malá Lhota", "hash": "b"}, "geometry": {"type": "Point", "coordinates": [16.5, 49.4]}}
      {"type": "Feature", "properties": {"number": "1", "street": "A"}, "geometry": {"type": "Point", "coordinates": [-191.5, 39]}}
      {"type": "Feature", "properties": {"number": "1", "street": "A"}, "geometry": {"type": "Point"
      {"type": "Feature", "properties": {"number": "1", "street": "A", "unit": 5}, "geometry": {"type": "Point", "coordinates": [1, 2]}}

      """)
    #expect(reading.format == .openAddresses && reading.error == nil)
    var ephraim = AddressRecord(
      key: "openaddresses:2011240616ce1095", number: "170", street: "E 400 S",
      coordinate: CLLocationCoordinate2DMake(39.3546, -111.5826))
    (ephraim.locality, ephraim.region, ephraim.postalCode) = ("EPHRAIM", "UT", "84627")
    #expect(reading.addresses.first == ephraim && reading.addresses.count == 3)
    #expect(reading.addresses[1].street == "Malá Lhota" && reading.addresses[2].unit == "5")
    #expect(reading.skips.kinds.map(\.kind) == ["no house number", "coordinates", "not JSON"])
    // Without a hash the address gives the key, the same each time.
    #expect(reading.addresses[2].key.count > 20)
  }

  @Test func openAddressesTablesAreAddresses() throws {
    let reading = try GazetteerReading(
      "city.csv",
      "LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n"
        + "-111.891,40.7608,350,State St,,Salt Lake City,,UT,84103,1,abc\n"
        + "-111.89,40.76,352,\"State \"\"St\"\"\",B,Salt Lake City,,UT,84103,2,def\n-111,x,1,A,,,,,,,\n")
    #expect(reading.format == .openAddresses)
    #expect(reading.addresses.map(\.key) == ["openaddresses:abc", "openaddresses:def"])
    #expect(reading.addresses.last?.street == "State \"St\"" && reading.addresses.last?.unit == "B")
    #expect(
      reading.firstSkips == ["city.csv:4: latitude \"x\" cannot be read (expected degrees from -90 to 90)"])
  }

  @Test func aTableOfPlacesHasTheColumnsPeopleWrite() throws {
    let reading = try GazetteerReading(
      "places.csv",
      """
      # mine
      Name;Lat;Lng;Country Code;Population;Kind;Time Zone;name_ja;Aliases
      Tokyo;35,68;139.69;JP;8336599;;Asia/Tokyo;東京;Edo|TYO
      Tokyo;35.68;139.69;JPN;8336599;;Asia/Tokyo;東京;Edo|TYO
      Office;35.6;139.6;jp;;;;;
      Mount Fuji;35.36;138.73;;;mountain;;富士山;

      """)
    #expect(reading.format == .csv && reading.skips["latitude"] == 1)
    #expect(reading.places.map(\.kind) == [.settlement, .interest, .terrain])
    #expect(reading.places.map(\.country) == ["JP", "JP", ""])
    #expect(
      reading.places.first?.otherNames == [
        PlaceName("東京", language: "ja", isPreferred: true), PlaceName("Edo"), PlaceName("TYO"),
      ])
    #expect(reading.places[1].key == "csv:places:Office@35.6,139.6")
  }

  @Test func aTableOfCitiesMayCallTheNameCity() throws {
    // The header and a row of simplemaps' world cities.
    let reading = try GazetteerReading(
      "worldcities.csv",
      "\"city\",\"city_ascii\",\"lat\",\"lng\",\"country\",\"iso2\",\"iso3\",\"admin_name\",\"capital\",\"population\",\"id\"\n"
        + "\"Tokyo\",\"Tokyo\",\"35.6897\",\"139.6922\",\"Japan\",\"JP\",\"JPN\",\"Tōkyō\",\"primary\",\"37977000\",\"1392685764\"\n"
    )
    let tokyo = try #require(reading.places.first)
    #expect(tokyo.key == "csv:worldcities:1392685764" && tokyo.kind == .settlement)
    #expect(tokyo.country == "JP" && tokyo.population == 37_977_000 && tokyo.locality == "")
  }

  @Test func aTableOfAddressesIsOneOfAddresses() throws {
    let reading = try GazetteerReading(
      "a.csv",
      "street,house number,city,state,country,lat,lon,name\nInfinite Loop,1,Cupertino,CA,US,37.33182,-122.03118,\n"
        + "Infinite Loop,1,Cupertino,CA,US,37.33182,-122.03118,Apple Inc\n")
    #expect(reading.addresses.first?.street == "Infinite Loop" && reading.addresses.first?.country == "US")
    #expect(reading.places.first?.region == "US.CA" && reading.places.first?.houseNumber == "1")
  }

  @Test(arguments: [
    "", "\n\n", "hello\n", "a,b,c\n1,2,3\n", "\u{0}\u{1}\u{2}\u{3}", "name,lat\nx,1\n", "#\n",
  ])
  func anUnknownFormatNamesTheKnownOnes(text: String) throws {
    let error = #expect(throws: GeoError.self) { try GazetteerReading("x", text) }
    #expect(error?.code == .data && error?.message.contains("GeoNames") == true)
    #expect(error?.message.contains("OpenAddresses") == true && error?.message.contains(".osm.pbf") == true)
  }

  @Test func binaryUTF16AndFoldersHaveTheirOwnErrors() throws {
    #expect(throws: GeoError.self) { try GazetteerReading("x", [0xff, 0xfe, 0x61, 0, 0x62, 0]) }
    #expect(throws: GeoError.self) { try GazetteerFile(path: "/tmp") }
    #expect(throws: GeoError.self) { try GazetteerFile(path: "-") }
    let missing = #expect(throws: GeoError.self) { try GazetteerFile(path: "/tmp/there/is/none.txt") }
    #expect(missing?.code == .noInput)
  }

  /// Files of all formats, truncated and with flipped bits: reading always ends.
  @Test func hostileFilesComeToTheirEnd() throws {
    let texts = [
      GeoNamesTests.tokyo + GeoNamesTests.nice,
      BorderTests.collection(BorderTests.feature("\"code\":\"JP.40\",\"name\":\"T\"")),
      "LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n1,2,3,\"A\",,B,,,,,h\n",
      "name,lat,lon\n\"A\",1,2\nB,3,4\n",
    ]
    for (text, format) in zip(texts, [GazetteerFile.Format.geonames, .borders, .openAddresses, .csv]) {
      let bytes = Array(text.utf8)
      for index in stride(from: 0, to: bytes.count, by: 5) {
        var turned = bytes
        turned[index] ^= 1 << UInt8(index % 8)
        _ = try? GazetteerReading("x", turned, format)
        _ = try? GazetteerReading("x", Array(bytes.prefix(index)), format)
        _ = try? GazetteerReading("x", turned)
      }
    }
  }
}
