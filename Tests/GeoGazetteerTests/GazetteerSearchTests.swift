import FeedTesting
import Geo
import Testing

@testable import GeoGazetteer
@testable import SQLite

/// Searches by name in a small gazetteer.
struct GazetteerSearchTests {
  private static func city(
    _ key: String, _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int,
    _ country: String, _ region: String = "", names: [String] = []
  ) -> GazetteerRecord {
    var place = PlaceRecord(
      key: key, kind: .settlement, name: name,
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    (place.population, place.country, place.region) = (population, country, region)
    place.otherNames = names.map { PlaceName($0) }
    return .place(place)
  }

  private static func region(
    _ key: String, _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int,
    _ country: String, _ region: String
  ) -> GazetteerRecord {
    var place = PlaceRecord(
      key: "region-" + key, kind: .region, name: name,
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    (place.population, place.country, place.region) = (population, country, region)
    return .place(place)
  }

  private static func code(
    _ code: String, _ latitude: Double, _ longitude: Double, _ locality: String, _ country: String,
    _ region: String
  ) -> GazetteerRecord {
    var place = PlaceRecord(
      key: "code-" + code, kind: .postalArea, name: code,
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    (place.postalCode, place.locality, place.country, place.region) = (code, locality, country, region)
    return .place(place)
  }

  private static func square(_ kind: AreaKind, _ name: String, _ south: Double, _ west: Double) -> AreaRecord
  {
    var area = AreaRecord(kind: kind, code: name, name: name)
    area.polygons = [
      [
        [(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0), (0.0, 0.0)].map {
          CLLocationCoordinate2D(latitude: south + $0.0, longitude: west + $0.1)
        }
      ]
    ]
    return area
  }

  private static var lake: AreaRecord { square(.lake, "Lake Victoria", -2, 32) }
  private static var ocean: AreaRecord { square(.ocean, "North Pacific Ocean", 30, -150) }

  private static var apple: GazetteerRecord {
    var place = PlaceRecord(
      key: "apple", kind: .interest, name: "Apple Inc.",
      coordinate: CLLocationCoordinate2D(latitude: 37.33182, longitude: -122.03118))
    place.otherNames = [PlaceName("Apple Inc")]
    (place.country, place.region, place.postalCode) = ("US", "US.CA", "95014")
    (place.locality, place.street, place.houseNumber) = ("Cupertino", "Infinite Loop", "1")
    return .place(place)
  }

  /// - Source: GeoNames cities500 for places and people.
  private static let records: [GazetteerRecord] = [
    city("paris", "Paris", 48.85341, 2.3488, 2_138_551, "FR", "FR.11", names: ["París", "巴黎", "Париж"]),
    city("paris-tx", "Paris", 33.66094, -95.55551, 24_782, "US", "US.TX"),
    city("tokyo", "Tokyo", 35.6895, 139.69171, 9_733_276, "JP", "JP.40", names: ["東京", "Tōkyō", "とうきょう"]),
    city("osaka", "Osaka", 34.69379, 135.50107, 2_753_862, "JP", "JP.32", names: ["大阪"]),
    city("chiyoda", "Chiyoda", 35.68449, 139.75056, 59_441, "JP", "JP.40", names: ["千代田区"]),
    city("ny", "New York City", 40.71427, -74.00597, 8_804_190, "US", "US.NY", names: ["New York"]),
    city("sf", "San Francisco", 37.77493, -122.41942, 873_965, "US", "US.CA"),
    city("cupertino", "Cupertino", 37.323, -122.03218, 60_381, "US", "US.CA"),
    city("stl", "St. Louis", 38.62727, -90.19789, 301_578, "US", "US.MO"),
    city("cairo", "Cairo", 30.06263, 31.24967, 9_606_916, "EG", names: ["القاهرة"]),
    city("munich", "Munich", 48.13743, 11.57549, 1_260_391, "DE", "DE.02", names: ["München", "Muenchen"]),
    city("frankfurt", "Frankfurt am Main", 50.11552, 8.68417, 650_000, "DE", "DE.05"),
    city("sydney", "Sydney", -33.86785, 151.20732, 4_627_345, "AU", "AU.02"),
    city("sp", "São Paulo", -23.5475, -46.63611, 12_400_232, "BR", "BR.27"),
    city("london", "London", 51.50853, -0.12574, 8_961_989, "GB", "GB.ENG"),
    city("berlin", "Berlin", 52.52437, 13.41053, 3_426_354, "DE", "DE.16"),
    city("seoul", "Seoul", 37.566, 126.9784, 10_349_312, "KR", names: ["서울"]),
    city("dc", "Washington", 38.89511, -77.03637, 689_545, "US", "US.DC"),
    region("wa", "Washington", 47.32204, -121.53582, 6_544_495, "US", "US.WA"),
    region("nsw", "New South Wales", -33.31398, 150.88638, 8_072_163, "AU", "AU.02"),
    region("ca", "California", 36.41378, -119.91365, 39_029_342, "US", "US.CA"),
    code("94103", 37.7725, -122.4147, "San Francisco", "US", "US.CA"),
    code("K1A", 45.4207, -75.7023, "", "CA", "CA.08"),
    apple,
    .area(lake), .area(ocean),
    .area(AreaRecord(kind: .region, code: "AU.02", name: "New South Wales")),
    .area(AreaRecord(kind: .country, code: "US", name: "United States")),
    .area(AreaRecord(kind: .country, code: "FR", name: "France")),
    .area(AreaRecord(kind: .region, code: "US.CA", name: "California")),
    .area(AreaRecord(kind: .region, code: "US.TX", name: "Texas")),
  ]

  private func search(_ text: String, near bias: GeocodeRequest.Bias? = nil) throws -> [String] {
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    try GazetteerFiles.build(path, GazetteerSearchTests.records)
    return try names(Gazetteer(path: path).places(named: text, near: bias))
  }

  /// The answers in a gazetteer of a few more towns.
  private func search(_ text: String, among towns: [GazetteerRecord]) throws -> [String] {
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    try GazetteerFiles.build(path, GazetteerSearchTests.records + towns)
    return try names(Gazetteer(path: path).places(named: text))
  }

  /// - Source: GC-36; people by GeoNames.
  @Test func aCountryAfterACommaBinds() throws {
    let canada = GazetteerRecord.area(AreaRecord(kind: .country, code: "CA", name: "Canada"))
    let towns = [
      canada, Self.city("flint", "La Cañada Flintridge", 34.19917, -118.18785, 20_246, "US", "US.CA"),
      Self.city("barling", "Barling", 35.32565, -94.3016, 4_757, "US", "US.AR"),
    ]
    #expect(try search("Pickle Lake, Canada", among: towns).isEmpty)
    #expect(try search("Osaka, United States", among: towns).isEmpty)
    #expect(
      try search("La Canada Flintridge, United States", among: towns).first?.hasPrefix("La Cañada") == true)
    #expect(try search("Paris, United States", among: towns) == ["Paris, United States"])
    #expect(try search("Canada", among: towns).isEmpty == false)
  }

  @Test(arguments: [
    ("Ath", "Ath"), ("Dax", "Dax, France"), ("San Miguel", "San Miguel"), ("Athens", "Athens"),
    ("Sfo", "San Francisco, United States"),
  ])
  func aTownComesBeforeTheCodeOfALargerOne(text: String, first: String) throws {
    let towns = [
      Self.city("athens", "Athens", 37.98376, 23.72784, 664_046, "GR", names: ["ATH", "Athína"]),
      Self.city("ath", "Ath", 50.62937, 3.77801, 29_000, "BE"),
      Self.city("dazhou", "Dazhou", 31.2106, 107.46308, 1_589_289, "CN", names: ["DAX"]),
      Self.city("dax", "Dax", 43.71032, -1.05366, 20_860, "FR", "FR.75"),
      Self.city("miguelito", "San Miguelito", 9.05032, -79.47068, 315_019, "PA", names: ["San Miguel"]),
      Self.city("miguel", "San Miguel", 13.48333, -88.18333, 161_880, "SV"),
      Self.city("sf2", "San Francisco", 37.77493, -122.41942, 873_965, "US", "US.CA", names: ["SFO"]),
    ]
    #expect(try search(text, among: towns).first == first)
  }

  /// GC-37; people by GeoNames.
  @Test func aNameOfTheSameWordsComesBeforeOneOfTheSameLetters() throws {
    let towns = [
      Self.city("nadi", "Nadi", -17.80309, 177.41617, 42_284, "FJ"),
      Self.city("na-di", "Na Di", 14.11565, 101.78211, 57_466, "TH"),
    ]
    #expect(try search("Nadi", among: towns).first?.hasPrefix("Nadi") == true)
    #expect(try search("Na Di", among: towns).first?.hasPrefix("Na Di") == true)
  }

  /// GC-37; the row is Japan Post's 247-0027, the town of Ozuki in Yokohama.
  @Test func aPostalAreaFoundByItsTownHasTheTownsName() throws {
    var area = PlaceRecord(
      key: "jp:247-0027", kind: .postalArea, name: "247-0027",
      coordinate: CLLocationCoordinate2D(latitude: 35.43333, longitude: 139.65))
    (area.postalCode, area.locality, area.country) = ("247-0027", "Yokohama", "JP")
    area.otherNames = ["Ozuki", "尾月"].map { PlaceName($0) }
    #expect(try search("Ozuki", among: [.place(area)]).first?.hasPrefix("Ozuki") == true)
    #expect(try search("尾月", among: [.place(area)]).first?.hasPrefix("尾月") == true)
    #expect(try search("247-0027", among: [.place(area)]).first?.hasPrefix("247-0027") == true)
    #expect(try search("Ozuki 247-0027", among: [.place(area)]).first?.hasPrefix("247-0027") == true)
  }

  private func names(_ places: [GeocodedPlace]) -> [String] {
    places.map { [$0.address.name, $0.address.country].compactMap { $0 }.joined(separator: ", ") }
  }

  @Test(arguments: [
    ("paris", "Paris, France"), ("PARIS TX", "Paris, United States"),
    ("Texas, Paris", "Paris, United States"),
    ("usa paris", "Paris, United States"), ("東京", "Tokyo"), ("大阪", "Osaka"), ("とうきょう", "Tokyo"),
    ("東京都千代田区丸の内", "Chiyoda"), ("القاهرة", "Cairo"), ("ПАРИЖ", "Paris, France"),
    ("Saint Louis", "St. Louis, United States"),
    ("st louis", "St. Louis, United States"), ("munchen", "Munich"),
    ("newyork", "New York City, United States"),
    ("frankfurt", "Frankfurt am Main"), ("Sydney NSW", "Sydney"), ("sao paulo", "São Paulo"),
    ("san franciso", "San Francisco, United States"), ("New Yrok", "New York City, United States"),
    ("Sydny", "Sydney"), ("Munihc", "Munich"), ("Sao Pualo", "São Paulo"),
    ("Apple Inc", "Apple Inc., United States"),
    // The city, not its state; a state by its own name and by its code.
    ("New York", "New York City, United States"), ("Washington", "Washington, United States"),
    ("California", "California, United States"), ("NSW", "New South Wales"),
    // The kind of area left out.
    ("千代田", "Chiyoda"),
    // Misspellings next to a part of a name, and in two names.
    ("Frankfrt Main", "Frankfurt am Main"), ("San Franscisco Californa", "San Francisco, United States"),
    ("Lake Victoria", "Lake Victoria"), ("Pacific Ocean", "North Pacific Ocean"),
  ])
  func aNameFindsItsPlaceInAnySpelling(text: String, expected: String) throws {
    #expect(try search(text).first == expected)
  }

  @Test(arguments: ["1 Infinite Loop", "1 infinite loop, cupertino", "1 Infinite Loop, Cupertino, CA USA"])
  func theDocumentsAddressesHaveOnePlace(text: String) throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    try GazetteerFiles.build(path, GazetteerSearchTests.records)
    let found = try Gazetteer(path: path).places(named: text)
    #expect(found.count == 1)
    #expect(found.first?.address.locality == "Cupertino")
    #expect(found.first?.coordinate.latitude == 37.33182)
  }

  @Test(arguments: [
    ("221B Baker Street London", "London"), ("221B Baker Street, Lodnon", "London"),
    ("Unter den Linden 77 Berlin", "Berlin"), ("Hauptstr. 5, München", "Munich"),
    ("10 rue de Rivoli, Paris", "Paris, France"),
    ("Rivolistr. 10, Paris 75001, France", "Paris, France"), ("서울 강남구", "Seoul"),
    ("1600 Pennsylvania Ave NW, Washington, DC", "Washington, United States"),
  ])
  func aStreetOfNoListIsInItsCity(text: String, expected: String) throws {
    #expect(try search(text).first == expected)
  }

  @Test(arguments: [
    ("94103", "94103, United States"), ("94103-1234", "94103, United States"),
    ("San Francisco, CA 94103", "94103, United States"), ("K1A 0B1", "K1A"), ("k1a0b1", "K1A"),
    ("SW1A 1AA London", "London"), ("10115 Berlin", "Berlin"), ("D-10115 Berlin", "Berlin"),
  ])
  func aPostalCodeIsFoundAsFarAsItIsKnown(text: String, expected: String) throws {
    #expect(try search(text).first == expected)
  }

  @Test(arguments: ["SW1A 1AA", "94104", "K1B 0B1"])
  func anotherCodeIsNotAMisspelling(text: String) throws {
    #expect(try search(text).isEmpty)
  }

  @Test func waterHasItsKindAndAPointInside() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    try GazetteerFiles.build(path, GazetteerSearchTests.records)
    let lake = try #require(try Gazetteer(path: path).places(named: "lake victoria").first)
    #expect(lake.address.inlandWater == "Lake Victoria")
    #expect((lake.coordinate.latitude, lake.coordinate.longitude) == (-1, 33))
    let ocean = try #require(try Gazetteer(path: path).places(named: "North Pacific Ocean").first)
    #expect(ocean.address.ocean == "North Pacific Ocean")
    #expect(ocean.address.inlandWater == nil)
  }

