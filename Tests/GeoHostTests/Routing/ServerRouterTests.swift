import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoDelivery
@testable import GeoHost

/// GC-42: each question to a router ends in ways, in none, or in a sentence that names the router.
@Suite struct ServerRouterTests {
  private static let places = "13.388860,52.517037;13.397634,52.529407"
  private static let answer =
    #"{"code":"Ok","routes":[{"distance":1886.3,"duration":260.1,"geometry":{"coordinates":[[13.38886,52.517037],"#
    + #"[13.397634,52.529407]],"type":"LineString"},"legs":[]}]}"#
  /// The script drives from A to B at each fix.
  private static let script = """
    local function item(latitude, longitude)
      return MKMapItem(MKPlacemark(CLLocationCoordinate2DMake(latitude, longitude)))
    end
    local app = {}
    function app.didUpdateToLocation()
      local way = MKDirections.Request()
      way.source, way.destination = item(52.517037, 13.388860), item(52.529407, 13.397634)
      MKDirections(way):calculateETA(function(eta, error)
        print(eta and eta.distance or error.localizedDescription, eta and eta.isEstimate)
      end)
    end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """

  private let server: LoopbackServer

  init() throws { server = try LoopbackServer(["\(Self.places).json": Self.answer]) }

  private func ask(
    _ kind: String, mode: RouteRequest.Mode = .automobile, of server: LoopbackServer? = nil
  ) throws -> RouteAnswer {
    let fetcher = Fetcher<RoutePageRequest>(cachePath: nil) { Issue.record("\($0)") }
    defer { fetcher.close() }
    let option = try RouterOption("osrm:\((server ?? self.server).address(kind))")
    let router = ServerRouter(option, fetcher, reports: .init(note: { _ in }, warn: { _ in }))
    var question = RouteRequest(
      from: CLLocationCoordinate2D(latitude: 52.517037, longitude: 13.388860),
      to: CLLocationCoordinate2D(latitude: 52.529407, longitude: 13.397634))
    question.mode = mode
    return router.answer(question)
  }

  /// GC-43.
  @Test func aReplayHasTheWaysOfTheRecordedRun() throws {
    let command = try Command(["way.lua": Self.script, "log.ndjson": Sample.log(2)])
    let first = try command.run(
      "run", "way.lua", "--from", "log.ndjson", "--router", "osrm:\(server.address("good"))", "--allow-net",
      "--record", "r.ndjson")
    #expect(first.lines == ["1886.3\tfalse", "1886.3\tfalse"], "\(first.errors)")
    server.stop()
    let again = try command.run("run", "way.lua", "--from", "r.ndjson")
    #expect(again.code == 0 && again.lines == first.lines, "\(again.errors)")
    // A question that the recording has no answer for gets the estimate.
    let changed = Self.script.replacing("52.529407", with: "52.539407")
    try changed.write(to: command.url("way.lua"), atomically: false, encoding: .utf8)
    #expect(try command.run("run", "way.lua", "--from", "r.ndjson").lines.allSatisfy { $0.hasSuffix("true") })
  }

  @Test func aRouterAnswersWithWays() throws {
    guard case .routes(let routes) = try ask("good") else {
      Issue.record("no routes")
      return
    }
    #expect(routes.map(\.distance) == [1886.3] && !routes[0].isEstimate)
    #expect(
      server.paths == [
        "/good/route/v1/driving/\(Self.places)?overview=full&geometries=geojson&steps=true&alternatives=false"
      ])
  }

  /// OSRM says with the status 400 that there is no way.
  ///
  /// - Source: github.com/Project-OSRM/osrm-backend, docs/http.md, «Responses».
  @Test func noWayIsNoError() throws {
    let none = try LoopbackServer(["\(Self.places).json": #"{"code":"NoRoute","message":"Impossible route"}"#]
    )
    guard case .routes(let routes) = try ask("wrong", of: none) else {
      Issue.record("no routes")
      return
    }
    #expect(routes.isEmpty)
  }

  @Test(arguments: [
    ("missing", "answered 404 (there is no router at this address)"),
    ("html", "its body cannot be read"), ("short", "its body cannot be read"),
    ("broken", "answered 503"), ("large", "its answer is larger than 8 MB"),
  ])
  func aBadAnswerIsASentence(_ kind: String, _ words: String) throws {
    guard case .failed(let sentence) = try ask(kind) else {
      Issue.record("no fault")
      return
    }
    #expect(
      sentence.hasPrefix("osrm:http://127.0.0.1:\(server.port): ") && sentence.contains(words), "\(sentence)")
  }

  @Test func publicTransportIsNotAskedOfOSRM() throws {
    guard case .failed(let sentence) = try ask("good", mode: .transit) else {
      Issue.record("no fault")
      return
    }
    #expect(sentence.contains("OSRM knows no public transport") && server.requests.isEmpty)
  }

  @Test func aScriptNeedsPermissionAndItsClockStandsStill() throws {
    let command = try Command(["drive.lua": Self.script, "log.ndjson": Sample.log(3, devices: ["a", "b"])])
    let words = ["run", "drive.lua", "--from", "log.ndjson", "--router", "osrm:\(server.address("late"))"]
    let refused = try command.start(words).wait()
    #expect(refused.code == 77 && refused.errors.contains("add --allow-net") && server.requests.isEmpty)
    let one = try command.start(words + ["--allow-net"]).wait()
    #expect(one.code == 0 && one.lines == Array(repeating: "1886.3\tfalse", count: 6), "\(one)")
    // All devices share the answer.
    #expect(server.requests.count == 1)
    let several = try command.start(words + ["--allow-net", "--jobs", "2"]).wait()
    #expect(several.lines == one.lines)
    server.stop()
    let without = try command.start(words + ["--allow-net"]).wait()
    #expect(without.code == 69 && without.lines.allSatisfy { $0.hasPrefix("osrm:http://") }, "\(without)")
    let estimate = try command.start(Array(words.prefix(4))).wait()
    #expect(estimate.lines.allSatisfy { $0.hasSuffix("\ttrue") } && estimate.code == 0)
  }
}
