import Geo
import Glibc
import Testing

@testable import GeoFormats
@testable import GeoGazetteer

/// Reads OpenStreetMap files: the town of scripts/generate/houses.py.
@Suite struct OSMFileTests {
  static let town =
    String(#filePath.split(separator: "/Tests/GeoGazetteerTests")[0]) + "/Tests/streets/houses.osm.pbf"

  static func records(_ path: String = town) throws -> (records: [GazetteerRecord], skips: SkipCounts) {
    let file = try GazetteerFile(path: path)
    #expect(file.format == .osm)
    var records: [GazetteerRecord] = []
    try file.read { record in
      records.append(record)
      return true
    }
    return (records, file.skips)
  }

  static let read = Result { try records() }

  static func places() throws -> [PlaceRecord] {
    try read.get().records.compactMap { if case .place(let place) = $0 { place } else { nil } }
  }
  static func streets() throws -> [StreetRecord] {
    try read.get().records.compactMap { if case .street(let street) = $0 { street } else { nil } }
  }
  static func addresses() throws -> [AddressRecord] {
    try read.get().records.compactMap { if case .address(let address) = $0 { address } else { nil } }
  }
  static func areas() throws -> [AreaRecord] {
    try read.get().records.compactMap { if case .area(let area) = $0 { area } else { nil } }
  }

  @Test func placesHaveTheirKindNamesAndPopulation() throws {
    let town = try #require(try OSMFileTests.places().first)
    #expect(town.key == "osm:n1")
    #expect(town.kind == .settlement)
    #expect(town.name == "Probeburg")
    #expect(town.otherNames == [PlaceName("プローベブルク", language: "ja", isPreferred: true)])
    #expect(town.population == 12_000)
    #expect(town.coordinate == CLLocationCoordinate2D(latitude: 52.009, longitude: 5.01))
    #expect(
      try OSMFileTests.places().map(\.name) == [
        "Probeburg", "Weststadt", "Bäckerei", "Probeburg Hbf", "Stadtpark", "Rathaus", "1234",
      ])
    #expect(
      try OSMFileTests.places().map(\.kind) == [
        .settlement, .suburb, .interest, .interest, .interest, .interest, .postalArea,
      ])
  }

  @Test func aStreetHasItsLineAndItsOtherNames() throws {
    let street = try #require(try OSMFileTests.streets().first)
    #expect(street.name == "Lange Straße")
    #expect(street.postalCode == "1234")
    #expect(street.line.map(\.longitude) == [5.001, 5.016])
    #expect(
      street.otherNames == [
        PlaceName("Long Street", language: "en", isPreferred: true), PlaceName("Langer Weg"),
        PlaceName("Lange Gasse"),
      ])
  }

  @Test func aSquareIsAStreet() throws {
    #expect(try OSMFileTests.streets().map(\.name) == ["Lange Straße", "Markt"])
    #expect(try OSMFileTests.streets().last?.line.count == 5)
  }

  @Test func aHouseHasItsNumberStreetCityAndCode() throws {
    let house = try #require(try OSMFileTests.addresses().first)
    #expect(house.number == "10")
    #expect(house.street == "Lange Straße")
    #expect(house.locality == "Probeburg")
    #expect(house.postalCode == "1234 AB")
    #expect(house.country == "NL")
  }

  @Test func aBuildingIsAtItsMiddle() throws {
    let house = try #require(try OSMFileTests.addresses().first { $0.number == "12" })
    #expect(abs(house.coordinate.latitude - 52.0022) < 1e-7)
    #expect(abs(house.coordinate.longitude - 5.0032) < 1e-7)
  }

  @Test func aShopWithANumberIsAPlaceWithAnAddressButNotAHouse() throws {
    #expect(try !OSMFileTests.addresses().contains { $0.number == "14" })
    let shop = try #require(try OSMFileTests.places().first { $0.name == "Bäckerei" })
    #expect(shop.street == "Lange Straße")
    #expect(shop.houseNumber == "14")
    #expect(shop.locality == "Probeburg")
  }

  @Test func eachNumberInATagIsAHouse() throws {
    let houses = try OSMFileTests.addresses().filter { $0.coordinate.longitude == 5.005 }
    #expect(houses.map(\.number) == ["16", "18", "20"])
    #expect(Set(houses.map(\.key)).count == 3)
  }

  @Test func housesMayBeNumberedInAPlaceOrHaveNoStreet() throws {
    #expect(try OSMFileTests.addresses().contains { $0.street == "Hof Linde" && $0.number == "1" })
    #expect(try OSMFileTests.addresses().contains { $0.street.isEmpty && $0.number == "77" })
  }

  @Test func numbersBetweenKnownOnesAreOnTheLine() throws {
    let between = try OSMFileTests.addresses().filter { $0.key.hasPrefix("osm:w3:") }
    #expect(between.map(\.number) == ["3", "5", "7"])
    #expect(between.map(\.street) == ["Lange Straße", "Lange Straße", "Lange Straße"])
    for (house, longitude) in zip(between, [5.009, 5.010, 5.011]) {
      #expect(abs(house.coordinate.longitude - longitude) < 1e-7)
      #expect(abs(house.coordinate.latitude - 52.0019) < 1e-7)
    }
  }

  @Test func lettersBetweenHousesAreCountedAsSkipped() throws {
    #expect(try OSMFileTests.read.get().skips["interpolation"] == 1)
  }

  @Test func aRelationSaysTheStreetOfItsHouses() throws {
    #expect(try OSMFileTests.addresses().contains { $0.street == "Quergasse" && $0.number == "3" })
  }

  @Test func aTownHallOfSeveralWaysIsAPlaceAndAHouse() throws {
    let hall = try #require(try OSMFileTests.places().first { $0.name == "Rathaus" })
    // The middle is in its court: the point is in a wing.
    #expect(abs(hall.coordinate.latitude - 52.006) < 1e-6)
    #expect(abs(abs(hall.coordinate.longitude - 5.005) - 0.00075) < 1e-6)
    #expect(hall.radius > 100 && hall.radius < 140)
    #expect(try OSMFileTests.addresses().contains { $0.street == "Markt" && $0.number == "1" })
  }

  @Test func whatIsPartlyOutsideTheFileIsCounted() throws {
    let skips = try OSMFileTests.read.get().skips
    #expect(skips["borders"] == 1)
    #expect(skips["nodes"] == 1)
    #expect(try !OSMFileTests.places().contains { $0.name == "Halber Park" })
  }

  @Test func landBordersAreAreasAndMaritimeOnesAreNot() throws {
    let areas = try OSMFileTests.areas()
    #expect(areas.map(\.code) == ["NL-PR"])
    #expect(areas[0].kind == .region)
    #expect(areas[0].name == "Probeland")
    #expect(areas[0].polygons.count == 1)
    #expect(areas[0].polygons[0][0].count == 5)
  }

  @Test func readingAgainGivesTheSame() throws {
    #expect(try OSMFileTests.records().records == OSMFileTests.read.get().records)
  }

  @Test func aTakerThatReturnsFalseEndsTheReading() throws {
    var count = 0
    try GazetteerFile(path: OSMFileTests.town).read { _ in
      count += 1
      return count < 3
    }
    #expect(count == 3)
  }

  @Test func anErrorOfTheTakerEndsTheReading() throws {
    #expect(throws: GeoError.self) {
      try GazetteerFile(path: OSMFileTests.town).read { (_) throws(GeoError) in
        throw GeoError(.inputOutput, "full")
      }
    }
  }

  @Test func theSourceNamesOpenStreetMap() throws {
    let source = try GazetteerFile(path: OSMFileTests.town).source
    #expect(source.attribution == "© OpenStreetMap contributors")
    #expect(source.license == "ODbL 1.0")
  }

  /// Each length, and each byte changed in two ways: a clear error, or the readable part.
  @Test func aDamagedFileIsAnErrorAndNeverACrash() throws {
    let bytes = try #require(OSMFileTests.bytes(OSMFileTests.town))
    let path = "/tmp/geofeeds-\(getpid()).osm.pbf"
    defer { unlink(path) }
    func tryOut(_ bytes: [UInt8]) -> Bool {
      OSMFileTests.write(bytes, path)
      do {
        _ = try GazetteerFile(path: path, format: .osm).read { _ in true }
        return true
      } catch {
        #expect(error.code == .data)
        return false
      }
    }
    for length in stride(from: 0, to: bytes.count, by: 37) { #expect(!tryOut(Array(bytes[..<length]))) }
    for at in stride(from: 0, to: bytes.count, by: 29) {
      for flip in [UInt8(0x01), 0x80] {
        var damaged = bytes
        damaged[at] ^= flip
        _ = tryOut(damaged)
      }
    }
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }

  private static func write(_ bytes: [UInt8], _ path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
