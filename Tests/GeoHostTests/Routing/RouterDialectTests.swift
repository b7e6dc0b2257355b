import Geo
import Testing

@testable import GeoDelivery
@testable import GeoHost

/// GC-42: what routers are asked, and what is read of their answers.
@Suite struct RouterDialectTests {
  private static let question = RouteRequest(
    from: CLLocationCoordinate2D(latitude: 52.517037, longitude: 13.388860),
    to: CLLocationCoordinate2D(latitude: 52.529407, longitude: 13.397634))

  /// Google's own example of the encoding.
  ///
  /// - Source: developers.google.com/maps/documentation/utilities/polylinealgorithm.
  @Test func linesAreDecodedAsGoogleSays() throws {
    let line = try #require(EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@", digits: 5))
    let expected = [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)]
    #expect(line.count == 3)
    for (place, other) in zip(line, expected) {
      #expect(abs(place.latitude - other.0) < 1e-9 && abs(place.longitude - other.1) < 1e-9)
    }
    #expect(EncodedPolyline.decode("_p~iF", digits: 5) == nil)
    #expect(EncodedPolyline.decode("_p~iF~ps|\u{7F}", digits: 5) == nil)
    #expect(EncodedPolyline.decode("", digits: 5) == [])
  }

  /// The example of a step in OSRM's reference; the first place is that of its first intersection.
  ///
  /// - Source: github.com/Project-OSRM/osrm-backend, docs/http.md, «RouteStep object».
  @Test func aStepOfOSRM() throws {
    let json = try JSONParser.parse(
      #"{"geometry":"{lu_IypwpAVrAvAdI","mode":"driving","duration":15.6,"name":"Lortzingstraße","distance":152.3,"#
        + #""maneuver":{"modifier":"right","type":"turn"}}"#)
    let step = OSRMDialect.step(json)
    #expect(step.instructions == "Turn right onto Lortzingstraße")
    #expect(step.distance == 152.3 && step.duration == 15.6 && step.line.count == 3)
    #expect(abs(step.line[0].latitude - 52.54366) < 1e-4 && abs(step.line[0].longitude - 13.39677) < 1e-4)
  }

  @Test(arguments: ["1e308", "-1"]) func anImpossibleLengthIsAFault(length: String) throws {
    let shape = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
    let trip =
      "{\"trip\":{\"units\":\"kilometers\",\"summary\":{\"length\":\(length),\"time\":80},\"legs\":[{\"shape\":\"\(shape)\"}]}}"
    let answer = try JSONParser.parse(trip)
    #expect(throws: FetchFault.self) { try ValhallaDialect.routes(in: answer) }
  }

  @Test func anAnswerOfOSRM() throws {
    let words = OSRMDialect.words(for: Self.question)
    #expect(words.hasPrefix("/route/v1/driving/13.388860,52.517037;13.397634,52.529407?overview=full"))
    let json = try JSONParser.parse(
      #"{"code":"Ok","routes":[{"distance":1886.3,"duration":260.1,"geometry":{"coordinates":[[13.38886,52.517037],"#
        + #"[13.397634,52.529407]],"type":"LineString"},"legs":[{"summary":"Friedrichstraße, Torstraße","steps":["#
        + #"{"distance":1886.3,"duration":260.1,"name":"Friedrichstraße","maneuver":{"type":"depart"}},"#
        + #"{"distance":0,"duration":0,"name":"","maneuver":{"type":"arrive","modifier":"left"}}]}]}]}"#)
    let route = try #require(try OSRMDialect.routes(in: json).first)
    #expect(route.distance == 1886.3 && route.duration == 260.1 && route.line.count == 2 && !route.isEstimate)
    #expect(route.name == "Friedrichstraße, Torstraße")
    #expect(
      route.steps.map(\.instructions) == [
        "Start on Friedrichstraße", "Arrive at the destination on the left",
      ])
    let none = try OSRMDialect.routes(in: try JSONParser.parse(#"{"code":"NoRoute","message":"Impossible"}"#))
    #expect(none.isEmpty)
    for text in [
      #"{"code":"InvalidQuery","message":"bad"}"#, #"{"routes":[]}"#, #"{"code":"Ok","routes":[{}]}"#,
    ] {
      #expect(throws: FetchFault.self) { try OSRMDialect.routes(in: JSONParser.parse(text)) }
    }
  }

  /// An answer with the members and the kinds of values that Valhalla's reference lists.
  ///
  /// - Source: github.com/valhalla/valhalla, docs/docs/api/turn-by-turn/api-reference.md; the shape is that of
  ///   routingpy's tests.
  @Test func anAnswerOfValhalla() throws {
    let words = ValhallaDialect.words(for: Self.question)
    #expect(words.hasPrefix("/route?json=%7B%22locations%22"))
    let shape = #"}wpulAvkxblCtJpGu}@hrCkAvDsAdEm@xBkAvDeK`\\ssAthE{iAjpDyiAlpD"#
    let json = try JSONParser.parse(
      #"{"trip":{"status":0,"units":"kilometers","legs":[{"shape":"\#(shape)","summary":{"length":0.5,"time":32},"#
        + #""maneuvers":[{"instruction":"Drive north.","length":0.4,"time":30,"begin_shape_index":0,"#
        + #""end_shape_index":2,"street_names":["Kirchstraße"]},{"instruction":"Arrive.","length":0,"time":0,"#
        + #""begin_shape_index":10,"end_shape_index":10}]}]}}"#)
    let route = try #require(try ValhallaDialect.routes(in: json).first)
    #expect(route.distance == 500 && route.duration == 32 && route.name == "Kirchstraße")
    #expect(route.steps.map(\.instructions) == ["Drive north.", "Arrive."])
    #expect(route.steps[0].line.count == 3 && route.steps[0].distance == 400)
    #expect(route.line.count == 11)
    let none = try JSONParser.parse(#"{"error_code":442,"error":"No path could be found for input"}"#)
    #expect(try ValhallaDialect.routes(in: none).isEmpty)
    let refused = try JSONParser.parse(
      #"{"error_code":154,"error":"Path distance exceeds the max distance limit"}"#)
    #expect(throws: FetchFault(reason: "says: Path distance exceeds the max distance limit")) {
      try ValhallaDialect.routes(in: refused)
    }
  }

  @Test(arguments: ["osrm", "osmr:http://a", "http://a", ""])
  func anotherFormIsRefused(_ text: String) {
    #expect(throws: GeoError.self) { try RouterOption(text) }
  }

  @Test func anAddressKeepsItsPathAndItsKey() throws {
    let option = try RouterOption("osrm:https://router.example/routed-car/?key=secret")
    let request = try option.request(for: Self.question)
    #expect(request.address.url.hasPrefix("https://router.example/routed-car/route/v1/driving/13.388860"))
    #expect(request.address.url.hasSuffix("&key=secret") && !request.key.contains("secret"))
    #expect(throws: GeoError.self) { try option.check(allowsNet: false) }
    #expect(option.name == "osrm:https://router.example")
  }
}
