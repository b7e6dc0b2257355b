import CommandTesting
import Foundation
import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import Testing

@testable import GeoHost
@testable import GeoPage

/// What people ask on a served page (HO-147, WY-8).
@Suite struct PageQuestionsTests {
  private func questions(_ names: [String] = []) throws -> (PageQuestions, PageShares) {
    let feed = PageFeed(head: [], isShareable: true)
    var track = PageTrack(device: DeviceID(index: 0), name: "rex")
    track.fixCount = 0
    feed.add([track])
    feed.flush()
    let shares = try PageShares(directory: nil)
    let door = try PageDoor(host: "127.0.0.1", port: 8080, names: names, token: "0123456789abcdef")
    return (PageQuestions(feed, shares, door), shares)
  }

  private func json(_ answer: IngestResponse) throws -> JSONValue { try JSONParser.parse(answer.body) }

  private func links(_ answer: IngestResponse) throws -> [String] {
    guard case .array(let links)? = try json(answer)["links"] else { return [] }
    return links.compactMap { $0["device"]?.text }
  }

  @Test func aLinkIsMadeListedAndEnded() throws {
    let (questions, shares) = try questions(["page.example.org"])
    let until = wallSeconds() + 3600
    let made = questions.share(Array(#"{"share":"rex","until":\#(until)}"#.utf8))
    #expect(try made.status == 200 && links(made) == ["rex"], "\(made.body)")
    let path = try #require(try json(made)["path"]?.text)
    let grant = try #require(shares.grant(String(path.dropFirst("/share/".count))))
    #expect(grant.device == "rex" && abs(grant.until - until) < 1 && !shares.isOver(grant, at: wallSeconds()))
    #expect(made.body.contains(#""hosts":["page.example.org"]"#))
    #expect(try links(questions.share(Array("{}".utf8))) == ["rex"])
    #expect(try links(questions.share(Array(#"{"end":"mum"}"#.utf8))) == ["rex"])
    #expect(try links(questions.share(Array(#"{"end":"rex"}"#.utf8))).isEmpty)
    // Without state, too.
    #expect(shares.isOver(grant, at: wallSeconds()))
  }

  @Test(arguments: [
    (#"{"share":"max","until":4000000000}"#, 404), (#"{"share":"rex"}"#, 422),
    (#"{"share":"rex","until":1}"#, 422),
    (#"{"share":"rex","until":"NaN"}"#, 422), ("[]", 400), ("", 400),
  ])
  func whatCannotBeSharedIsRefused(_ body: String, _ status: Int) throws {
    #expect(try questions().0.share(Array(body.utf8)).status == status)
  }

  @Test func aQuestionNamesChanges() throws {
    let (questions, _) = try questions()
    let answer = questions.answer(Array(#"["home.radius=150"]"#.utf8)) { changes in
      .array(changes.map { .string("\($0.identifier) \($0.property) \($0.value)") })
    }
    #expect(answer == IngestResponse(200, #"["home radius 150"]"#))
    for body in ["{}", "[]", "home.radius=150"] {
      #expect(questions.answer(Array(body.utf8)) { _ in .null }.status == 400, "\(body)")
    }
    let wrong = questions.answer(Array(#"["home.size=3"]"#.utf8)) { _ in .null }
    #expect(wrong.status == 422 && wrong.body.contains("there is no property 'size'"))
  }

  @Test func whileItIsAnsweredOthersWait() throws {
    let (questions, _) = try questions()
    let body = Array(#"["home.radius=150"]"#.utf8)
    let answer = questions.answer(body) { [questions] _ in
      .integer(Int64(questions.answer(body) { _ in .null }.status))
    }
    #expect(answer.body == "409")
  }

  private static let script = """
    local manager = CLLocationManager()
    manager.delegate = {
      didEnterRegion = function(_, region) geoscript.alert{ title = "in " .. region.identifier } end,
    }
    manager:startMonitoringForRegion(CLCircularRegion({ latitude = 47, longitude = 8 }, 100, "home"))
    """

  private static let log = [(0, 47.01), (60, 47.0), (120, 47.0)].map { time, latitude in
    #"{"type":"location","device":"rex","time":\#(1_777_889_703 + time),"latitude":\#(latitude),"longitude":8}"#
      + "\n"
  }.joined()

  /// What if answers, but not under a zone, where it would tell distances (WY-8).
  @Test func whatIfHasNoAnswersUnderAZone() throws {
    let zone =
      #"{"type":"Feature","id":"den","properties":{"radius":500},"geometry":{"type":"Point","coordinates":[8,47]}}"#
    for words in [[], ["--privacy-zone", "zone.geojson"]] {
      let command = try Command(["a.lua": PageQuestionsTests.script, "a.ndjson": PageQuestionsTests.log])
      try zone.write(to: command.url("zone.geojson"), atomically: true, encoding: .utf8)
      let running = try command.start(
        ["run", "a.lua", "--from", "a.ndjson", "--page", "127.0.0.1:0"] + words)
      try #require(running.waitFor("the page stays at", in: ".errors"), "\(command.read(".errors"))")
      let note = try #require(
        command.read(".errors").split(separator: "\n").first { $0.contains("page: http://") })
      let base = String(try #require(note.split(separator: " ").last))
      let client = try Command()
      let page = try client.shell("curl -s \(base)").output
      let key = try #require(page.components(separatedBy: "id=\"key\">\"").last?.prefix(64))
      let own = "-H 'Origin: \(base.dropLast())' -H 'X-Geoscript-Page: \(key)'"
      let answer = try client.shell("curl -s \(own) -d '[\"home.radius=2000\"]' \(base)what-if").output
      #expect(answer.contains(#""goes":[{"#) == words.isEmpty, "\(answer)")
      let foreign = try client.shell(
        "curl -s -o /dev/null -w '%{http_code}' -H 'Origin: \(base.dropLast())' -d '[]' \(base)what-if")
      #expect(foreign.output == (words.isEmpty ? "403" : "405"))
      running.send(SIGTERM)
      _ = running.wait()
    }
  }
}
