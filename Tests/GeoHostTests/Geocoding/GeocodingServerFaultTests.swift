import CommandTesting
import Foundation
import Geo
import GeoDelivery
import Testing

@testable import GeoHost

/// Servers that fail, refuse, or are busy.
extension GeocodingServerTests {
  @Test(arguments: [
    ("missing", "answered 404 (there is no geocoding server at this address)"),
    ("locked", "answered 401 (it requires a key, or refuses this program)"),
    ("later", "answered 429 (too many requests) and asks to wait 3600 s"),
    ("large", "its answer is larger than 2 MB"), ("endless", "its answer is larger than 2 MB"),
    ("html", "its body cannot be read (text/html): JSON: expected a value at byte 1, found '<'"),
    ("short", "its body cannot be read (application/json; charset=utf-8): JSON: expected '\"'"),
    ("deep", "more than 200 levels"),
  ])
  func answersThatAreNoneAreSaidAtOnceAndNotKept(_ kind: String, _ sentence: String) throws {
    let cache = folder.path("geocoding.sqlite")
    for count in 1...2 {
      let fetcher = fetcher(cache: cache)
      defer { fetcher.close() }
      let said = try ask("nominatim/\(kind)", fetcher: fetcher)
      #expect(said.count == 1 && said[0].hasPrefix(of) && said[0].contains(sentence), "\(said)")
      #expect(server.requests.count == count)
    }
  }

  @Test(arguments: ["garbage", "cut", "circle", "file", "broken"])
  func serversThatFailAreAskedThreeTimes(_ kind: String) throws {
    let said = try ask("nominatim/\(kind)")
    #expect(said.count == 1 && said[0].hasPrefix(of) && !said[0].contains("passwd"), "\(said)")
    #expect(kind == "circle" || server.requests.count == 3)
  }

  @Test func serversThatAreBusyOrWeakAreAskedAgain() throws {
    #expect(try ask("nominatim/busy") == hotel && ask("nominatim/weak") == hotel)
    #expect(server.requests.count == 5)
    #expect(try ask("nominatim/moved") == hotel && ask("nominatim/nothing") == [])
  }

  @Test func aServerThatAsksForAnHourIsNotAskedAgain() throws {
    let fetcher = fetcher()
    defer { fetcher.close() }
    for text in ["a", "b"] {
      #expect(
        try ask("nominatim/later", text: text, fetcher: fetcher)
          == [of + "answered 429 (too many requests) and asks to wait 3600 s"])
    }
    #expect(server.requests.count == 1)
  }

  @Test func serverErrorsAreReportedWithoutOurKey() throws {
    let server = try LoopbackServer([
      "search.json": #"{"geocoding":{"errors":["no such key: ge-12345\u001b"]},"type":"FeatureCollection"}"#
    ])
    for (kind, status) in [("wrong", "answered 400 (no such key: …)"), ("good", "says: no such key: …")] {
      let fetcher = fetcher()
      defer { fetcher.close() }
      let option = try GeocoderOption("pelias:\(server.address(kind))?api_key=ge-12345")
      let geocoder = ChainGeocoder(
        option, cache: GazetteerCache { _ in }, fetcher: fetcher,
        reports: .init(note: { _ in }, warn: { _ in }))
      guard case .failed(_, let sentence) = geocoder.answer(GeocodeRequest(.text("x"))) else {
        Issue.record("no fault")
        return
      }
      #expect(sentence.hasSuffix(": " + status), "\(sentence)")
    }
  }
}
