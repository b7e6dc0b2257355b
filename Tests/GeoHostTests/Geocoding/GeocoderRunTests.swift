import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

/// Scripts whose geocoders ask a server, run as a user runs them.
@Suite struct GeocoderRunTests {
  private let server: LoopbackServer
  private let command: Command

  private static let script = """
    local geocoder, app = CLGeocoder.new(), {}
    function app.didUpdateToLocation(_, new)
      geocoder:reverseGeocodeLocation(new, function(placemarks, error)
        print(error and error.localizedDescription or placemarks[1].name)
      end)
    end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """

  init() throws {
    server = try LoopbackServer(["reverse.json": try GeocodingFixture.text("nominatim-reverse-street")])
    command = try Command([
      "ask.lua": GeocoderRunTests.script,
      "log.ndjson": Sample.log(3, devices: ["a", "b", "c"], seconds: 30),
      "later.ndjson": Sample.log(2, devices: ["a", "b"], seconds: 30),
      "short.ndjson": Sample.log(1),
    ])
  }

  private func run(_ kind: String, _ words: String..., log: String = "log.ndjson") throws -> Command.Result {
    let geocoder = "nominatim:\(server.address(kind))"
    return try command.start(
      ["run", "ask.lua", "--from", log, "--geocoder", geocoder, "--allow-net"] + words
    ).wait()
  }

  @Test func aServerIsAskedOnlyWithPermission() throws {
    let geocoder = "nominatim:\(server.address("good"))"
    let refused = try command.run("run", "ask.lua", "--from", "log.ndjson", "--geocoder", geocoder)
    #expect(refused.code == 77 && refused.errors.contains("add --allow-net") && refused.output.isEmpty)
    #expect(server.requests.isEmpty)
  }

  /// Each answer is printed at the time of its fix, whatever the order of the requests.
  @Test func theClockStandsStillUntilTheAnswerAndJobsChangeNothing() throws {
    let one = try run("late", "--json")
    struct Line: Decodable {
      var type: String
      var time: String?
      var text: String?
    }
    let lines = try one.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    let printed = lines.filter { $0.type == "print" }
    #expect(one.code == 0 && printed.count == 9 && printed.allSatisfy { $0.text == "Senaatintori" }, "\(one)")
    #expect(
      Set(printed.compactMap(\.time)) == [
        "2026-05-28T20:26:40Z", "2026-05-28T20:27:10Z", "2026-05-28T20:27:40Z",
      ])
    #expect(
      one.errors.contains("places of nominatim at http://127.0.0.1:\(server.port): Data © OpenStreetMap"))
    // Every device asks for the same three places, and they share the answers.
    #expect(server.requests.count == 3)
    let several = try run("late", "--json", "--jobs", "3")
    #expect(several.lines.sorted() == one.lines.sorted())
  }

  /// GC-43.
  @Test func aReplayHasTheAnswersOfTheRecordedRun() throws {
    let first = try run("good", "--record", "r.ndjson", "--json", "--jobs", "2")
    #expect(first.lines.count(where: { $0.contains("Senaatintori") }) == 9)
    server.stop()
    // Without the option, the network and the permission.
    let again = try command.run("run", "ask.lua", "--from", "r.ndjson", "--json", "--record", "again.ndjson")
    func records(_ result: Command.Result) -> [String] {
      result.lines.filter { !$0.contains(#""type":"summary""#) }.sorted()
    }
    #expect(again.code == 0 && records(again) == records(first), "\(again.errors)")
    // A recording of the replay has them, too.
    let third = try command.run("run", "ask.lua", "--from", "again.ndjson", "--json")
    #expect(records(third) == records(first))
    let why = try command.run("why", "ask.lua", "--from", "r.ndjson", "--at", "20:26", "--device", "a")
    #expect(why.code == 0, "\(why.errors)")
    #expect(command.read("r.ndjson").contains(#""answers":true"#))
    // Records that are no events do not count as such.
    let info = try command.run("replay-info", "r.ndjson")
    #expect(info.code == 0, "\(info.errors)")
  }

  @Test func answersOfAnEarlierRunWorkWithoutTheServer() throws {
    #expect(try run("good", "--state", "kept").lines == Array(repeating: "Senaatintori", count: 9))
    let count = server.requests.count
    let again = try run("good", "--state", "kept", "--jobs", "2", log: "later.ndjson")
    #expect(again.code == 0 && server.requests.count == count)
    server.stop()
    let without = try run("good", log: "short.ndjson")
    #expect(
      without.lines == ["nominatim at http://127.0.0.1:\(server.port): Couldn't connect to server"]
        && without.code == 69)
    #expect(without.errors.components(separatedBy: "warning: geocoding: nominatim").count == 2)
  }

  @Test func ctrlCEndsTheWait() throws {
    let running = try command.start([
      "run", "ask.lua", "--from", "short.ndjson", "--geocoder", "nominatim:\(server.address("slow"))",
      "--allow-net",
    ])
    #expect(Running.eventually { !server.requests.isEmpty })
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 130)
  }

  @Test func theGazetteerOpensAtTheFirstQuestionAndDamageIsReported() throws {
    try "no gazetteer".write(to: command.url("bad.sqlite"), atomically: false, encoding: .utf8)
    try "print('quiet')".write(to: command.url("quiet.lua"), atomically: false, encoding: .utf8)
    let unasked = try command.run(
      "run", "quiet.lua", "--from", "short.ndjson", "--geocoder", "gazetteer:bad.sqlite")
    #expect(unasked.code == 0 && !unasked.errors.contains("bad.sqlite"))
    let asked = try command.run(
      "run", "ask.lua", "--from", "log.ndjson", "--geocoder", "gazetteer:bad.sqlite", "--jobs", "2")
    #expect(asked.lines.count == 9 && asked.lines.allSatisfy { $0.contains("bad.sqlite") }, "\(asked)")
    #expect(asked.errors.components(separatedBy: "warning: geocoding: the gazetteer").count == 2)
    // A server behind it has the answers.
    let chain = "gazetteer:bad.sqlite,nominatim:\(server.address("good"))"
    let helped = try command.run(
      "run", "ask.lua", "--from", "short.ndjson", "--geocoder", chain, "--allow-net")
    #expect(helped.lines == ["Senaatintori"] && helped.errors.contains("bad.sqlite"))
  }
}
