import FeedTesting
import Geo
import GeoFormats
import Testing

@testable import GeoGazetteer

/// Lines of GeoNames (CC BY 4.0, https://www.geonames.org), as Debian's libtimezonemap-data 0.4.6 and the formats'
/// readmes have them; the lists of names are shortened.
@Suite struct GeoNamesTests {
  static let tokyo =
    "1850147\tTokyo\tTokyo\tEdo,TYO,Tōkyō,Токио,東京,東京都\t35.6895\t139.69171\tP\tPPLC\tJP\t\t40\t\t\t\t8336599\t\t44\t"
    + "Asia/Tokyo\t2014-01-09\n"
  static let turku =
    "633679\tTurku\tTurku\tAbo,TKU,Åbo,Turku\t60.45148\t22.26869\tP\tPPLA\tFI\t\t02\t023\t853\t\t175945\t\t22\t"
    + "Europe/Helsinki\t2014-09-25\n"
  static let hawthorn =
    "2163782\tHawthorn\tHawthorn\t\t-37.81992\t145.0358\tP\tPPLX\tAU\t\t07\t21110\t\t\t22322\t\t30\t"
    + "Australia/Melbourne\t2022-08-01\n"
  static let nice =
    "6299418\tNice Côte d'Azur International Airport\tNice Cote d'Azur International Airport\tLFMN,NCE,Nice Airport\t"
    + "43.66272\t7.20787\tS\tAIRP\tFR\t\t93\t06\t062\t06088\t0\t3\t5\tEurope/Paris\t2018-06-18\n"

  @Test func aPlaceHasItsNamesCodesAndPeople() throws {
    let reading = try GazetteerReading("cities15000.txt", Self.tokyo + Self.turku)
    #expect(reading.format == .geonames && reading.error == nil && reading.fraction == 1)
    var tokyo = PlaceRecord(
      key: "geonames:1850147", kind: .settlement, name: "Tokyo",
      coordinate: CLLocationCoordinate2DMake(35.6895, 139.69171))
    tokyo.otherNames = ["Edo", "TYO", "Tōkyō", "Токио", "東京", "東京都"].map { PlaceName($0) }
    tokyo.population = 8_336_599
    (tokyo.country, tokyo.region, tokyo.timeZone) = ("JP", "JP.40", "Asia/Tokyo")
    #expect(reading.places.first == tokyo)
    #expect(reading.places.last?.county == "FI.02.023")
    #expect(reading.places.last?.otherNames.map(\.name) == ["Abo", "TKU", "Åbo"])
    #expect(reading.source.name == "GeoNames cities15000")
    #expect(reading.source.attribution == "© GeoNames" && reading.source.license == "CC BY 4.0")
  }

  @Test func classesAndCodesSayWhatAPlaceIs() throws {
    let reading = try GazetteerReading("a.txt", Self.hawthorn + Self.nice)
    #expect(reading.places.map(\.kind) == [.suburb, .interest])
    func kind(_ letter: Character, _ code: String) -> PlaceKind? {
      let packed = GeoNamesFeature.packed(code.utf8)
      guard let letter = letter.asciiValue, case .kind(let kind) = GeoNamesFeature.of(letter, packed) else {
        return nil
      }
      return kind
    }
    #expect(kind("A", "PCLI") == .country && kind("A", "ADM1") == .region && kind("A", "ADM2") == .county)
    #expect(kind("A", "ADM4") == nil && kind("A", "ADM1H") == nil && kind("P", "PPL") == .settlement)
    #expect(kind("H", "LK") == .water && kind("H", "STMQ") == nil && kind("T", "MT") == .terrain)
    #expect(kind("L", "PRK") == .interest && kind("L", "RGN") == .terrain && kind("L", "CONT") == nil)
    #expect(kind("S", "PRKHQ") == .interest && kind("S", "AIRQ") == nil && kind("S", "FRM") == nil)
    #expect(kind("R", "RD") == nil && kind("R", "PRMN") == .interest && kind("V", "FRST") == .terrain)
    #expect(kind("U", "TRNU") == .terrain && kind("X", "") == nil)
  }

