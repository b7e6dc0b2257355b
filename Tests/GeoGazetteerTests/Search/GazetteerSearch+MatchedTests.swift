import FeedTesting
import Geo
import Testing

@testable import GeoGazetteer

/// GC-45: an answer is what was asked for, or says what it is instead.
struct GazetteerSearchMatchedTests {
  private func answer(_ text: String) throws -> (place: GeocodedPlace?, isPartial: Bool) {
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    let germany = GazetteerRecord.area(AreaRecord(kind: .country, code: "DE", name: "Germany"))
    try GazetteerFiles.build(path, GazetteerSearchTests.records + [germany])
    let place = try Gazetteer(path: path).places(named: text).first
    return (place, place.map(GeocodeRequest(.text(text)).isPartial) ?? false)
  }

  @Test(arguments: [
    "Paris", "paris france", "Munich", "Berlin Germany", "San Francisco, CA", "saint louis", "New York City",
    "the city of Paris", "Frankfurt Main", "Frankfurt am Main",
  ])
  func whatWasAskedForIsWhole(text: String) throws {
    let answer = try answer(text)
    #expect(answer.place != nil)
    #expect(answer.place?.matched == nil && !answer.isPartial)
  }

  @Test(arguments: [
    // A slip, in the name and in the country.
    ("Sydny", "Sydney"), ("Pariss", "Paris"), ("Berlin, Germny", "Berlin, Germany"),
    // Words that nothing is called.
    ("Louvre, Paris, France", "Paris, France"), ("99999 Berlin Germany", "Berlin, Germany"),
  ])
  func whatWasFoundInsteadIsNamed(text: String, matched: String) throws {
    let answer = try answer(text)
    #expect(answer.place?.matched == matched)
    #expect(answer.isPartial)
  }

  @Test func theReasonNamesBoth() throws {
    let text = "Sydny"
    let place = try #require(try answer(text).place)
    #expect(
      GeocodeRequest(.text(text)).partialReason(place)
        == "\"Sydny\" was not found as such: this is \"Sydney\"")
    #expect(GeocodeRequest(.position(place.coordinate)).partialReason(place) == nil)
  }

  /// Of both there are real places, which the cities above 100,000 people do not have.
  @Test func theBuiltInSetDoesNotTakeOnePlaceForAnother() throws {
    let gazetteer = try Gazetteer.builtIn()
    for (text, matched) in [("Nadi", "Nada"), ("Ath", "Bath")] {
      let place = try #require(try gazetteer.places(named: text).first)
      #expect(place.matched == matched)
      #expect(GeocodeRequest(.text(text)).isPartial(place))
    }
    #expect(try gazetteer.places(named: "Baikal").first?.matched == nil)
    #expect(try gazetteer.places(named: "Apple Inc").first?.matched == nil)
  }

  @Test(arguments: [
    "St. Petersburg", "St Petersburg, Russia", "St. Denis", "St. Paul", "St Etienne", "Saint Etienne",
    "St. Louis",
  ])
  func aSaintIsNoStreet(text: String) throws {
    let place = try #require(try Gazetteer.builtIn().places(named: text).first)
    #expect(!GeocodeRequest(.text(text)).isPartial(place), "\(place.address)")
  }

  @Test(arguments: [
    ("1 Infinite Loop, Cupertino, CA 95014, USA", false), ("1 Infinite Loop, Cupertino, CA 94000, USA", true),
    ("1 Infinite Loop, Cupertino", false), ("Main St, Springfield", true),
    ("12 St James Street, Paris", true),
  ])
  func whatTheAddressOfAnAnswerHasIsExplained(text: String, isPartial: Bool) throws {
    let place = try #require(try Gazetteer.builtIn().places(named: text).first)
    #expect(GeocodeRequest(.text(text)).isPartial(place) == isPartial, "\(place)")
  }
}
