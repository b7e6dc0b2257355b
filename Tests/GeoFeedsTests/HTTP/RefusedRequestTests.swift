import Geo
import GeoFormats
import GeoTesting
import Testing

@testable import GeoFeeds

/// The messages for people with wrong settings in an app, and for those who run the script.
@Suite struct RefusedRequestTests {
  struct Sample: Sendable, CustomStringConvertible {
    var route: HTTPRoute
    var query = ""
    /// Nil for GET.
    var body: String?
    var reason: String
    var title: String

    var description: String { title }
  }

  static let samples = [
    Sample(
      route: .ownTracks, body: "{}", reason: "the request names no user (expected ?u=USER&d=DEVICE",
      title: "request without a user"),
    Sample(
      route: .osmAnd, query: "lat=1&lon=2", reason: "the request names no device (expected id=…",
      title: "request without a device"),
    Sample(
      route: .osmAnd, query: "id=a&lat=x&lon=2", reason: "lat \"x\" cannot be read (expected a number)",
      title: "lat that cannot be read"),
    Sample(
      route: .osmAnd, query: "id=a&lat=1", reason: "a latitude or a longitude is missing (expected both",
      title: "no latitude and longitude"),
    Sample(
      route: .osmAnd, query: "id=a&lat=139.7&lon=35.6",
      reason:
        "139.7, 35.6 is not a coordinate (expected latitude −90…90, longitude −180…180): are they swapped?",
      title: "coordinate out of range"),
    Sample(
      route: .osmAnd, query: "id=a&lat=1&lon=2&timestamp=noon",
      reason: "time \"noon\" is not a date (expected ISO 8601", title: "time that is not a date"),
    Sample(
      route: .osmAnd, body: #"{"location":{}}"#,
      reason: #"the body names no device (expected "device_id")"#, title: "request without a device"),
    Sample(
      route: .osmAnd, body: #"{"device_id":"a"}"#,
      reason: #"the body has no location (expected "location""#,
      title: "no latitude and longitude"),
    Sample(
      route: .osmAnd, body: #"{"device_id":"a","location":{"timestamp":[]}}"#,
      reason: "the time is neither a text nor a number (expected ISO 8601", title: "time that is not a date"),
    Sample(
      route: .overland, body: "{}", reason: "the body has no Features (expected {\"locations\"",
      title: "body without Features"),
    Sample(
      route: .geoJSON, body: #"{"type":"Feature","geometry":{"type":"LineString"}}"#,
      reason: "Feature 1: this is not a Feature with a Point (expected", title: "Feature without a Point"),
    Sample(
      route: .geoJSON, body: #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#,
      reason: "Feature 1: it names no device (expected the property device_id",
      title: "Feature without a device"),
    Sample(
      route: .geoJSON, body: "{\"type\":", reason: "the body is not JSON: ", title: "body that is not JSON"),
    Sample(
      route: .locative, query: "device=a", reason: "the request has no trigger (expected",
      title: "request without a trigger"),
    Sample(
      route: .locative, query: "trigger=enter", reason: "the request names no device (expected",
      title: "request without a device"),
    Sample(
      route: .any, body: #"{"hello":1}"#,
      reason: "the body is in an unknown format (expected one for /pub",
      title: "body in an unknown format"),
    Sample(
      route: .any, body: #"[{"device":"a","latitude":1,"longitude":2}]"#,
      reason: "the body is a list (send one object a line", title: "body that is a list"),
  ]

  @Test(arguments: samples) func refusalNamesTheRemedy(_ sample: Sample) {
    let phone = Phone()
    let answer =
      sample.body.map { phone.post($0, to: sample.route, query: sample.query) }
      ?? phone.get(sample.query, from: sample.route)
    #expect(answer.status == 400)
    #expect(answer.body.replacing("\\\"", with: "\"").contains(sample.reason))
    #expect(phone.decoder.skips.kinds.map(\.kind) == [sample.title])
    #expect(phone.decoder.skips.kinds.first?.entry.first.hasPrefix("http://127.0.0.1:8080/") == true)
  }

  /// Windows' editors begin a file with a byte order mark.
  @Test(arguments: [HTTPRoute.any, .events, .geoJSON, .overland])
  func aByteOrderMarkIsNoPartOfABody(route: HTTPRoute) {
    let feature =
      #"{"type":"Feature","properties":{"device_id":"a"},"geometry":{"type":"Point","coordinates":[2,1]}}"#
    let body = [
      .geoJSON: feature, .overland: #"{"locations":[\#(feature)]}"#,
    ][route, default: #"{"device":"a","latitude":1,"longitude":2}"#]
    let phone = Phone()
    #expect(phone.post([0xef, 0xbb, 0xbf] + Array(body.utf8), to: route).status == 200)
    #expect(phone.fixes.map(\.fix.coordinate.latitude) == [1])
  }

  @Test func aLineOfAnEventMayFillItsBody() {
    let phone = Phone()
    let body =
      #"{"device":"a","latitude":1,"longitude":2,"x":"\#(String(repeating: "y", count: 1_100_000))"}"#
    #expect(phone.post(body).status == 200)
    #expect(phone.fixes.count == 1)
  }

  @Test func bodyThatCannotBeUnpackedIsRefused() {
    let phone = Phone()
    let answer = phone.post("no gzip at all", to: .geoJSON) { $0.isPacked = true }
    #expect(answer.status == 400)
    #expect(answer.body.contains("the body cannot be unpacked as gzip: "))
    #expect(phone.decoder.skips["body that is not gzip"] == 1)
  }
}