  @Test func namesAreInTheLanguageThatIsAskedFor() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    try GazetteerFiles.build(path, GazetteerFiles.all)
    let gazetteer = try Gazetteer(path: path)
    #expect(try gazetteer.places(named: "Tokio", languages: ["ja"]).first?.address.locality == "東京")
    #expect(try gazetteer.places(named: "Tokio", languages: ["de"]).first?.address.locality == "Tokio")
    #expect(try gazetteer.places(named: "東京").first?.address.locality == "Tokyo")
  }

  /// - Source: GeoNames admin1CodesASCII.txt and ISO 3166-2:BR.
  @Test func codesOfStatesAreThoseOfTheirTable() {
    #expect(SearchCodes.areas("rs").contains(SearchArea(kind: .region, code: "BR.23")))
    #expect(SearchCodes.areas("pe").map(\.code) == ["CA.09", "BR.30"])
    #expect(SearchCodes.areas("nt").map(\.code) == ["AU.03", "CA.13"])
  }

  @Test func moreDetailNarrows() throws {
    #expect(try search("Paris") == ["Paris, France", "Paris, United States"])
    #expect(try search("Paris France") == ["Paris, France"])
  }

  @Test func thePreferredCircleDecidesBetweenTowns() throws {
    let dallas = CLLocationCoordinate2D(latitude: 32.78, longitude: -96.8)
    let near = try search("Paris", near: .init(center: dallas, radius: 200_000))
    #expect(near == ["Paris, United States", "Paris, France"])
    #expect(try search("Tokyo", near: .init(center: dallas, radius: 200_000)) == ["Tokyo"])
  }

  @Test(arguments: [
    "", "   ", "\0", "!!!", "asdfgh qwerty", "\"", "' OR 1=1; DROP TABLE places; --", "NEAR(x* AND -y)",
    "* ^ : { }",
    "\u{fffd}\u{fffd}", String(repeating: "a", count: 10_000), String(repeating: "xq ", count: 5_000),
    String(repeating: "北", count: 10_000), "rowid:1",
  ])
  func textsWithoutANameHaveNoAnswer(text: String) throws {
    #expect(try search(text).isEmpty)
  }

  @Test func anAddressOfPartsFindsItsHouse() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    try GazetteerFiles.build(path, GazetteerSearchTests.records)
    let address = PlacemarkAddress(dictionary: [
      ("Street", .string("1 Infinite Loop")), ("City", .string("Cupertino")), ("State", .string("CA")),
      ("ZIP", .string("95014")), ("Country", .string("United States")), ("CountryCode", .string("us")),
    ])
    let found = try Gazetteer(path: path).places(address: address)
    #expect(found.first?.coordinate.latitude == 37.33182)
    #expect(try Gazetteer(path: path).places(address: PlacemarkAddress()).isEmpty)
  }
}

