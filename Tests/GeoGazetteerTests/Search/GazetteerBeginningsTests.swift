import FeedTesting
import Geo
import Testing

@testable import GeoGazetteer

/// MV-49: the places whose names a text begins.
struct GazetteerBeginningsTests {
  private func complete(_ text: String, near bias: GeocodeRequest.Bias? = nil) throws -> [String] {
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    try GazetteerFiles.build(path, GazetteerSearchTests.records)
    return try Gazetteer(path: path).places(beginning: text, near: bias).compactMap(\.address.name)
  }

  @Test(arguments: [
    ("San F", "San Francisco"), ("san fr", "San Francisco"), ("Par", "Paris"), ("new y", "New York City"),
    ("Mün", "Munich"), ("mun", "Munich"), ("saint l", "St. Louis"), ("st. l", "St. Louis"),
    ("são", "São Paulo"), ("東", "Tokyo"), ("Пар", "Paris"), ("القا", "Cairo"), ("cuper", "Cupertino"),
    // A word inside of a name; the whole name; and a slip, which only a search forgives.
    ("franc", "San Francisco"), ("am mai", "Frankfurt am Main"), ("Berlin", "Berlin"), ("Sydny", "Sydney"),
  ])
  func aBeginningFindsItsPlace(text: String, first: String) throws {
    #expect(try complete(text).first == first)
  }

  @Test func theMostImportantPlaceComesFirst() throws {
    // By people: London 8,961,989 alone; of the S, Seoul 10,349,312.
    #expect(try complete("lon") == ["London"])
    #expect(try complete("s").first.map { ["São Paulo", "Seoul"].contains($0) } == true)
    let all = try complete("s")
    for name in ["São Paulo", "Seoul", "Sydney", "San Francisco", "St. Louis"] { #expect(all.contains(name)) }
    #expect(Set(all).count == all.count)
  }

  @Test func aPlaceNearbyComesFirst() throws {
    let texas = GeocodeRequest.Bias(
      center: CLLocationCoordinate2D(latitude: 33.66, longitude: -95.55), radius: 10_000)
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    try GazetteerFiles.build(path, GazetteerSearchTests.records)
    let gazetteer = try Gazetteer(path: path)
    #expect(try gazetteer.places(beginning: "par").first?.address.ISOcountryCode == "FR")
    #expect(try gazetteer.places(beginning: "par", near: texas).first?.address.ISOcountryCode == "US")
    #expect(try gazetteer.places(beginning: "par", limit: 1).count == 1)
  }

  @Test(arguments: ["", "  ", "qqxxyy", ",", "\u{0}"])
  func nothingBeginsSo(text: String) throws { #expect(try complete(text).isEmpty) }
}
