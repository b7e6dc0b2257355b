import Geo
import Testing

@testable import GeoHost

/// Answers of servers as lines of a recording: GC-43.
@Suite struct ServerAnswerTests {
  private static let place: GeocodedPlace = {
    var place = GeocodedPlace(coordinate: CLLocationCoordinate2D(latitude: 60.169_444_444_1, longitude: -0.1))
    place.radius = 12.5
    place.timeZone = "Europe/Helsinki"
    place.address.name = "Senaatintori \"ä\""
    place.address.thoroughfare = "Aleksanterinkatu"
    place.address.subThoroughfare = "1"
    place.address.ISOcountryCode = "FI"
    place.address.areasOfInterest = ["Tuomiokirkko"]
    (place.distance, place.source, place.attribution) = (1.0 / 3, "nominatim", "© OpenStreetMap")
    return place
  }()

  private func read(_ json: JSONValue) throws -> JSONValue { try JSONParser.parse(json.description) }

  @Test func placesAreWrittenAndReadExactly() throws {
    var bare = GeocodedPlace(coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2))
    bare.address.thoroughfare = "Way"
    let answer = GeocodeAnswer.places([Self.place, bare])
    guard case .places(let places)? = GeocodeAnswer(try read(answer.json)) else {
      Issue.record("\(answer.json)")
      return
    }
    #expect(places == [Self.place, bare])
    guard
      case .failed(let error, let reason)? = GeocodeAnswer(
        try read(GeocodeAnswer.failed(.network, "no answer").json))
    else {
      Issue.record("it did not fail")
      return
    }
    #expect(error == .network && reason == "no answer")
    #expect(GeocodeAnswer(.object([])) == nil)
  }

  @Test func waysAreWrittenAndReadExactly() throws {
    let line = [
      CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4),
      CLLocationCoordinate2D(latitude: 52.1, longitude: -3),
    ]
    var route = FoundRoute(distance: 1886.3, duration: 260.1, line: line)
    route.name = "A 100"
    route.steps = [FoundRoute.Step("Turn left", distance: 0.1, duration: 3, line: [line[0]])]
    route.notices = ["toll"]
    guard case .routes(let routes)? = RouteAnswer(try read(RouteAnswer.routes([route]).json)) else {
      Issue.record("no ways")
      return
    }
    #expect(routes == [route])
    guard case .failed("down")? = RouteAnswer(try read(RouteAnswer.failed("down").json)) else {
      Issue.record("it did not fail")
      return
    }
  }

  @Test func questionsDifferInAllThatChangesTheAnswer() {
    var text = GeocodeRequest(.text("Paris"))
    var all = [text.json]
    text.limit = 3
    all.append(text.json)
    text.languages = ["fr"]
    all.append(text.json)
    text.bias = .init(center: CLLocationCoordinate2D(latitude: 1, longitude: 2), radius: 3)
    all.append(text.json)
    all.append(GeocodeRequest(.position(CLLocationCoordinate2D(latitude: 1, longitude: 2))).json)
    all.append(GeocodeRequest(.address(Self.place.address)).json)
    var route = RouteRequest(
      from: CLLocationCoordinate2D(latitude: 1, longitude: 2),
      to: CLLocationCoordinate2D(latitude: 2, longitude: 1))
    all.append(route.json)
    route.mode = .walking
    all.append(route.json)
    route.wantsAlternates = true
    all.append(route.json)
    #expect(Set(all.map(\.description)).count == 9)
  }
}
