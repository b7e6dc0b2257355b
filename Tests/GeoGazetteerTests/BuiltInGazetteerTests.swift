import Geo
import Testing

@testable import GeoGazetteer

/// The gazetteer that is part of the program. Names and positions of places are from GeoNames, borders from
/// Natural Earth: see Sources/CGazetteer/LICENSES.md.
@Suite struct BuiltInGazetteerTests {
  private func address(_ latitude: Double, _ longitude: Double) throws -> PlacemarkAddress? {
    try Gazetteer.builtIn().places(at: CLLocationCoordinate2DMake(latitude, longitude)).first?.address
  }

  private func first(_ text: String) throws -> GeocodedPlace? {
    try Gazetteer.builtIn().places(named: text).first
  }

  @Test(arguments: [
    (35.68, 139.76, "JP"), (48.8566, 2.3522, "FR"), (-33.87, 151.21, "AU"), (37.33, -122.03, "US"),
    (4.94, -52.33, "GF"), (42.66, 21.17, "XK"), (59.91, 10.75, "NO"), (78.22, 15.64, "SJ"),
  ])
  func countriesHaveTheirCode(latitude: Double, longitude: Double, code: String) throws {
    #expect(try address(latitude, longitude)?.ISOcountryCode == code)
  }

  @Test func statesHaveTheirBorders() throws {
    #expect(try address(37.0, -115.0)?.administrativeArea == "Nevada")
    #expect(try address(-25.0, 120.0)?.administrativeArea == "Western Australia")
  }

  @Test func watersHaveTheirNames() throws {
    #expect(try address(-1.0, 33.0)?.inlandWater == "Lake Victoria")
    #expect(try address(42.0, 51.0)?.inlandWater == "Caspian Sea")
    #expect(try address(10, -150)?.ocean == "North Pacific Ocean")
    #expect(try address(43.5, 34)?.ocean == "Black Sea")
  }

  @Test(arguments: ["東京", "Tokyo", "Tōkyō", "Токио", "도쿄"])
  func citiesAreFoundInSeveralScripts(name: String) throws {
    let found = try #require(try first(name))
    #expect(abs(found.coordinate.latitude - 35.69) < 0.2 && abs(found.coordinate.longitude - 139.7) < 0.2)
  }

  @Test(arguments: ["Apple Inc", "1 Infinite Loop", "1 Infinite Loop, Cupertino, CA USA"])
  func theDocumentsExamplesAreFound(text: String) throws {
    let found = try #require(try first(text))
    #expect(abs(found.coordinate.latitude - 37.33182) < 1e-4)
    #expect(abs(found.coordinate.longitude + 122.03118) < 1e-4)
    #expect(found.address.locality == "Cupertino")
  }

  @Test func aDistantTownDoesNotDecideTheState() throws {
    // Bala in Wales; the nearest cities of 100,000 people are English.
    let bala = try #require(try address(52.9, -3.5))
    #expect((bala.country, bala.administrativeArea) == ("United Kingdom", nil))
  }

  @Test func anAddressStaysInItsCountry() throws {
    var address = PlacemarkAddress()
    (address.locality, address.ISOcountryCode) = ("London", "CA")
    let found = try Gazetteer.builtIn().places(address: address)
    #expect(found.first?.address.administrativeArea == "Ontario")
    #expect(found.allSatisfy { $0.address.ISOcountryCode == "CA" })
    (address.locality, address.ISOcountryCode) = ("London", "uk")
    #expect(try Gazetteer.builtIn().places(address: address).first?.address.ISOcountryCode == "GB")
  }

  @Test func placesHaveTheirAttribution() throws {
    #expect(try first("Helsinki")?.attribution.contains("GeoNames") == true)
  }
}