  @Test func abandonedPlacesAreSkippedAndCounted() throws {
    let lines = ["PPLH", "PPLQ", "PPLW", "PPL"].map { Self.turku.replacing("PPLA", with: $0) }
    let reading = try GazetteerReading("FI.txt", lines.joined())
    #expect(reading.places.count == 1)
    #expect(reading.skips["historical or abandoned place"] == 3 && reading.skips.total == 3)
  }

  @Test func anUnknownFirstLevelIsEmpty() throws {
    let line = Self.tokyo.replacing("JP\t\t40", with: "JP\t\t00")
    let place = try GazetteerReading("a.txt", line).places.first
    #expect(place?.region == "" && place?.county == "")
  }

  @Test func aLineInErrorStopsNothing() throws {
    let lines = [
      Self.tokyo.replacing("35.6895", with: "95.6895"), Self.tokyo.replacing("139.69171", with: "east"),
      Self.tokyo.replacing("8336599", with: "99999999999999999999999"),
      Self.tokyo.replacing("1850147", with: "0"), Self.tokyo.replacing("\t\t44", with: "\t44"),
      Self.tokyo.replacing("\tTokyo\tTokyo", with: "\t\t"),
      Self.tokyo.replacing("Tokyo\t", with: "To\0kyo\t"),
      "\n", "\u{7f}\u{1}\u{2}binary\n", Self.turku,
    ]
    let reading = try GazetteerReading("a.txt", lines.joined(), .geonames)
    #expect(reading.error == nil && reading.places.map(\.name) == ["Turku"])
    #expect(reading.skips.total == 8)
    #expect(
      reading.firstSkips == [
        "a.txt:1: latitude \"95.6895\" cannot be read (expected degrees from -90 to 90)",
        "a.txt:2: longitude \"east\" cannot be read (expected degrees from -180 to 180)",
        "a.txt:3: population \"99999999999999999999999\" cannot be read (expected at most 20000000000)",
        "a.txt:4: has no geonameid",
        "a.txt:5: has 18 columns separated by tabs (expected 19)",
        "a.txt:6: has no name",
        "a.txt:7: name \"To\u{FFFD}kyo\" is not text (expected UTF-8 without control characters)",
      ])
  }

  @Test func brokenUTF8TakesOneNameOrOnePlace() throws {
    var name = Array(Self.tokyo.utf8)
    name[9] = 0xff
    // The first byte of 東, within the other names.
    var other = Array(Self.tokyo.utf8)
    let index = try #require(other.firstIndex(of: 0xe6))
    other[index] = 0xff
    let reading = try GazetteerReading("a.txt", name + other)
    #expect(reading.places.count == 1 && reading.skips["name unreadable"] == 1)
    #expect(reading.places.first?.otherNames.map(\.name) == ["Edo", "TYO", "Tōkyō", "Токио", "東京都"])
  }

  @Test func aLineOfTenMegabytesIsSkipped() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20) + [10]
    let reading = try GazetteerReading("a.txt", Array(Self.tokyo.utf8) + long + Array(Self.turku.utf8))
    #expect(reading.places.count == 2 && reading.skips["line too long"] == 1)
  }

  @Test func namesHaveTheirLanguages() throws {
    // opentraveldata's and GeoNames' own examples.
    let reading = try GazetteerReading(
      "alternateNamesV2.txt",
      """
      1886047\t6299418\ticao\tLFMN\t\t\t\t\t\t
      1888981\t6299418\tiata\tNCE\t\t\t\t\t\t
      1969714\t6299418\tde\tFlughafen Nizza\t\t\t\t\t\t
      2187822\t6299418\tes\tNiza Aeropuerto\t1\t1\t\t\t\t
      3032536\t6299418\tlink\thttp://en.wikipedia.org/wiki/Nice_C%C3%B4te_d%27Azur_Airport\t\t\t\t\t\t
      13721734\t6299418\tunlc\tFRNCE\t\t\t\t\t\t
      1\t5128581\ten\tBig Apple\t\t\t1\t\t\t
      2\t5128581\ten\tNew Amsterdam\t\t\t\t1\t1625\t1664
      3\t5128581\tpost\t10001\t\t\t\t\t\t
      4\t5128581\tabbr\tNYC\t\t1\t\t\t\t
      5\t1850147\tzh_Hant\t東京\t1\t\t\t\t\t
      6\t1850147\tnonsense!\tX\t\t\t\t\t\t

      """)
    #expect(reading.format == .geonamesNames)
    #expect(
      reading.names.map(\.name) == [
        PlaceName("LFMN", language: "icao"), PlaceName("NCE", language: "iata"),
        PlaceName("Flughafen Nizza", language: "de"),
        PlaceName("Niza Aeropuerto", language: "es", isPreferred: true),
        PlaceName("Big Apple"), PlaceName("10001", language: "post"), PlaceName("NYC"),
        PlaceName("東京", language: "zh-Hant", isPreferred: true),
      ])
    #expect(reading.names.map(\.key).last == "geonames:1850147")
    #expect(reading.skips["link or other reference"] == 2 && reading.skips["historic name"] == 1)
    #expect(reading.skips["language"] == 1)
  }

  @Test func areasHaveNames() throws {
    let first = try GazetteerReading(
      "admin1CodesASCII.txt", "JP.40\tTōkyō\tTokyo\t1850144\nUS.CA\tCalifornia\tCalifornia\t5332921\n")
    #expect(first.format == .geonamesAreas)
    #expect(first.areas.map(\.code) == ["JP.40", "US.CA"] && first.areas.allSatisfy { $0.kind == .region })
    #expect(first.areas.map(\.otherNames) == [[PlaceName("Tokyo")], []])
    let second = try GazetteerReading(
      "admin2Codes.txt", "US.CA.085\tSanta Clara County\tSanta Clara County\t5393021\n")
    #expect(second.areas.first?.kind == .county && second.areas.first?.code == "US.CA.085")
    let countries = try GazetteerReading(
      "countryInfo.txt",
      "# ====\n#ISO\tISO3\tISO-Numeric\tfips\tCountry\n"
        + "FI\tFIN\t246\tFI\tFinland\tHelsinki\t337030\t5244000\tEU\t.fi\tEUR\tEuro\t358\t#####\t^(?:FI)*(\\d{5})$\t"
        + "fi-FI,sv-FI,smn\t660013\tNO,RU,SE\t\n")
    #expect(countries.format == .geonamesAreas && countries.skips.total == 0)
    #expect(countries.areas.first?.kind == .country && countries.areas.first?.code == "FI")
    #expect(countries.areas.first?.name == "Finland")
    #expect(countries.areas.first?.otherNames == [PlaceName("FIN")])
  }

  @Test func postalCodesArePlacesOfTheirOwn() throws {
    let reading = try GazetteerReading(
      "allCountries.txt",
      "US\t99553\tAkutan\tAlaska\tAK\tAleutians East\t013\t\t\t54.143\t-165.7854\t1\n"
        + "GB\tAL3 8QE\tSlip End\tEngland\tENG\tBedfordshire\t\tCentral Bedfordshire\tE06000056\t51.8479\t-0.4474\t6\n"
        + "Us\t99553\tAkutan\tAlaska\tAK\tAleutians East\t013\t\t\t54.143\t-165.7854\t1\n")
    #expect(reading.format == .geonamesPostal)
    var akutan = PlaceRecord(
      key: "geonames-postal:US/99553/Akutan", kind: .postalArea, name: "99553",
      coordinate: CLLocationCoordinate2DMake(54.143, -165.7854))
    (akutan.country, akutan.region, akutan.county) = ("US", "US.AK", "US.AK.013")
    (akutan.postalCode, akutan.locality) = ("99553", "Akutan")
    #expect(reading.places.first == akutan)
    #expect(reading.places.last?.region == "GB.ENG" && reading.places.last?.county == "")
    #expect(reading.skips["country code"] == 1)
  }

  @Test func aTakerThatReturnsFalseEndsTheReading() throws {
    let folder = TemporaryDirectory()
    let file = try GazetteerFile(path: folder.write("a.txt", Self.tokyo + Self.turku + Self.nice))
    var names: [String] = []
    try file.read { record throws(GeoError) in
      if case .place(let place) = record { names.append(place.name) }
      return names.count < 2
    }
    #expect(names == ["Tokyo", "Turku"])
    // Again from the start.
    try file.read { _ throws(GeoError) in
      names.append("")
      return true
    }
    #expect(names.count == 5)
  }
}