/// Misspelled names, against a plain computation of the distance.
struct MisspellingTests {
  /// Optimal string alignment, cell by cell.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        if i == 0 || j == 0 {
          rows[i][j] = i + j
          continue
        }
        rows[i][j] = min(
          rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), rows[i - 1][j] + 1, rows[i][j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
        }
      }
    }
    return rows[a.count][b.count]
  }

  @Test func nearNamesMatchThePlainEditDistance() throws {
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    func word(_ count: Int) -> String { String((0..<count).map { _ in Array("abcдé")[random(5)] }) }
    let words = Array(Set((0..<6000).map { _ in word(3 + random(9)) })).sorted()
    let directory = TemporaryDirectory()
    let database = try Database(path: directory.path + "/names.sqlite", mode: .write)
    try database.run(NameList.tables)
    var sorter = NameSorter()
    for (index, word) in words.enumerated() { sorter.add(word, UInt32(index + 1)) }
    try sorter.write(.places, to: database)
    let list = try NameList(.places, of: database)
    let backwards = try NameList(.placesBackwards, of: database)
    for asked in (0..<60).map({ _ in word(3 + random(8)) }) {
      let found = try list.neighbors(of: asked, backwards: backwards)
      let expected = words.filter {
        let slips = distance(Array(asked), Array($0))
        return slips <= NameList.scanSlips(letters: asked.count)
          && slips <= NameList.slips(letters: max(asked.count, $0.count))
      }
      #expect(Set(found.map(\.name)) == Set(expected), "\(asked)")
      for neighbor in found { #expect(neighbor.slips == distance(Array(asked), Array(neighbor.name))) }
    }
    for (index, word) in words.enumerated() {
      #expect(try list.entry(word, limit: 5).numbers == [UInt32(index + 1)])
    }
    #expect(try !list.entry("zzz", limit: 5).isName)
  }
}
