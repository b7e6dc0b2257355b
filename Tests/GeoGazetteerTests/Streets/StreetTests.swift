import FeedTesting
import Geo
import Testing

@testable import GeoGazetteer
@testable import SQLite

/// Streets and houses of a gazetteer, in a town around 52° N 5° E and at the edges of the map.
@Suite struct StreetTests {
  static func at(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  static func street(
    _ key: String, _ name: String, _ line: [(Double, Double)], names: [PlaceName] = []
  ) -> GazetteerRecord {
    var street = StreetRecord(key: key, name: name, line: line.map { at($0.0, $0.1) })
    street.otherNames = names
    return .street(street)
  }

  static func house(
    _ key: String, _ number: String, _ street: String, _ latitude: Double, _ longitude: Double,
    code: String = "",
    city: String = ""
  ) -> GazetteerRecord {
    var house = AddressRecord(key: key, number: number, street: street, coordinate: at(latitude, longitude))
    (house.postalCode, house.locality) = (code, city)
    return .address(house)
  }

  static let records: [GazetteerRecord] = [
    GazetteerFiles.place("t:1", "Probeburg", 52.01, 5.01, population: 12_000),
    GazetteerFiles.place("t:2", "Anderstadt", 53.01, 5.01, population: 500_000),
    street(
      "s:1", "Lange Straße", [(52.002, 5.001), (52.002, 5.016)],
      names: [PlaceName("Long Street", language: "en", isPreferred: true)]),
    house("a:10", "10", "Lange Straße", 52.0021, 5.004, code: "1234", city: "Probeburg"),
    house("a:20", "20", "Lange Straße", 52.0021, 5.014, code: "1234"),
    house("a:11", "11-15", "Lange Straße", 52.0019, 5.009),
    house("a:0", "77", "", 52.0022, 5.0155),
    street("s:2", "Lange Straße", [(53.002, 5.001), (53.002, 5.016)]),
    house("b:10", "10", "Lange Straße", 53.0021, 5.004),
    street("s:3", "Date Line Road", [(-16.8, 179.9995), (-16.8, 180)]),
    street("s:4", "Date Line Road", [(-16.8, -180), (-16.8, -179.9995)]),
    street("s:5", "South Pole Traverse", [(-89.9999, 0), (-89.9999, 10)]),
    street("s:6", "Longyearbyen Road", [(78.22, 15.62), (78.22, 15.66)]),
  ]

  static let path = Result { () throws -> String in
    let path = #filePath.split(separator: "/Tests/GeoGazetteerTests")[0] + "/.build/streets-test.sqlite"
    try GazetteerFiles.build(String(path), records, mode: .replace)
    return String(path)
  }

  static func open() throws -> Gazetteer { try Gazetteer(path: path.get()) }

  static func address(_ latitude: Double, _ longitude: Double, languages: [String] = []) throws
    -> PlacemarkAddress
  {
    try #require(try open().places(at: at(latitude, longitude), languages: languages).first).address
  }

  // MARK: What is here

  @Test func aHouseNearbyIsTheAddress() throws {
    let place = try #require(try StreetTests.open().places(at: StreetTests.at(52.0022, 5.0041)).first)
    #expect(place.address.thoroughfare == "Lange Straße")
    #expect(place.address.subThoroughfare == "10")
    #expect(place.address.postalCode == "1234")
    #expect(place.address.locality == "Probeburg")
    #expect(place.coordinate == StreetTests.at(52.0021, 5.004))
    // Geodesic.distance is checked against GeographicLib elsewhere.
    let distance = Geodesic.distance(from: StreetTests.at(52.0022, 5.0041), to: place.coordinate)
    #expect(abs(try #require(place.distance) - distance) < 0.01)
  }

  @Test func fartherThanFiftyMetersThereIsTheStreetOnly() throws {
    // 68 m per thousandth of a degree from west to east here: the next house is at 5.004.
    let address = try StreetTests.address(52.0021, 5.0055)
    #expect(address.thoroughfare == "Lange Straße")
    #expect(address.subThoroughfare == nil)
  }

  @Test func fartherThanAHundredMetersThereIsNoStreet() throws {
    #expect(try StreetTests.address(52.0028, 5.006).thoroughfare == "Lange Straße")
    #expect(try StreetTests.address(52.0030, 5.006).thoroughfare == nil)
  }

  @Test func aHouseWithoutAStreetIsInTheOneBesideIt() throws {
    let address = try StreetTests.address(52.0022, 5.0155)
    #expect(address.thoroughfare == "Lange Straße")
    #expect(address.subThoroughfare == "77")
  }

  @Test func aStreetsNameIsInThePreferredLanguage() throws {
    #expect(try StreetTests.address(52.0022, 5.0041, languages: ["en"]).thoroughfare == "Long Street")
    #expect(try StreetTests.address(52.0022, 5.0041, languages: ["ja"]).thoroughfare == "Lange Straße")
  }

  @Test(arguments: [(-16.8003, 179.9999), (-16.8003, -179.9999), (-16.8, 180), (-16.8, -180)])
  func streetsAreFoundAtBothSidesOfThe180thMeridian(latitude: Double, longitude: Double) throws {
    #expect(try StreetTests.address(latitude, longitude).thoroughfare == "Date Line Road")
  }

  @Test func streetsAreFoundInTheFarNorthAndAtThePole() throws {
    #expect(try StreetTests.address(78.2205, 15.6400001).thoroughfare == "Longyearbyen Road")
    let index = try StreetTests.open().streets
    #expect(try index.nearest(to: StreetTests.at(-89.9999, 5)).street != nil)
    #expect(try index.nearest(to: StreetTests.at(-90, 0)).street != nil)
    #expect(try index.nearest(to: StreetTests.at(90, 0)).street == nil)
  }

  /// Every house and street in reach is found, and the nearest of them, compared with a full scan.
  @Test func theNearestMatchesAFullScan() throws {
    let index = try StreetTests.open().streets
    let houses = StreetTests.records.compactMap {
      if case .address(let house) = $0 { house.coordinate } else { nil }
    }
    for step in 0..<2000 {
      let at = StreetTests.at(52.001 + Double(step % 40) * 0.00006, 5.0 + Double(step / 40) * 0.00034)
      let nearest = houses.map { Geodesic.distance(from: at, to: $0) }.min() ?? 0
      let found = try index.nearest(to: at).house
      if nearest < 49.9 { #expect(abs(try #require(found).distance - nearest) < 0.05) }
      if nearest > 50.1 { #expect(found == nil) }
    }
  }

  // MARK: Where is this

  func found(
    _ street: String, _ number: String = "", around: [GeocodeRequest.Bias] = []
  ) throws -> [(place: GeocodedPlace, accuracy: Street.Accuracy)] {
    try StreetTests.open().places(street: street, number: number, around: around)
  }

  @Test func aHouseIsFoundByStreetAndNumberInEachTown() throws {
    let found = try found("LANGE STR.", "10")
    #expect(
      found.map(\.place.coordinate) == [StreetTests.at(52.0021, 5.004), StreetTests.at(53.0021, 5.004)])
    #expect(found.map(\.place.address.locality) == ["Probeburg", "Anderstadt"])
    #expect(found.map(\.accuracy) == [.house, .house])
    #expect(found[0].place.address.subThoroughfare == "10")
  }

  @Test func centersLimitTheSearch() throws {
    let near = GeocodeRequest.Bias(center: StreetTests.at(53, 5), radius: 5000)
    #expect(try found("Lange Straße", "10", around: [near]).map(\.place.coordinate.latitude) == [53.0021])
    let nowhere = GeocodeRequest.Bias(center: StreetTests.at(-20, 100), radius: 5000)
    #expect(try found("Lange Straße", "10", around: [nowhere]).isEmpty)
  }

  @Test func aHouseIsFoundByAnyNameOfItsStreet() throws {
    #expect(try found("Long Street", "10").first?.place.coordinate == StreetTests.at(52.0021, 5.004))
  }

  @Test func aRangeHoldsItsNumbers() throws {
    #expect(try found("Lange Straße", "13").first?.place.coordinate == StreetTests.at(52.0019, 5.009))
  }

  @Test func aMissingNumberIsInterpolatedBetweenKnownOnes() throws {
    let between = try #require(try found("Lange Straße", "14").first)
    #expect(between.accuracy == .interpolated)
    #expect(abs(between.place.coordinate.longitude - 5.008) < 1e-6)
    #expect(abs(between.place.coordinate.latitude - 52.0021) < 1e-6)
    #expect(between.place.address.subThoroughfare == "14")
  }

  @Test func aNumberFarFromAllOthersGivesTheStreet() throws {
    let street = try #require(try found("Lange Straße", "4000").first)
    #expect(street.accuracy == .street)
    #expect(street.place.address.subThoroughfare == nil)
  }

  @Test(arguments: [
    "", " ", "Nirgends", "' OR 1=1 --", "\0", String(repeating: "x", count: 10_000), "*", "\"", "Lange",
  ])
  func namesOfNoStreetFindNothing(name: String) throws {
    #expect(try found(name, "10").isEmpty)
    #expect(try found(name).isEmpty)
    #expect(try !StreetTests.open().streets.knows(name))
  }

  // MARK: Damage

  @Test func aGazetteerWithoutStreetsHasNone() throws {
    let folder = TemporaryDirectory()
    let path = folder.path + "/g.sqlite"
    try GazetteerFiles.build(path, [GazetteerFiles.place("t:1", "Probeburg", 52.01, 5.01)])
    let gazetteer = try Gazetteer(path: path)
    #expect(gazetteer.streets.isEmpty)
    #expect(try gazetteer.places(street: "Lange Straße").isEmpty)
    #expect(try gazetteer.places(at: StreetTests.at(52.01, 5.01)).first?.address.locality == "Probeburg")
  }

  @Test func damagedCellsAndLinesGiveNoStreets() throws {
    let folder = TemporaryDirectory()
    let path = folder.path + "/g.sqlite"
    try GazetteerFiles.build(path, StreetTests.records)
    let database = try Database(path: path, mode: .write)
    try database.run("UPDATE street_cells SET houses = x'01', streets = x'0102030405'")
    let gazetteer = try Gazetteer(path: path)
    #expect(try gazetteer.places(at: StreetTests.at(52.0022, 5.0041)).first?.address.thoroughfare == nil)
    try database.run("UPDATE street_cells SET houses = zeroblob(24), streets = zeroblob(41)")
    try database.run("DELETE FROM addresses; DELETE FROM streets")
    #expect(try Gazetteer(path: path).places(street: "Lange Straße", number: "10").isEmpty)
    #expect(try Gazetteer(path: path).places(at: StreetTests.at(52.0022, 5.0041)).count == 1)
  }

  @Test func theSameRecordsGiveTheSameIndex() throws {
    let folder = TemporaryDirectory()
    var dumps: [[String]] = []
    for name in ["a", "b"] {
      let path = "\(folder.path)/\(name).sqlite"
      try GazetteerFiles.build(path, StreetTests.records)
      let database = try GazetteerSchema.open(path)
      var lines: [String] = []
      for table in ["street_cells", "street_terms", "street_lines", "street_houses"] {
        let rows = try database.statement("SELECT * FROM \(table)")
        while try rows.step() {
          lines.append((0..<rows.columnCount).map { "\(rows.blob($0))" }.joined(separator: " "))
        }
        rows.reset()
      }
      dumps.append(lines)
    }
    #expect(dumps[0] == dumps[1])
    #expect(dumps[0].count > 20)
  }
}
