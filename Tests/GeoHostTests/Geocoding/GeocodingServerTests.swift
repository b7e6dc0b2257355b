import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoDelivery
@testable import GeoHost

/// Good and bad geocoding servers: each question ends in places or in a sentence that names the server.
@Suite struct GeocodingServerTests {
  let server: LoopbackServer
  let folder: Command

  init() throws {
    server = try LoopbackServer([
      "search.json": try GeocodingFixture.text("nominatim-search-address"),
      "reverse.json": try GeocodingFixture.text("nominatim-reverse-street"),
      "api.json": try GeocodingFixture.text("photon-search"),
    ])
    folder = try Command()
  }

  func fetcher(cache: String? = nil) -> GeocodingFetcher {
    GeocodingFetcher(cachePath: cache, agent: "geoscript/test (+none)") { Issue.record("\($0)") }
  }

  /// Asks servers of such kinds one after the other: `nominatim/good`, or a whole source.
  private func geocoder(
    _ chain: [String], _ fetcher: GeocodingFetcher, warned: @escaping (String) -> Void = { _ in }
  )
    throws -> ChainGeocoder
  {
    let words = chain.map { word in
      let parts = word.split(separator: "/", maxSplits: 1)
      return word.contains(":") ? word : "\(parts[0]):\(server.address(String(parts[1])))"
    }
    return ChainGeocoder(
      try GeocoderOption(words.joined(separator: ",")), cache: GazetteerCache { _ in }, fetcher: fetcher,
      reports: .init(note: { _ in }, warn: warned))
  }

  /// The result of a question: names of places, or the sentence.
  func ask(
    _ chain: String..., text: String = "Mannerheimintie 10", fetcher known: GeocodingFetcher? = nil
  )
    throws -> [String]
  {
    let fetcher = known ?? fetcher()
    defer { if known == nil { fetcher.close() } }
    switch try geocoder(chain, fetcher).answer(GeocodeRequest(.text(text))) {
    case .places(let places): return places.map { "\($0.source): \($0.address.name ?? "-")" }
    case .failed(let error, let sentence):
      #expect(error == .network)
      return [sentence.replacing("127.0.0.1:\(server.port)", with: "HOST")]
    }
  }

  let hotel = [
    "nominatim: Marski by Scandic", "nominatim: Scandic Marski", "nominatim: Mannerheimintie 10",
  ]
  let of = "nominatim at http://HOST: "

