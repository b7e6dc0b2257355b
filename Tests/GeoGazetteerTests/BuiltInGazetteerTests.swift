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

  /// Words of common names, in any number, are looked up with a bounded number of comparisons.
  @Test(arguments: ["berlin street paris ", "san santa saint main new old north lake ", "london "])
  func aLongTextIsComparedNoMoreThanAllowed(words: String) throws {
    let gazetteer = try Gazetteer.builtIn()
    for text in [String(repeating: words, count: 20), words + "10"] {
      let context = try gazetteer.search.context(SearchQuery(text), near: nil)
      #expect(context.comparisons > -1000)
      if text.count < 60 { #expect(context.comparisons > 100_000 && !context.found.isEmpty) }
    }
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

  /// GC-37. The names are those of ISO 3166-1, the codes too.
  @Test(arguments: [
    ("Congo, The Democratic Republic of the", "CD"),
    ("Kinshasa, Congo, The Democratic Republic of the", "CD"),
    ("Democratic Republic of the Congo", "CD"), ("Brazzaville, Congo", "CG"), ("Kinshasa, Congo", "CD"),
    ("Seoul, Korea, Republic of", "KR"), ("Pyongyang, Korea, Democratic People's Republic of", "KP"),
    ("Tehran, Iran, Islamic Republic of", "IR"), ("Iran, Islamic Republic of", "IR"),
    ("Dodoma, Tanzania, United Republic of", "TZ"), ("Russian Federation", "RU"), ("Hanoi, Viet Nam", "VN"),
    ("Japan", "JP"), ("Fiji", "FJ"), ("日本", "JP"), ("Armenia", "AM"), ("United States of America", "US"),
  ])
  func countriesAreFoundByTheNamesOfTheStandard(text: String, code: String) throws {
    let found = try #require(try first(text), "\(text)")
    #expect(found.address.ISOcountryCode == code)
    // The point of a country lies in it.
    if !text.contains(",") {
      #expect(try address(found.coordinate.latitude, found.coordinate.longitude)?.ISOcountryCode == code)
    }
  }

  /// GC-31: airports, by their published positions; Natural Earth has none of these islands at 1:50m.
  @Test(arguments: [
    (54.2861, -130.445, "CA"), (39.6715, -31.1136, "PT"), (66.5458, -18.0173, "IS"), (56.6994, 11.5557, "DK"),
    (-31.5383, 159.077, "AU"), (-21.896, -157.907, "CK"), (-22.6373, -152.806, "PF"),
    (-9.3667, -171.2333, "TK"),
  ])
  func inhabitedIslandsAreLand(latitude: Double, longitude: Double, code: String) throws {
    #expect(try address(latitude, longitude)?.ISOcountryCode == code)
  }

  @Test func placesHaveTheirAttribution() throws {
    #expect(try first("Helsinki")?.attribution.contains("GeoNames") == true)
  }
}
