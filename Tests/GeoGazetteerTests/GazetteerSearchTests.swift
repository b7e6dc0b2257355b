import FeedTesting
import Geo
import Testing

@testable import GeoGazetteer
@testable import SQLite

/// Searches by name in a small gazetteer.
struct GazetteerSearchTests {
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