  @Test func aServerIsAskedOnceForTheSame() throws {
    let fetcher = fetcher()
    defer { fetcher.close() }
    #expect(
      try ask("nominatim/good", fetcher: fetcher) == hotel && ask("nominatim/good", fetcher: fetcher) == hotel
    )
    #expect(server.paths == ["/good/search?format=jsonv2&addressdetails=1&q=Mannerheimintie%2010&limit=10"])
    #expect(server.requests[0].contains(" geoscript/test (+none) "))
    #expect(
      try ask("nominatim/good", text: "another", fetcher: fetcher) == hotel && server.requests.count == 2)
  }

  @Test func answersAreKeptOnDiskForALaterRun() throws {
    let path = folder.path("state/geocoding.sqlite")
    for _ in 0..<2 {
      let fetcher = fetcher(cache: path)
      defer { fetcher.close() }
      #expect(try ask("nominatim/good", fetcher: fetcher) == hotel)
    }
    #expect(server.requests.count == 1)
    let old = fetcher(cache: path)
    defer { old.close() }
    #expect(try ask("nominatim/brief", fetcher: old) == hotel)
    server.stop()
    // If the server is gone, an expired answer is better than nothing.
    #expect(try ask("nominatim/brief", fetcher: old) == hotel)
    #expect(try ask("nominatim/good", text: "other", fetcher: old) == [of + "Couldn't connect to server"])
  }

  @Test func theNextSourceIsAskedOnlyIfTheFirstFindsNothingOrFails() throws {
    let places = ["photon: Berlin", "photon: Berlin Olympic Stadium", "photon: Madison Square Garden"]
    #expect(try ask("nominatim/good", "photon/good") == hotel)
    #expect(server.paths.count == 1)
    #expect(try ask("nominatim/nothing", "photon/good") == places)
    #expect(try ask("nominatim/missing", "photon/good", "nominatim/good") == places)
    // The place may exist.
    #expect(
      try ask("nominatim/missing", "photon/nothing") == [
        of + "answered 404 (there is no geocoding server at this address)"
      ])
    #expect(try ask("nominatim/nothing", "photon/nothing") == [])
    #expect(
      try ask("nominatim/missing", "photon/html").first?.contains("; photon at http://HOST: answered 200")
        == true)
  }

  /// Who has asked servers often enough still gets what needs none: a new gazetteer has the documents' examples.
  @Test func throttlingAppliesOnlyToServers() throws {
    let fetcher = fetcher()
    defer { fetcher.close() }
    let gazetteer = folder.path("places.sqlite")
    let table = folder.path("places.csv")
    try "name,latitude,longitude\nNowhere,1,2\n".write(toFile: table, atomically: false, encoding: .utf8)
    #expect(try folder.run("gazetteer", "build", "-o", gazetteer, table).code == 0)
    let request = GeocodeRequest(.text("1 Infinite Loop, Cupertino"))
    for chain in [
      ["gazetteer:\(gazetteer)", "nominatim/good"], ["nominatim/good", "gazetteer:\(gazetteer)"],
    ] {
      var count = 0
      let answer = try geocoder(chain, fetcher).answer(request) {
        count += 1
        return false
      }
      guard case .places(let places) = answer else {
        Issue.record("no places of \(chain)")
        continue
      }
      #expect(places.first?.address.locality == "Cupertino")
      #expect(count == (chain[0].hasPrefix("gazetteer") ? 0 : 1))
    }
    let both = try geocoder(["nominatim/good", "photon/good"], fetcher).answer(request) { false }
    guard case .failed(.network, let sentence) = both else {
      Issue.record("servers were asked")
      return
    }
    #expect(sentence == GeocodeAnswer.tooOften && server.requests.isEmpty)
  }

  @Test func theFailureOfASourceInAChainIsStillReported() throws {
    let fetcher = fetcher()
    defer { fetcher.close() }
    var said: [String] = []
    let geocoder = try geocoder(["nominatim/locked", "photon/good"], fetcher) { said.append($0) }
    guard case .places = geocoder.answer(GeocodeRequest(.text("x"))) else {
      Issue.record("no places")
      return
    }
    #expect(
      said == [
        "geocoding: nominatim at http://127.0.0.1:\(server.port): answered 401 (it requires a key, or refuses this program)"
      ])
  }

  @Test func serversThatWantTimeBetweenRequestsGetIt() throws {
    let turns = folder.path("turns")
    let request = GeocodeRequest(.text("x"))
    guard case .server(var slow) = try GeocoderOption("nominatim:\(server.address("good"))").sources[0] else {
      return
    }
    slow.spacing = 0.4
    // Stands for two programs.
    let hubs = (0..<2).map { _ in
      GeocodingFetcher(cachePath: nil, turns: ServerRateLimiter(folder: turns)) { Issue.record("\($0)") }
    }
    defer { for fetcher in hubs { fetcher.close() } }
    let desks = hubs.map(GeocodingFetchQueue.init)
    var answers = 0
    for number in 0..<4 {
      var question = request
      question.limit = number + 1
      let page = try #require(slow.request(for: question))
      desks[number % 2].ask(page, isScripts: true) { if case .success = $0 { answers += 1 } }
    }
    for fetchQueue in desks { #expect(fetchQueue.wait(until: monotonicSeconds() + 20)) }
    #expect(answers == 4)
    let times = server.times.sorted()
    // What takes its way may be late, and the next one less so.
    for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier > 0.2) }
    #expect((times.last ?? 0) - (times.first ?? 0) > 1)
  }

  @Test func sharedQuestionsAreAskedOnce() throws {
    let fetcher = fetcher()
    defer { fetcher.close() }
    let desks = (0..<5).map { _ in GeocodingFetchQueue(fetcher) }
    let request = try GeocodingFixture.request(
      "nominatim:\(server.address("late"))", GeocodeRequest(.text("x")))
    var count = 0
    for fetchQueue in desks {
      fetchQueue.ask(request, isScripts: true) { if case .success = $0 { count += 1 } }
    }
    for fetchQueue in desks { #expect(fetchQueue.wait(until: monotonicSeconds() + 10)) }
    #expect(count == 5 && server.requests.count == 1)
  }

  @Test func aPositionIsAskedForInReverse() throws {
    let fetcher = fetcher()
    defer { fetcher.close() }
    let place = CLLocationCoordinate2D(latitude: 60.16952, longitude: 24.95245)
    var request = GeocodeRequest(.position(place))
    request.languages = ["sv"]
    guard case .places(let found) = try geocoder(["nominatim/good"], fetcher).answer(request) else {
      Issue.record("no places")
      return
    }
    #expect(found.map(\.address.name) == ["Senaatintori"])
    #expect(
      server.paths == [
        "/good/reverse?format=jsonv2&addressdetails=1&accept-language=sv&lat=60.16952&lon=24.95245"
      ])
  }

  @Test func unaskableQuestionsDoNotReachTheServer() throws {
    for text in ["", "  ", "\0", "🤷", String(repeating: "a", count: 10_000)] {
      #expect(try ask("nominatim/good", text: text) == [])
    }
    #expect(server.requests.isEmpty)
  }
}
